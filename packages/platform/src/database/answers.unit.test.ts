import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAnswers } from './answers.ts'

let folder: string
let file: DatabaseSync
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-answers-'))
  file = open()
  file.exec('pragma journal_mode = wal; create table people (userid text primary key, orgid text)')
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

const open = () => new DatabaseSync(join(folder, 'people.db'))

function setUp() {
  const writes = { count: 0 }
  const answerOf = createAnswers(file, writes)
  const statement = file.prepare('select userid from people where orgid = ? or userid = ? order by userid')
  statement.setReturnArrays(true)
  let asked = 0
  const ask = (...values: string[]) =>
    answerOf(statement, values, () => {
      asked++
      return statement.all(...values) as unknown as unknown[][]
    })
  const write = (userid: string, orgid: string) => {
    writes.count++
    file.prepare('insert into people values (?, ?)').run(userid, orgid)
  }
  return { ask, write, asked: () => asked }
}

describe('what a statement answered before', () => {
  it('is told again until something is written', () => {
    const { ask, write, asked } = setUp()
    write('ada', 'acme')
    expect(ask('acme', '')).toEqual([['ada']])
    expect(ask('acme', '')).toEqual([['ada']])
    expect(asked()).toBe(1)
    write('bob', 'acme')
    expect(ask('acme', '')).toEqual([['ada'], ['bob']])
  })

  it('holds no longer once another connection has written', async () => {
    const { ask } = setUp()
    expect(ask('acme', '')).toEqual([])
    const other = open()
    other.exec(`insert into people values ('ada', 'acme')`)
    other.close()
    await nextTurn()
    expect(ask('acme', '')).toEqual([['ada']])
  })

  it('is never told for other values, however they are written', () => {
    const { ask, write } = setUp()
    write('x', 'a')
    expect(ask('a","b', 'c')).toEqual([])
    expect(ask('a', 'b","c')).toEqual([['x']])
    expect(ask('a\u0000b', 'c')).toEqual([])
    expect(ask('a', 'b\u0000c')).toEqual([['x']])
  })

  it('is kept for so much only', () => {
    const { ask, write, asked } = setUp()
    write('x'.repeat(140_000), 'large')
    ask('large', '')
    ask('large', '')
    expect(asked()).toBe(2)
    ask('first', '')
    ask('first', '')
    expect(asked()).toBe(3)
    for (let n = 0; n < 300; n++) {
      write(`${n}-${'x'.repeat(60_000)}`, `org${n}`)
    }
    ask('first', '')
    for (let n = 0; n < 300; n++) ask(`org${n}`, '')
    const before = asked()
    ask('first', '')
    expect(asked()).toBe(before + 1)
  })
})
