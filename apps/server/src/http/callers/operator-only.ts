import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** As this machine is called by whoever is on it. A page whose name was made to point here calls it by that name. */
const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/

/**
 * Whether this is who runs the server: they bring the token, or, where there is none, come from this machine itself. What goes on
 * inside, and in which versions, is for nobody else.
 */
export function isOperator(request: FastifyRequest, token: string | null): boolean {
  return token === null ? isFromThisMachine(request) : bringsToken(request, token)
}

/** A proxy on this machine comes from here too, but says for whom. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some((name) => name in headers)
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '') && OWN_NAME.test(headers.host ?? '')
}

function bringsToken({ headers }: FastifyRequest, token: string): boolean {
  const brought = headers.authorization?.replace(/^bearer /i, '') ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(brought), digest(token))
}
