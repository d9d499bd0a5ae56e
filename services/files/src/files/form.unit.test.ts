import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { readForm } from './form.ts'

const form = [
  'PUT / HTTP/1.1\r\nhost: here\r\ncontent-length: 10000\r\ncontent-type: multipart/form-data; boundary=b\r\n\r\n',
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nwhole\r\n',
  '--b\r\ncontent-disposition: form-data; name="more"\r\n\r\n',
].join('')

/** A server that takes one request, and a connection to it. */
async function aRequest(text: string) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const server = createServer(resolve).listen(0, '127.0.0.1')
  await new Promise(listening => server.once('listening', listening))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1', () => client.write(text))
  return { client, server, request: await promise }
}

it('a form that breaks off behind its file is refused once whoever takes the file is done, so that they can let go of it', async () => {
  const { client, server, request } = await aRequest(form)
  const [hasAll, brokeOff] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let taken = ''
  request.on('close', () => setImmediate(brokeOff.resolve))
  const read = readForm(request, async bytes => {
    const chunks = await bytes.toArray()
    hasAll.resolve()
    // As a store does that is still at it, while the connection goes.
    await brokeOff.promise
    taken = Buffer.concat(chunks).toString()
  })
  const told = read.catch(() => taken)
  await hasAll.promise
  client.destroy()
  expect(await told).toBe('whole')
  server.close()
})
