import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { READING_METHODS } from './security-headers.ts'

/** Endings of names that no public name server resolves. */
const PRIVATE_ENDINGS_PATTERN = /\.(?:localhost|local|internal|lan|home\.arpa)$/

/**
 * Refuses requests with two `Host` headers. Where neither PUBLIC_URL nor a proxy fixes the server's names, only
 * private names may change state: anybody could point a public name at this server (DNS rebinding).
 */
export function checkHostNames(app: FastifyInstance, areNamesKnown: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    // Node uses the first `Host` header, and a proxy in front may have used the last.
    const names = request.raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    if (names.length > 1) return sendRefusal(reply, refused('invalid_request', { details: 'Host: twice' }))
    if (areNamesKnown || READING_METHODS.has(request.method) || isPrivateName(request.hostname)) return undefined
    return sendRefusal(reply, refused('unknown_host'))
  })
}

/** An IP address as host. No domain ends in a number. */
const IP_ADDRESS_PATTERN = /^(?:\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3})$/

/** Whether a host is an IP address, a name of this machine or network, or a name without a dot. */
function isPrivateName(spelling: string): boolean {
  const name = spelling.toLowerCase().replace(/\.$/, '')
  return (
    IP_ADDRESS_PATTERN.test(name) ||
    !name.includes('.') ||
    PRIVATE_ENDINGS_PATTERN.test(name) ||
    name === hostname().toLowerCase()
  )
}
