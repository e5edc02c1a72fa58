import type { BlockKind } from '@kerf/domain/moderation/blocking'
import { blockLink } from '../moderation/blocklist.ts'
import { type TestBackend, unwrap } from './test-backend.ts'

/** Blocks a link, as an admin whose account does not exist. Returns the block's id. */
export async function blockIt(backend: TestBackend, kind: BlockKind, link: string, reason = 'A test'): Promise<string> {
  return unwrap(await blockLink(backend, { body: { kind, link, reason }, by: 'an-admin' })).id
}
