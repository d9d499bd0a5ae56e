import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceTokenOf } from './device-cookie.ts'
import type { Visitor } from './enter.ts'

export const visitorOf = (request: FastifyRequest, reply: FastifyReply): Visitor => ({
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
  address: request.ip,
  devicetoken: deviceTokenOf(request.headers.cookie),
  setCookie: cookie => void reply.header('set-cookie', cookie),
})
