import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Records, ViewerRecord } from '../../ports.ts'
import type { Executor } from './executor.ts'
import { viewers } from './schema.ts'

export function createViewerRecords(executor: Executor): Records['viewers'] {
  return {
    async create(tokenHash, now) {
      const viewer: ViewerRecord = { id: randomUUID(), kind: 'anonymous' }
      await executor.insert(viewers).values({ ...viewer, tokenHash, createdAt: now })
      return viewer
    },

    async findByTokenHash(tokenHash) {
      const [viewer] = await executor
        .select({ id: viewers.id, kind: viewers.kind })
        .from(viewers)
        .where(eq(viewers.tokenHash, tokenHash))
      return viewer ?? null
    },

    async delete(id) {
      await executor.delete(viewers).where(eq(viewers.id, id))
    },
  }
}
