import type { FastifyRequest } from 'fastify'
import type { Visitor } from './enter.ts'

export const visitorOf = (request: FastifyRequest): Visitor => ({
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
  address: request.ip,
})
