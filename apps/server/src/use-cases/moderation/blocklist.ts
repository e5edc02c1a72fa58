import type { BlockedLink, blockLink as blockLinkCall } from '@kerf/contract/admin-moderation'
import type { AnswerOf, BodyOf } from '@kerf/contract/protocol/endpoint'
import { readBlock } from '@kerf/domain/moderation/blocking'
import type { DescribedBlock } from '../../ports/admin.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage } from '../shared/pages-of.ts'
import { addBlock } from './add-block.ts'
import { endBlockedClips } from './end-blocked-clips.ts'

/** What nobody can process here, for the admins. Pages count from 1, the newest first. */
export async function listBlocks(
  deps: Deps<'database'>,
  page: number,
): Promise<{ blocks: BlockedLink[]; total: number }> {
  const { records } = deps.database
  const { blocks, total } = await records.blocklist.list(adminPage(page))
  return { blocks: blocks.map(describe), total }
}

/**
 * From its commit on nothing of it is let pass, and nothing of it is left. What is blocked already stays one block, and has
 * the reason that was given last.
 */
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
    const told = { ...added.block, ...(reason !== null ? { reason } : {}) }
    return { block: told, wasBlocked: !added.isNew, fileKeys: ended }
  })
  // After the commit: a crash in between leaves files that the database does not know, which the sweep deletes.
  for (const fileKey of fileKeys) await deps.files.delete(fileKey)
  return done({ ...describe(block), wasBlocked })
}

/** New requests are taken again at once; what was deleted stays so. */
export function unblockLink(
  deps: Deps<'database' | 'clock'>,
  { id, by }: { id: string; by: string },
): Promise<Outcome<undefined>> {
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
