import type { OwnDownload } from '@kerf/contract/user'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { describeOwnDownload, findWhole } from './own-downloads.ts'

const PAGE_SIZE = 20

/** A viewer's downloads across all their videos, newest first, a page at a time. */
export async function listOwnDownloads(
  deps: Deps<'database' | 'clock' | 'memory'>,
  { viewerId, beforeId }: { viewerId: string; beforeId: string | undefined },
): Promise<Outcome<{ downloads: OwnDownload[]; next: string | null }>> {
  const { records } = deps.database
  const { downloads } = records
  // The last one shown may have been deleted since: its place in the order is still known.
  const before = beforeId === undefined ? undefined : await downloads.findEvenDeleted(beforeId, viewerId)
  if (before === null) return refused('invalid_request', { details: 'before: There is no such download.' })
  // One more than is shown tells whether there is a next page.
  const found = await downloads.listForViewer(viewerId, { before, limit: PAGE_SIZE + 1 })
  const page = found.slice(0, PAGE_SIZE)
  const described: OwnDownload[] = []
  for (const whole of await findWhole(records, page)) described.push(await describeOwnDownload(deps, whole))
  return done({ downloads: described, next: found.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null })
}
