import type { BlockKind } from '@kerf/domain/moderation/blocking'
import { blockLink } from '../moderation/blocklist.ts'
import { unwrap, type Workbench } from './workbench.ts'

/** Blocks a link, as an admin whose account does not exist. Returns the block's id. */
export async function blockIt(bench: Workbench, kind: BlockKind, link: string, reason = 'A test'): Promise<string> {
  return unwrap(await blockLink(bench, { body: { kind, link, reason }, by: 'an-admin' })).id
}
