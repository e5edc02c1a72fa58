import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** State changes must come from our pages. Without Origin, it is no browser and carries no visitor's cookie. */
export function requireSameOrigin(app: FastifyInstance, publicUrl: URL | null): void {
  app.addHook('onRequest', async (request, reply) => {
    if (READING.has(request.method) || isFromHere(request, publicUrl)) return
    await sendRefusal(reply, refused('wrong_origin'))
  })
}

function isFromHere(request: FastifyRequest, publicUrl: URL | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  // Where the operator has said what this place is called, a name that merely leads here is somebody else's.
  return origin === (publicUrl?.origin ?? `${request.protocol}://${request.host}`)
}
