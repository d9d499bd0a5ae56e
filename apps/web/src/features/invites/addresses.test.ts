import { expect, test } from 'vitest'
import { readAddresses } from './addresses.ts'

const valid = (text: string) => readAddresses(text).flatMap(address => (address.valid ? [address.text] : []))

test('addresses are parted by commas, semicolons, spaces and new lines', () => {
  expect(valid('a@x.org, b@x.org;c@x.org\n\n d@x.org\te@x.org ,')).toEqual([
    'a@x.org',
    'b@x.org',
    'c@x.org',
    'd@x.org',
    'e@x.org',
  ])
})

test('the same address is taken once, however it is spelled', () => {
  expect(valid('Mara@X.org mara@x.org')).toEqual(['mara@x.org'])
})

test('names that a mail program copies along are left out', () => {
  expect(valid('Mara Lind <mara@x.org>, "Berg, Olga" <olga@x.org>\nida@x.org')).toEqual([
    'mara@x.org',
    'olga@x.org',
    'ida@x.org',
  ])
})

test('what is no address stays as it was typed', () => {
  expect(readAddresses('mara@x.org, Mara@')).toEqual([
    { text: 'mara@x.org', valid: true },
    { text: 'Mara@', valid: false },
  ])
  expect(readAddresses(' \n,')).toEqual([])
})
