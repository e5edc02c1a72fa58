import type { SharedClip } from '@kerf/contract/share'
import type { ListedShare } from '../../ports/clips.ts'
import type { RowPage } from '../../ports/page.ts'
import { auditName, noteAction } from '../shared/audit.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage, mapPage, type PageQuery } from '../shared/pages.ts'

/**
 * Lists the public pages of clips that have a file, for admins. Some pages may be refused, for example those of blocked
 * videos. Only the owners see the addresses.
 */
export async function listShares(
  { database, clock }: Deps<'database' | 'clock'>,
  page: PageQuery,
): Promise<RowPage<SharedClip>> {
  return mapPage(await database.records.shares.list(clock.now(), adminPage(page)), describe)
}

/** Takes a user's public page back, with an audit entry. */
export function endShareOfUser(
  { database, clock }: Deps<'database' | 'clock'>,
  { id, by }: ById,
): Promise<Outcome<undefined>> {
  return database.transaction(async (records) => {
    const share = await records.shares.findForDownload(id)
    const details = share && (await records.shares.find(share.token))
    if (!details || !(await records.shares.delete(id))) return refused('not_found')
    const target = { kind: 'job', id: details.clip.id, name: auditName(details.video.details.title) } as const
    await noteAction(records, { by, at: clock.now(), action: 'share_ended', target })
    return done(undefined)
  })
}

const describe = ({ share, clip, video, userName }: ListedShare): SharedClip => ({
  id: share.downloadId,
  title: video.title,
  link: video.link,
  userName,
  createdAt: share.createdAt.toISOString(),
  expiresAt: (clip.expiresAt ?? share.createdAt).toISOString(),
  opened: share.opened,
  sentBytes: share.sentBytes,
})
