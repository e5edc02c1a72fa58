import { type BlockKey, withoutCredentials } from '@kerf/domain/moderation/blocking'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { BlockRecord, DescribedBlock } from '../../ports/admin.ts'
import type { Records } from '../../ports/database.ts'
import { noteAction } from '../shared/audit.ts'
import { newId } from '../shared/new-id.ts'

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
