import type { BlockKind } from '@kerf/domain/moderation/blocking'
import { blockLink } from '../moderation/blocklist.ts'
import type { Workbench } from './workbench.ts'

/** Blocks what was entered; the admin's account is gone by now. */
export async function blockIt(bench: Workbench, kind: BlockKind, link: string, reason = 'A test'): Promise<string> {
  const blocked = await blockLink(bench, { asked: { kind, link, reason }, by: 'an-admin' })
  if (!blocked.ok) throw new Error(`${blocked.code} ${blocked.details}`)
  return blocked.value.id
}
