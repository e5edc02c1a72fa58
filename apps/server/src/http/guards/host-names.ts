import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { READING } from './security-headers.ts'

/** Below these no public name server names anything. */
const PRIVATE_ENDINGS = /\.(?:localhost|local|internal|lan|home\.arpa)$/

/**
 * One name a request. Where neither PUBLIC_URL nor a proxy in front says by which names people come, nothing changes by a
 * name that anybody could have pointed here (DNS rebinding).
 */
export function checkHostNames(app: FastifyInstance, areNamesKnown: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    // Node keeps the first, a proxy in front may have looked at the last.
    const names = request.raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host')
    if (names.length > 1) return sendRefusal(reply, refused('invalid_request', { details: 'Host: twice' }))
    if (areNamesKnown || READING.has(request.method) || isOurs(request.hostname)) return undefined
    return sendRefusal(reply, refused('unknown_host'))
  })
}

/** No domain ends in a number. */
const ADDRESS = /^(?:\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3})$/

/** An address, a name of this machine or network, or one that has no dot. */
function isOurs(spelling: string): boolean {
  const name = spelling.toLowerCase().replace(/\.$/, '')
  return ADDRESS.test(name) || !name.includes('.') || PRIVATE_ENDINGS.test(name) || name === hostname().toLowerCase()
}
