import type { BlockKind } from '@kerf/domain/moderation/blocking'
import { blockLink } from '../moderation/blocklist.ts'
import { accepted, type Workbench } from './workbench.ts'

/** Blocks what was entered; the admin's account is gone by now. */
export async function blockIt(bench: Workbench, kind: BlockKind, link: string, reason = 'A test'): Promise<string> {
  return accepted(await blockLink(bench, { asked: { kind, link, reason }, by: 'an-admin' })).id
}
