import { addressBlock, addressSite } from '@kerf/domain/access/address-block'
import { Tally } from '@kerf/domain/jobs/tally'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface MostWaiting {
  ofAll: number
  ofOneViewer: number
  ofOneAddress: number
  /** An IPv6 /48, as a hosting customer gets. */
  ofOneSite: number
}

const MOST_WAITING: MostWaiting = { ofAll: 1000, ofOneViewer: 4, ofOneAddress: 20, ofOneSite: 60 }

/** Counts the calls that wait for a clip. They are few of each owner, so that nobody keeps the others from waiting. */
export function countWaiting({ ofAll, ofOneViewer, ofOneAddress, ofOneSite }: MostWaiting = MOST_WAITING) {
  const waiting = new Tally()
  return {
    /** Ends the wait when called; null where the call must be answered at once. */
    begin({ ip = '', viewer }: Pick<FastifyRequest, 'ip' | 'viewer'>): (() => void) | null {
      const bounds: [string, number][] = [
        ['all', ofAll],
        [`address ${addressBlock(ip)}`, ofOneAddress],
        [`site ${addressSite(ip)}`, ofOneSite],
      ]
      if (viewer) bounds.push([`viewer ${viewer.id}`, ofOneViewer])
      if (bounds.some(([owner, most]) => waiting.of(owner) >= most)) return null
      for (const [owner] of bounds) waiting.add(owner)
      return () => {
        for (const [owner] of bounds) waiting.remove(owner)
      }
    },
  }
}

/** Gives each request a way to wait for a clip. */
export function admitWaiting(app: FastifyInstance): void {
  const waiting = countWaiting()
  app.decorateRequest('beginWait', function beginWait(this: FastifyRequest) {
    const end = waiting.begin(this)
    if (end) this.setAside()
    return end
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the wait when called; null where the call must be answered at once. */
    beginWait(): (() => void) | null
  }
}
