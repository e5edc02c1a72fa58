import { ipAddressBlock, ipNetwork } from '@kerf/domain/access/ip-address-block'
import { Tally } from '@kerf/domain/jobs/tally'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refused } from '../../use-cases/shared/outcome.ts'
import { sendRefusal } from '../routing/refusal.ts'
import { isProbe } from './probes.ts'

const RETRY_AFTER_SECONDS = 2

export interface UnansweredLimits {
  /**
   * Limit for all callers: a poll takes a millisecond. With more calls at a time, an answer takes longer than the
   * interval between polls.
   */
  ofAll: number
  ofOneIpAddress: number
  /** Limit for one IPv6 /48, because a customer of a hosting company may have 256 IP address blocks. */
  ofOneNetwork: number
}

export const MAX_UNANSWERED: UnansweredLimits = { ofAll: 1000, ofOneIpAddress: 100, ofOneNetwork: 300 }

/**
 * Refuses a call while too many others are unanswered: in all, of its IP address, or of its network. A call whose file
 * is being sent is answered. A call whose body is still arriving is not counted yet.
 */
export function refuseExcess(app: FastifyInstance, maxUnanswered: UnansweredLimits = MAX_UNANSWERED): void {
  const { ofAll, ofOneIpAddress, ofOneNetwork } = maxUnanswered
  const unanswered = new Map<string, { ipAddress: string; network: string }>()
  const byIpAddress = new Tally()
  const byNetwork = new Tally()

  function countCall({ id, ip }: FastifyRequest): boolean {
    // `ip` is undefined once the connection is closed.
    const ipAddress = ipAddressBlock(ip ?? '')
    const network = ipNetwork(ip ?? '')
    if (
      unanswered.size >= ofAll ||
      byIpAddress.of(ipAddress) >= ofOneIpAddress ||
      byNetwork.of(network) >= ofOneNetwork
    )
      return false
    unanswered.set(id, { ipAddress, network })
    byIpAddress.add(ipAddress)
    byNetwork.add(network)
    return true
  }

  function forget({ id }: FastifyRequest): void {
    const owner = unanswered.get(id)
    if (owner === undefined) return
    unanswered.delete(id)
    byIpAddress.remove(owner.ipAddress)
    byNetwork.remove(owner.network)
  }

  app.decorateRequest('stopCountingAsUnanswered', function stopCountingAsUnanswered(this: FastifyRequest) {
    forget(this)
  })

  const refuse = (reply: FastifyReply): FastifyReply =>
    sendRefusal(reply, refused('busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }))

  app.addHook('onRequest', async (request, reply) => {
    if (isProbe(request)) return undefined
    if (!countCall(request)) return refuse(reply)
    reply.raw.once('close', () => forget(request))
    return undefined
  })
  app.addHook('preParsing', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') forget(request)
  })
  app.addHook('preValidation', async (request, reply) => {
    // A closed connection emits no further `close`, so its request would never be forgotten.
    if (isProbe(request) || unanswered.has(request.id) || reply.raw.destroyed) return undefined
    if (!countCall(request)) return refuse(reply)
    return undefined
  })
  app.addHook('onSend', async (request) => forget(request))
}

declare module 'fastify' {
  interface FastifyRequest {
    /** No longer counts this request as unanswered, because it waits for a clip and createWaitCounter counts it. */
    stopCountingAsUnanswered(): void
  }
}
