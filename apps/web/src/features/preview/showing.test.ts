import { expect, test } from 'vitest'
import { isText, showingOf } from './showing.ts'

test.each([
  ['photo.png', 'image/png', 'image'],
  ['drawing.svg', 'image/svg+xml', 'image'],
  ['scan.tiff', 'image/tiff', 'other'],
  ['report.pdf', 'application/pdf', 'pdf'],
  ['song.mp3', 'audio/mpeg', 'audio'],
  ['clip.webm', 'video/webm', 'video'],
  ['main.ts', 'video/mp2t', 'text'],
  ['main.rs', 'application/rls-services+xml', 'text'],
  ['page.html', 'text/html', 'text'],
  ['data.json', 'application/json', 'text'],
  ['notes.txt', 'text/plain', 'text'],
  ['README.md', 'text/markdown', 'markdown'],
  ['numbers.csv', 'text/csv', 'table'],
  ['numbers.tsv', 'text/tab-separated-values', 'table'],
  ['Dockerfile', 'application/octet-stream', 'text'],
  ['.gitignore', 'application/octet-stream', 'text'],
  ['archive.zip', 'application/zip', 'other'],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'other'],
  ['font.woff2', 'font/woff2', 'other'],
])('%s of type %s is shown as %s', (objname, mediatype, showing) => {
  expect(showingOf({ objname, mediatype })).toBe(showing)
})

test('a file without a type may be text', () => {
  expect(isText(showingOf({ objname: 'LICENSE', mediatype: null }))).toBe(true)
})
