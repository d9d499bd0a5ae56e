import { expect, it } from 'vitest'
import { createCallTimes } from './call-times.ts'

const linesWith = (text: string, part: string) => text.split('\n').filter(line => line.includes(part))

it('counts into each bound all that took no longer', () => {
  const times = createCallTimes()
  for (const seconds of [0.0004, 0.001, 0.003, 0.3, 25]) times.observe('listOrgs', 200, seconds)
  times.observe('listOrgs', 401, 0.25)
  times.observe('userInfo', 200, 0.5)
  const buckets = linesWith(times.text(), '_bucket{').filter(line => line.includes('call="listOrgs",status="200"'))
  const counted = buckets.map(line => /le="(.+?)".* (\d+)$/.exec(line)?.slice(1).join(': '))
  expect(counted).toEqual(['0.001: 2', '0.005: 3', '0.02: 3', '0.1: 3', '0.5: 4', '2: 4', '10: 4', '+Inf: 5'])
  expect(linesWith(times.text(), 'status="401"').slice(-2)).toEqual([
    'plinth_call_seconds_sum{call="listOrgs",status="401"} 0.25',
    'plinth_call_seconds_count{call="listOrgs",status="401"} 1',
  ])
  expect(linesWith(times.text(), '_count{')).toHaveLength(3)
})

it('says what it counts before the first call', () => {
  expect(createCallTimes().text()).toMatch(/^# HELP plinth_call_seconds .+\n# TYPE plinth_call_seconds histogram\n$/)
})
