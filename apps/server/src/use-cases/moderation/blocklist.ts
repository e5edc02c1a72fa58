import type { BlockedLink, blockLink as blockLinkCall } from '@kerf/contract/admin-moderation'
import type { AnswerOf, BodyOf } from '@kerf/contract/protocol/endpoint'
import { type BlockKey, blockKeysOf, readBlock, withoutCredentials } from '@kerf/domain/moderation/blocking'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { BlockRecord, DescribedBlock } from '../../ports/admin.ts'
import type { ClipRecord, DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { RowPage } from '../../ports/page.ts'
import { lockClips } from '../downloads/end-download.ts'
import { returnQuota } from '../downloads/quota.ts'
import { noteAction } from '../shared/audit.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage, mapPage, type PageQuery } from '../shared/pages.ts'
import { noteClipEnd } from '../webhooks/note-events.ts'

export async function listBlocks({ database }: Deps<'database'>, page: PageQuery): Promise<RowPage<BlockedLink>> {
  return mapPage(await database.records.blocklist.list(adminPage(page)), describe)
}

/** Blocks a link and ends its clips; takes effect with the commit. Blocking it again only changes the reason. */
export async function blockLink(
  deps: Deps<'database' | 'files' | 'clock'>,
  { body, by }: { body: BodyOf<typeof blockLinkCall>; by: string },
): Promise<Outcome<AnswerOf<typeof blockLinkCall>>> {
  const target = readBlock(body.kind, body.link)
  if (!target.blockable) return refused('invalid_link', { details: target.reason })
  const { kind, key } = target
  const at = deps.clock.now()
  const { block, wasBlocked, fileKeys } = await deps.database.transaction(async (transaction) => {
    await transaction.blocklist.lock()
    const addition = await addBlock(transaction, { ...body, kind, key, noticeId: null, by, at })
    const reason = !addition.isNew && addition.block.reason !== body.reason ? body.reason : null
    if (reason !== null) {
      await transaction.blocklist.setReason(addition.block.id, reason)
      const auditTarget = { kind: 'block', id: addition.block.id, name: addition.block.link } as const
      const details = `blocked already; reason: ${reason}`
      await noteAction(transaction, { by, at, action: 'link_blocked', target: auditTarget, details })
    }
    const endedFiles = await endBlockedClips(transaction, [target], { reason: body.reason, at })
    const currentBlock = { ...addition.block, ...(reason !== null ? { reason } : {}) }
    return { block: currentBlock, wasBlocked: !addition.isNew, fileKeys: endedFiles }
  })
  // Deleted after the commit. A crash before this leaves files that the database does not know, which the sweep
  // deletes.
  for (const fileKey of fileKeys) await deps.files.delete(fileKey)
  return done({ ...describe(block), wasBlocked })
}

/** Removes a block. New requests are allowed at once; deleted clips do not come back. */
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

/**
 * Adds a block with its audit entry, or returns the existing one. The caller's transaction holds the blocklist's
 * exclusive lock.
 */
export async function addBlock(
  records: Records,
  { by, at, ...fields }: NewBlock,
): Promise<{ block: DescribedBlock; isNew: boolean }> {
  const block = { ...fields, link: withoutCredentials(fields.link) }
  const existingBlock = await records.blocklist.findByKey(block)
  if (existingBlock) return { block: existingBlock, isNew: false }
  const id = newId()
  await records.blocklist.insert({ ...block, id, createdAt: at, createdBy: by })
  const target = { kind: 'block', id, name: block.link } as const
  const details = `${block.kind}: ${beginningOf(block.key, 200)}; reason: ${block.reason}`
  await noteAction(records, { by, at, action: 'link_blocked', target, details })
  const newBlock = await records.blocklist.findByKey(block)
  if (!newBlock) throw new Error(`The block of ${block.key} is not there.`)
  return { block: newBlock, isNew: true }
}

const STATUSES_IN_WORK = ['queued', 'processing'] as const

/**
 * Fails all clips that the blocks apply to, and returns units of unfinished ones. Returns file keys to delete after the
 * commit.
 */
export async function endBlockedClips(
  records: Records,
  blocks: readonly BlockKey[],
  end: { reason: string; at: Date },
): Promise<string[]> {
  const clips = await lockClips(records, await findBlockedClipIds(records, blocks))
  const fileKeys: string[] = []
  const stoppedClipIds: string[] = []
  const stoppedDownloads: DownloadRecord[] = []
  for (const clip of clips.values()) {
    if (await failBlockedClip(records, clip, STATUSES_IN_WORK, end)) {
      stoppedClipIds.push(clip.id)
      stoppedDownloads.push(...(await records.downloads.listForClip(clip.id)))
      if (clip.jobId) await records.cutQueue.cancel(clip.jobId)
    } else if ((await failBlockedClip(records, clip, ['completed'], end)) && clip.fileKey) fileKeys.push(clip.fileKey)
  }
  await returnQuota(records, stoppedDownloads)
  // Done last, because it locks batches, which must be locked after quota counters.
  for (const clipId of stoppedClipIds) await noteClipEnd(records, clipId, end.at)
  return fileKeys
}

/**
 * Marks a clip as failed by a block. `finishedAt` remains, so that statistics still count a completed clip on its day.
 */
function failBlockedClip(
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

async function findBlockedClipIds(records: Records, blocks: readonly BlockKey[]): Promise<Set<string>> {
  const clipIds = new Set<string>()
  for (const block of blocks)
    for (const { clipId, subject } of await records.blocklist.listSuspects(block))
      if (blockKeysOf(subject).some(({ kind, key }) => kind === block.kind && key === block.key)) clipIds.add(clipId)
  return clipIds
}
