import { readFile } from 'node:fs/promises'
import type { Clock } from '../../ports/clock.ts'
import type { SubmittedSegments } from '../../ports/marks.ts'
import { createGuardedFetcher } from '../outbound/guarded-fetch.ts'
import { type OutboundSettings, policyFor } from '../outbound/outbound-policy.ts'
import { createSponsorblock } from './sponsorblock.ts'

interface OpenSponsorblockDeps {
  settings: OutboundSettings & {
    /** Address of the server; null for none. */
    sponsorblockUrl: URL | null
    extraCaFile: string | null
  }
  clock: Clock
  resources: AsyncDisposableStack
}

/** The reader of submitted segments; null where the operator names no server, so that no request is sent. */
export async function openSponsorblock(deps: OpenSponsorblockDeps): Promise<SubmittedSegments | null> {
  const { settings, clock, resources } = deps
  const { sponsorblockUrl: server, extraCaFile } = settings
  if (server === null) return null
  const extraCaPem = extraCaFile ? await readFile(extraCaFile, 'utf8') : undefined
  const fetcher = createGuardedFetcher({ policy: policyFor([server], settings), extraCaPem })
  resources.defer(() => fetcher.close())
  return createSponsorblock({ server, fetcher, clock })
}
