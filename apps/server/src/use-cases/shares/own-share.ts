import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import type { readShare as readShareCall, Share } from '@kerf/contract/share'
import { NEW_SHARES } from '@kerf/domain/access/share-limits'
import { sharePath } from '@kerf/domain/site/share-path'
import type { DownloadRecord, ShareRecord } from '../../ports/clips.ts'
import { findFinished } from '../downloads/files/open-clip.ts'
import { findDownload } from '../downloads/files/own-downloads.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { isSharingOn } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

type ShareDeps = Deps<'database' | 'clock' | 'caches'>
/** Address of this site, without a slash at its end. */
type Site = { site: string }

/** Wait of a viewer who has used up the new shares: the time in which one flows back. */
const SHARE_WAIT_SECONDS = Math.ceil(1 / NEW_SHARES.perSecond)

/** Makes the public page of a viewer's finished clip, or returns the one that it has. */
export async function shareDownload(deps: ShareDeps, { site, ...own }: Own & Site): Promise<Outcome<Share>> {
  const { records } = deps.database
  if (!(await isSharingOn(records))) return refused('sharing_off')
  const lookup = await findFinished(deps, own)
  if (!lookup.ok) return lookup
  const { download, clip } = lookup.value
  const existingShare = await records.shares.findForDownload(download.id)
  if (!existingShare && deps.caches.newShares.leftOf(download.viewerId) < 1)
    return refused('too_many_requests', { retryAfterSeconds: SHARE_WAIT_SECONDS })
  const share = existingShare ?? (await insertShare(deps, download))
  return share && clip.expiresAt ? done(describe(share, clip.expiresAt, site)) : refused('expired')
}

/** Stores a new share, with an audit entry. A double click finds the share of the first. */
async function insertShare({ database, clock, caches }: ShareDeps, { id, viewerId }: DownloadRecord) {
  caches.newShares.spend(viewerId, 1)
  const at = clock.now()
  return database.transaction(async (records) => {
    const isNew = await records.shares.insert({ token: newId(), downloadId: id, createdAt: at })
    if (isNew) await noteAction(records, { by: viewerId, at, action: 'clip_shared', target: targetOf(id) })
    return records.shares.findForDownload(id)
  })
}

/** Target in the audit. Reading the log joins the title of the video, which is never copied into the log. */
const targetOf = (id: string) => ({ kind: 'job', id, name: null }) as const

/** Describes the public page of a viewer's clip, if it has one. */
export async function readShare(
  deps: ShareDeps,
  { site, ...own }: Own & Site,
): Promise<Outcome<AnswerOf<typeof readShareCall>>> {
  const lookup = await findDownload(deps, own)
  if (!lookup.ok) return lookup
  const { download, clip } = lookup.value
  const { records } = deps.database
  const isAllowed = await isSharingOn(records)
  const share = isAllowed ? await records.shares.findForDownload(download.id) : null
  return done({ share: share && clip.expiresAt ? describe(share, clip.expiresAt, site) : null, isAllowed })
}

/** Ends the public page, with an audit entry. Responses that are being sent continue to their end. */
export async function endShare(deps: ShareDeps, ownDownload: Own): Promise<Outcome<undefined>> {
  const lookup = await findDownload(deps, ownDownload)
  if (!lookup.ok) return lookup
  const { id, viewerId } = lookup.value.download
  await deps.database.transaction(async (records) => {
    if (await records.shares.delete(id))
      await noteAction(records, { by: viewerId, at: deps.clock.now(), action: 'share_ended', target: targetOf(id) })
  })
  return done(undefined)
}

const describe = ({ token, opened }: ShareRecord, expiresAt: Date, site: string): Share => ({
  url: site + sharePath(token),
  expiresAt: expiresAt.toISOString(),
  opened,
})
