import { readFile } from 'node:fs/promises'
import type { Clock } from '../../ports/clock.ts'
import type { NewestVersion } from '../../ports/updates.ts'
import { createGuardedFetcher } from '../outbound/guarded-fetch.ts'
import { type OutboundSettings, policyFor } from '../outbound/outbound-policy.ts'
import { createNewestVersion } from './newest-version.ts'

interface OpenUpdatesDeps {
  settings: OutboundSettings & {
    /** Address of a registry, or path of a file; null for none. */
    updatesFrom: URL | string | null
    extraCaFile: string | null
  }
  clock: Clock
  resources: AsyncDisposableStack
}

/** Opens the reader of the newest version; null if the operator names no address or file, so that nothing is read. */
export async function openUpdates({ settings, clock, resources }: OpenUpdatesDeps): Promise<NewestVersion | null> {
  const { updatesFrom: from, extraCaFile } = settings
  if (from === null) return null
  const extraCaPem = extraCaFile ? await readFile(extraCaFile, 'utf8') : undefined
  const policy = policyFor(from instanceof URL ? [from] : [], settings)
  const fetcher = createGuardedFetcher({ policy, extraCaPem })
  resources.defer(() => fetcher.close())
  return createNewestVersion({ from, fetcher, clock })
}
