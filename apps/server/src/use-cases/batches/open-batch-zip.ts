import type { Readable } from 'node:stream'
import { batchFileName } from '@kerf/domain/formats/file-name'
import { downloadStatus } from '../downloads/describe-download.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findBlocked, subjectOf } from '../videos/is-blocked.ts'
import { findBatch, stateOf, zipEntries } from './describe-batch.ts'

/** A viewer may fetch this many zips at a time: one in each of two tabs, or a second try while the first still hangs. */
const ZIPS_AT_ONCE = 2

export interface OpenedZip {
  sizeBytes: number
  fileName: string
  /** Counts as being fetched until it is closed. */
  open(): Outcome<Readable>
}

/** The finished clips of a viewer's batch as one zip, once nothing of it is in work and while any of them lives. */
export async function openBatchZip(
  deps: Deps<'database' | 'files' | 'zips' | 'clock' | 'memory'>,
  { id, viewer }: Own,
): Promise<Outcome<OpenedZip>> {
  const found = await findBatch(deps, { id, viewer })
  if (!found.ok) return found
  const { batch, downloads } = found.value
  const now = deps.clock.now()
  const { status } = stateOf(found.value, now)
  if (status === 'processing') return refused('not_ready')
  if (status === 'cancelled') return refused('cancelled')
  const wasBlocked = downloads.some(({ clip }) => clip.status === 'failed' && clip.errorCode === 'link_blocked')
  if (status === 'failed') return refused(wasBlocked ? 'link_blocked' : 'cut_failed')
  const entries = await zipEntries(deps.files, downloads, now)
  if (entries.length === 0) return refused(wasBlocked ? 'link_blocked' : 'expired')
  // What was blocked has no clip any more and is not in the zip; nothing that is in it may be blocked.
  const inZip = downloads.filter((whole) => downloadStatus(whole.download, whole.clip, now) === 'completed')
  const subjects = inZip.map(({ video }) => subjectOf(video))
  if ((await findBlocked(deps.database.records, subjects)) >= 0) return refused('link_blocked')
  return done({
    sizeBytes: deps.zips.sizeBytes(entries),
    fileName: batchFileName(batch.createdAt),
    open: () => sendZip(deps, batch.viewerId, () => deps.zips.open(entries)),
  })
}

function sendZip(
  { memory: { zipsBeingSent } }: Deps<'memory'>,
  viewerId: string,
  start: () => Readable,
): Outcome<Readable> {
  const others = zipsBeingSent.get(viewerId) ?? 0
  if (others >= ZIPS_AT_ONCE) return refused('too_many_requests')
  zipsBeingSent.set(viewerId, others + 1)
  const zip = start()
  zip.once('close', () => {
    const left = (zipsBeingSent.get(viewerId) ?? 1) - 1
    if (left > 0) zipsBeingSent.set(viewerId, left)
    else zipsBeingSent.delete(viewerId)
  })
  return done(zip)
}
