import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const files = globSync('{packages,services}/*/migrations/*.sql', { cwd: root }).sort()

/** Nodes are exchanged one by one, so the program before this one goes on working while and after the tables change (decision 22). */
const breaksOlderNodes: [string, RegExp][] = [
  ['drops a table or a column', /\bdrop\s+(table|column)\b/],
  ['renames something', /\brename\b/],
  ['changes what a column is', /\balter\s+column\b/],
  [
    'adds a column that older nodes would not fill',
    /\badd\s+column\b(?![^;]*\b(default|generated)\b)[^;]*\bnot\s+null\b/,
  ],
]

const faultsOf = (sql: string) => {
  const statements = sql.replaceAll(/--.*$/gm, '').toLowerCase()
  return breaksOlderNodes.filter(([, pattern]) => pattern.test(statements)).map(([fault]) => fault)
}

describe('migrations', () => {
  it('are all found', () => {
    expect(files.length).toBeGreaterThan(15)
  })

  it.each(files)('%s leaves what older nodes read and write', file => {
    expect(faultsOf(readFileSync(resolve(root, file), 'utf8'))).toEqual([])
  })

  it.each([
    ['alter table people drop column name;', 'drops a table or a column'],
    ['alter table people rename column name to title;', 'renames something'],
    ['alter table people alter column name set not null;', 'changes what a column is'],
    ['alter table people add column name ctext not null;', 'adds a column that older nodes would not fill'],
  ])('would be refused: %s', (sql, fault) => {
    expect(faultsOf(sql)).toEqual([fault])
  })

  it.each([
    "alter table people add column name ctext not null default '';",
    'alter table people add column name ctext;',
    '-- drop table people\ncreate index people_name on people (name);',
  ])('may say: %s', sql => {
    expect(faultsOf(sql)).toEqual([])
  })
})
