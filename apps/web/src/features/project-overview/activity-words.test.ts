import { expect, test } from 'vitest'
import { activityWords, actorOf } from './activity-words.ts'

const sentence = (action: string, target: string, data: Record<string, string | number | string[]> = {}) => {
  const activity = { id: 1, actorid: 'mara', action, target, data, createdat: 0 }
  const { did, whom, rest } = activityWords(activity)
  return [actorOf(activity), did, whom, rest].filter(Boolean).join(' ')
}

test.each([
  ['project.create', 'mara created the project'],
  ['project.rename', 'mara renamed the project to Field work'],
  ['project.describe', 'mara changed the description'],
  ['project.user.add', 'mara added jon as viewer'],
  ['project.user.roles', 'mara changed the roles of jon to admin, viewer'],
  ['project.user.remove', 'mara removed jon'],
])('%s reads: %s', (action, text) => {
  const about = { projectname: 'Field work', role: ['viewer'], before: ['member'], after: ['admin', 'viewer'] }
  expect(sentence(action, 'jon', about)).toBe(text)
})

test('an action that is not known yet still reads as a sentence', () => {
  expect(sentence('file.upload', 'notes.txt')).toBe('mara uploaded the file notes.txt')
  expect(sentence('dir.move', 'photos')).toBe('mara moved the dir photos')
  expect(sentence('file.copy', 'a.txt')).toBe('mara copied the file a.txt')
  expect(sentence('trash.empty', '')).toBe('mara emptied the trash')
  expect(sentence('file.overwrite', 'a.txt')).toBe('mara overwrote the file a.txt')
})

test.each([
  ['file.upload', 'mara uploaded the file notes.txt'],
  ['file.rename', 'mara renamed the file draft.txt to notes.txt'],
  ['folder.delete', 'mara moved the folder notes.txt to the trash'],
  ['file.purge', 'mara removed for good 3 files'],
])('a file is told of by its name, not its id: %s', (action, text) => {
  expect(sentence(action, 'vH3yMHXISDanLGbs', { name: 'notes.txt', oldname: 'draft.txt', files: 3 })).toBe(text)
})

test('what nobody did by hand, the product did', () => {
  expect(actorOf({ actorid: '' })).toBe('Plinth')
})
