import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import type { readShare as readShareCall, Share } from '@kerf/contract/share'
import { sharePath } from '@kerf/domain/site/share-path'
import type { ShareRecord } from '../../ports/clips.ts'
import { findFinished } from '../downloads/files/open-clip.ts'
import { findDownload } from '../downloads/files/own-downloads.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { isSharingOn } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

type ShareDeps = Deps<'database' | 'clock' | 'caches'>
/** Address of this site, without a slash at its end. */
type Site = { site: string }

/** Makes the public page of a viewer's finished clip, or returns the one that it has. */
export async function shareDownload(deps: ShareDeps, { site, ...own }: Own & Site): Promise<Outcome<Share>> {
  const { records } = deps.database
  if (!(await isSharingOn(records))) return refused('sharing_off')
  const lookup = await findFinished(deps, own)
  if (!lookup.ok) return lookup
  const { download, clip } = lookup.value
  await records.shares.insert({ token: newId(), downloadId: download.id, createdAt: deps.clock.now() })
  const share = await records.shares.findForDownload(download.id)
  return share && clip.expiresAt ? done(describe(share, clip.expiresAt, site)) : refused('expired')
}

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

/** Ends the public page. Responses that are being sent continue to their end. */
export async function endShare(deps: ShareDeps, own: Own): Promise<Outcome<undefined>> {
  const lookup = await findDownload(deps, own)
  if (!lookup.ok) return lookup
  await deps.database.records.shares.delete(lookup.value.download.id)
  return done(undefined)
}

const describe = ({ token, opened }: ShareRecord, expiresAt: Date, site: string): Share => ({
  url: site + sharePath(token),
  expiresAt: expiresAt.toISOString(),
  opened,
})
