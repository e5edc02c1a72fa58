import type { BlockedLink, blockLink as blockLinkCall } from '@kerf/contract/admin-moderation'
import type { AnswerOf, BodyOf } from '@kerf/contract/protocol/endpoint'
import { type BlockKey, blockKeysOf, readBlock, withoutCredentials } from '@kerf/domain/moderation/blocking'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { BlockRecord, DescribedBlock } from '../../ports/admin.ts'
import type { ClipRecord, DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Page } from '../../ports/page.ts'
import { lockClips } from '../downloads/end-download.ts'
import { returnQuota } from '../downloads/quota.ts'
import { noteAction } from '../shared/audit.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { type AskedPage, adminPage, mapPage } from '../shared/pages.ts'
import { noteClipEnd } from '../webhooks/note-events.ts'

export async function listBlocks({ database }: Deps<'database'>, page: AskedPage): Promise<Page<BlockedLink>> {
  return mapPage(await database.records.blocklist.list(adminPage(page)), describe)
}

/** Takes effect with the commit. Blocking again changes the reason only. */
export async function blockLink(
  deps: Deps<'database' | 'files' | 'clock'>,
  { asked, by }: { asked: BodyOf<typeof blockLinkCall>; by: string },
): Promise<Outcome<AnswerOf<typeof blockLinkCall>>> {
  const read = readBlock(asked.kind, asked.link)
  if (!read.blockable) return refused('invalid_link', { details: read.reason })
  const { kind, key } = read
  const at = deps.clock.now()
  const { block, wasBlocked, fileKeys } = await deps.database.transaction(async (transaction) => {
    await transaction.blocklist.lock()
    const added = await addBlock(transaction, { ...asked, kind, key, noticeId: null, by, at })
    const reason = !added.isNew && added.block.reason !== asked.reason ? asked.reason : null
    if (reason !== null) {
      await transaction.blocklist.setReason(added.block.id, reason)
      const target = { kind: 'block', id: added.block.id, name: added.block.link } as const
      const details = `blocked already; reason: ${reason}`
      await noteAction(transaction, { by, at, action: 'link_blocked', target, details })
    }
    const ended = await endBlockedClips(transaction, [read], { reason: asked.reason, at })
    const current = { ...added.block, ...(reason !== null ? { reason } : {}) }
    return { block: current, wasBlocked: !added.isNew, fileKeys: ended }
  })
  // After the commit: a crash in between leaves files that the database does not know, which the sweep deletes.
  for (const fileKey of fileKeys) await deps.files.delete(fileKey)
  return done({ ...describe(block), wasBlocked })
}

/** New requests are taken again at once; what was deleted stays so. */
export function unblockLink(deps: Deps<'database' | 'clock'>, { id, by }: ById): Promise<Outcome<undefined>> {
  return deps.database.transaction(async (transaction) => {
    const block = await transaction.blocklist.delete(id)
    if (!block) return refused('not_found')
    const target = { kind: 'block', id, name: block.link } as const
    const details = `${block.kind}, blocked since ${block.createdAt.toISOString()}; reason was: ${block.reason}`
    await noteAction(transaction, { by, at: deps.clock.now(), action: 'link_unblocked', target, details })
    return done(undefined)
  })
}

function describe({ id, kind, link, reason, createdAt, createdByName }: DescribedBlock): BlockedLink {
  return { id, kind, link, reason, createdAt: createdAt.toISOString(), createdBy: createdByName }
}

export interface NewBlock extends BlockKey, Pick<BlockRecord, 'link' | 'reason' | 'noticeId'> {
  by: string
  at: Date
}

/** Within a transaction that has the blocklist for itself: the block, noted, or the one that is there already. */
export async function addBlock(
  records: Records,
  { by, at, ...asked }: NewBlock,
): Promise<{ block: DescribedBlock; isNew: boolean }> {
  const block = { ...asked, link: withoutCredentials(asked.link) }
  const known = await records.blocklist.findByKey(block)
  if (known) return { block: known, isNew: false }
  const id = newId()
  await records.blocklist.insert({ ...block, id, createdAt: at, createdBy: by })
  const target = { kind: 'block', id, name: block.link } as const
  const details = `${block.kind}: ${beginningOf(block.key, 200)}; reason: ${block.reason}`
  await noteAction(records, { by, at, action: 'link_blocked', target, details })
  const added = await records.blocklist.findByKey(block)
  if (!added) throw new Error(`The block of ${block.key} is not there.`)
  return { block: added, isNew: true }
}

const IN_WORK = ['queued', 'processing'] as const

/** Under the blocklist's lock: fails running clips and returns units. Returns file keys to delete after commit. */
export async function endBlockedClips(
  records: Records,
  blocked: readonly BlockKey[],
  end: { reason: string; at: Date },
): Promise<string[]> {
  const clips = await lockClips(records, await findClips(records, blocked))
  const fileKeys: string[] = []
  const stopped: string[] = []
  const waited: DownloadRecord[] = []
  for (const clip of clips.values()) {
    if (await fail(records, clip, IN_WORK, end)) {
      stopped.push(clip.id)
      waited.push(...(await records.downloads.listForClip(clip.id)))
      if (clip.jobId) await records.cutQueue.cancel(clip.jobId)
    } else if ((await fail(records, clip, ['completed'], end)) && clip.fileKey) fileKeys.push(clip.fileKey)
  }
  await returnQuota(records, waited)
  // Last: whoever holds a batch waits for no unit.
  for (const clipId of stopped) await noteClipEnd(records, clipId, end.at)
  return fileKeys
}

/** What was finished keeps the moment when it was: it counts for that day. */
function fail(
  records: Records,
  clip: ClipRecord,
  from: readonly ClipRecord['status'][],
  { reason, at }: { reason: string; at: Date },
): Promise<boolean> {
  return records.clips.update(clip.id, from, {
    status: 'failed',
    stage: 'done',
    etaSeconds: null,
    errorCode: 'link_blocked',
    failureCause: reason,
    endedAt: at,
    fileKey: null,
    expiresAt: null,
  })
}

async function findClips(records: Records, blocked: readonly BlockKey[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const block of blocked)
    for (const { clipId, subject } of await records.blocklist.listSuspects(block))
      if (blockKeysOf(subject).some(({ kind, key }) => kind === block.kind && key === block.key)) found.add(clipId)
  return found
}
