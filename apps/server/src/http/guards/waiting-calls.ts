import { ipAddressBlock, ipNetwork } from '@kerf/domain/access/ip-address-block'
import { Tally } from '@kerf/domain/jobs/tally'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ViewerRecord } from '../../ports/clips.ts'

export interface MostWaiting {
  ofAll: number
  ofOneViewer: number
  ofOneIpAddress: number
  /** Limit for one IPv6 /48, which a customer of a hosting company gets. */
  ofOneNetwork: number
}

const MAX_WAITING: MostWaiting = { ofAll: 1000, ofOneViewer: 4, ofOneIpAddress: 20, ofOneNetwork: 60 }

/** Counts the calls that wait for a clip. Each owner may have only a few, so that there is room for the others. */
export function createWaitCounter({ ofAll, ofOneViewer, ofOneIpAddress, ofOneNetwork }: MostWaiting = MAX_WAITING) {
  const waitCounts = new Tally()
  return {
    /** Begins a wait, and returns the function that ends it; null where the call must be answered at once. */
    begin({ ip = '', viewer }: Pick<FastifyRequest, 'ip' | 'viewer'>): (() => void) | null {
      const bounds: [string, number][] = [
        ['all', ofAll],
        [`address ${ipAddressBlock(ip)}`, ofOneIpAddress],
        [`site ${ipNetwork(ip)}`, ofOneNetwork],
      ]
      if (viewer) bounds.push([`viewer ${viewer.id}`, ofOneViewer])
      if (bounds.some(([owner, max]) => waitCounts.of(owner) >= max)) return null
      for (const [owner] of bounds) waitCounts.add(owner)
      return () => {
        for (const [owner] of bounds) waitCounts.remove(owner)
      }
    },
  }
}

/** Gives each request a way to wait for a clip. */
export function addBeginWait(app: FastifyInstance): void {
  const waitCounter = createWaitCounter()
  app.decorateRequest('beginWait', function beginWait(this: FastifyRequest, viewer = this.viewer) {
    const end = waitCounter.begin({ ip: this.ip, viewer })
    if (end) this.stopCountingAsUnanswered()
    return end
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Begins a wait, and returns the function that ends it; null where the call must be answered at once. The viewer is
     * that of the call by default.
     */
    beginWait(viewer?: ViewerRecord | null): (() => void) | null
  }
}
