import { PassThrough } from 'node:stream'
import { sharePath } from '@plinth/contract/shares'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { createCallTimes } from './call-times.ts'
import { createHttp } from './server.ts'

const lines = new PassThrough()
let logged = ''
lines.on('data', line => {
  logged += line
})
const http = createHttp(readConfig({}), createLog('debug', lines), createCallTimes())
afterAll(() => http.close())

it('a request is logged by its path, and without what lets somebody in', async () => {
  await http.inject('/auth/reset-password?token=from-a-mail')
  await http.inject(`${sharePath('from-a-link')}?from=here`)
  await expect.poll(() => logged.match(/"path":"[^"]*"/g)).toEqual(['"path":"/auth/reset-password"', '"path":"/s/…"'])
  expect(logged).not.toMatch(/from-a-mail|from-a-link|from=here/)
})
