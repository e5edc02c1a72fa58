import type { BlockedLink, blockLink } from '@kerf/contract/admin-moderation'
import type { AnswerOf, BodyOf } from '@kerf/contract/protocol/endpoint'
import { readBlock } from '@kerf/domain/moderation/blocking'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import type { ToldBlock } from '../../ports/admin.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import type { FileStore } from '../../ports/files.ts'
import { noteAction } from '../admin/note-action.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { addBlock } from './add-block.ts'
import { endBlockedClips } from './end-blocked-clips.ts'

/** What nobody can process here, for the admins. */
export function manageBlocklist(deps: { database: Database; files: FileStore; clock: Clock }) {
  const { records } = deps.database
  return {
    /** Pages count from 1, the newest first. */
    async list(page: number): Promise<{ blocks: BlockedLink[]; total: number }> {
      const offset = (page - 1) * ADMIN_PAGE_SIZE
      const { blocks, total } = await records.blocklist.list({ offset, limit: ADMIN_PAGE_SIZE })
      return { blocks: blocks.map(describe), total }
    },

    /**
     * From its commit on nothing of it is let pass, and nothing of it is left. What is blocked already stays one block, and has
     * the reason that was given last.
     */
    async block(asked: BodyOf<typeof blockLink>, by: string): Promise<Outcome<AnswerOf<typeof blockLink>>> {
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
    },

    /** New wishes are taken again at once; what was deleted stays so. */
    unblock: (id: string, by: string): Promise<Outcome<undefined>> =>
      deps.database.transaction(async (transaction) => {
        const block = await transaction.blocklist.delete(id)
        if (!block) return refused('not_found')
        const target = { kind: 'block', id, name: block.link } as const
        const details = `${block.kind}, blocked since ${block.createdAt.toISOString()}; reason was: ${block.reason}`
        await noteAction(transaction, { by, at: deps.clock.now(), action: 'link_unblocked', target, details })
        return done(undefined)
      }),
  }
}

function describe({ id, kind, link, reason, createdAt, createdByName }: ToldBlock): BlockedLink {
  return { id, kind, link, reason, createdAt: createdAt.toISOString(), createdBy: createdByName }
}
