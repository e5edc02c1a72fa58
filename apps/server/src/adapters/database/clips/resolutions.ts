import { and, eq, lt } from 'drizzle-orm'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first } from '../engine/executor.ts'
import { resolutions } from '../schema/clip-schema.ts'
import { referenceKey } from './clips.ts'

export function createResolutionRecords(executor: Executor): Records['resolutions'] {
  return {
    find: (source, reference) =>
      first(
        executor
          .select({ video: resolutions.video, resolvedAt: resolutions.resolvedAt })
          .from(resolutions)
          .where(and(eq(resolutions.source, source), eq(resolutions.referenceKey, referenceKey(reference)))),
      ),

    async save(source, reference, video, resolvedAt) {
      await executor
        .insert(resolutions)
        .values({ source, referenceKey: referenceKey(reference), video, resolvedAt })
        .onConflictDoUpdate({
          target: [resolutions.source, resolutions.referenceKey],
          set: { video, resolvedAt },
        })
    },

    async forget(source, reference) {
      await executor
        .delete(resolutions)
        .where(and(eq(resolutions.source, source), eq(resolutions.referenceKey, referenceKey(reference))))
    },

    async deleteOlderThan(time) {
      await executor.delete(resolutions).where(lt(resolutions.resolvedAt, time))
    },
  }
}
