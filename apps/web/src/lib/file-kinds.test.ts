import { expect, test } from 'vitest'
import { kindName } from './file-kinds.ts'

const file = (objname: string, mediatype: string | null) => kindName({ objtype: 2, objname, mediatype })

test('a file says what it is', () => {
  expect(kindName({ objtype: 1, objname: 'a.png', mediatype: null })).toBe('Folder')
  expect(file('a.png', 'image/png')).toBe('PNG image')
  expect(file('a.pdf', 'application/pdf')).toBe('PDF document')
  expect(file('a.csv', 'text/csv')).toBe('CSV spreadsheet')
  // By its name: what the type of that ending says of TypeScript is wrong.
  expect(file('main.ts', 'video/mp2t')).toBe('TS source')
  expect(file('main.rs', 'application/octet-stream')).toBe('RS source')
  expect(file('backup.tar.gz', 'application/gzip')).toBe('GZ archive')
  expect(file('LICENSE', 'application/octet-stream')).toBe('File')
  expect(file('.gitignore', 'application/octet-stream')).toBe('File')
  expect(file('a.averylongending', 'application/octet-stream')).toBe('File')
})
