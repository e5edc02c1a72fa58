import type { BlockKey, BlockKind, BlockSubject } from '@kerf/domain/moderation/blocking'
import { and, desc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { BlockRecord, DescribedBlock } from '../../../ports/admin.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import { referenceKey } from '../clips/clips.ts'
import { type Executor, firstRow, run } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { blocklist } from '../schema/admin-schema.ts'
import { clips, downloads, videos } from '../schema/clip-schema.ts'

/** Advisory lock. Transactions that check blocks share it, and a transaction that adds a block holds it exclusively. */
const BLOCKLIST_LOCK = sql`hashtextextended('blocklist', 0)`
/** Longer keys are stored as a hash, because an index entry has no room for every address. */
const MAX_PLAIN_KEY_LENGTH = 500
const YOUTUBE_KEY_PATTERN = /^youtube:(.*)$/

export function createBlocklistRecords(executor: Executor) {
  const selectDescribed = () =>
    executor
      .select({ block: blocklist, createdByName: users.name })
      .from(blocklist)
      .leftJoin(users, eq(users.id, blocklist.createdBy))

  return {
    /** Shared lock: no block is added until this transaction ends, so its checks still hold when it commits. */
    hold: () => run(executor.execute(sql`select pg_advisory_xact_lock_shared(${BLOCKLIST_LOCK})`)),

    /** Exclusive lock, against `hold` and `lock`. Take it before any other lock. */
    lock: () => run(executor.execute(sql`select pg_advisory_xact_lock(${BLOCKLIST_LOCK})`)),

    async matching(keys: readonly BlockKey[]): Promise<BlockKey[]> {
      if (keys.length === 0) return []
      const rows = await executor
        .select({ kind: blocklist.kind, key: blocklist.key })
        .from(blocklist)
        .where(or(...conditionsByKind(keys)))
      const blockedKeys = new Set(rows.map(({ kind, key }) => `${kind} ${key}`))
      return keys.filter(({ kind, key }) => blockedKeys.has(`${kind} ${toStoredKey(key)}`))
    },

    insert: ({ key, ...block }: BlockRecord) =>
      run(executor.insert(blocklist).values({ ...block, key: toStoredKey(key) })),

    async findByKey({ kind, key }: BlockKey) {
      const [row] = await selectDescribed().where(and(eq(blocklist.kind, kind), eq(blocklist.key, toStoredKey(key))))
      return row ? toDescribed(row) : null
    },

    setReason: (id: string, reason: string) =>
      run(executor.update(blocklist).set({ reason }).where(eq(blocklist.id, id))),

    async list({ offset, limit }: PageRequest): Promise<RowPage<DescribedBlock>> {
      const rows = await selectDescribed()
        .orderBy(desc(blocklist.createdAt), desc(blocklist.id))
        .offset(offset)
        .limit(limit)
      return { rows: rows.map(toDescribed), total: await executor.$count(blocklist) }
    },

    /** Returns the deleted block, or null. */
    delete: (id: string): Promise<BlockRecord | null> =>
      firstRow(executor.delete(blocklist).where(eq(blocklist.id, id)).returning()),

    /** Clips that the key may match, in progress or with a file. The caller compares their subjects. */
    async listSuspects(key: BlockKey): Promise<{ clipId: string; subject: BlockSubject }[]> {
      const detailOf = (name: 'channelIds' | 'servedFrom') =>
        sql<string[] | null>`${videos.details}->${sql.raw(`'${name}'`)}`
      const rows = await executor
        .selectDistinct({
          clipId: clips.id,
          source: clips.source,
          reference: clips.reference,
          channelIds: detailOf('channelIds'),
          servedFrom: detailOf('servedFrom'),
        })
        .from(clips)
        .leftJoin(downloads, eq(downloads.clipId, clips.id))
        .leftJoin(videos, eq(videos.id, downloads.videoId))
        .where(
          and(
            or(inArray(clips.status, ['queued', 'processing', 'completed']), isNotNull(clips.fileKey)),
            mayMatch(key),
          ),
        )
      return rows.map(({ clipId, source, reference, channelIds, servedFrom }) => ({
        clipId,
        subject: { source, reference, channelIds: channelIds ?? [], servedFrom: servedFrom ?? [] },
      }))
    },
  }
}

const toStoredKey = (key: string): string => (key.length > MAX_PLAIN_KEY_LENGTH ? referenceKey(key) : key)

function conditionsByKind(keys: readonly BlockKey[]): (SQL | undefined)[] {
  const kinds = [...new Set(keys.map(({ kind }) => kind))]
  const storedKeysOf = (blockKind: BlockKind) =>
    keys.filter(({ kind }) => kind === blockKind).map(({ key }) => toStoredKey(key))
  return kinds.map((kind) => and(eq(blocklist.kind, kind), inArray(blocklist.key, storedKeysOf(kind))))
}

/**
 * Condition of clips that may match a key. It also matches others, so that an index can be used. The caller compares
 * exactly.
 */
function mayMatch({ kind, key }: BlockKey): SQL | undefined {
  const videoId = kind === 'video' ? YOUTUBE_KEY_PATTERN.exec(key)?.[1] : undefined
  if (videoId !== undefined) return and(eq(clips.source, 'youtube'), eq(clips.referenceKey, referenceKey(videoId)))
  if (kind === 'video') return ne(clips.source, 'youtube')
  if (kind === 'domain') return undefined
  // Only the channels of sites name their site: `twitch:name`.
  return key.includes(':') ? ne(clips.source, 'youtube') : eq(clips.source, 'youtube')
}

function toDescribed({ block, createdByName }: { block: BlockRecord; createdByName: string | null }): DescribedBlock {
  return { ...block, createdByName }
}
