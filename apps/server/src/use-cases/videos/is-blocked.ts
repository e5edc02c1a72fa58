import { type BlockKey, type BlockSubject, blockKeysOf } from '@kerf/domain/moderation/blocking'
import type { AdminRecords } from '../../ports/admin.ts'
import type { VideoRecord } from '../../ports/clips.ts'

type Asked = Pick<AdminRecords, 'blocklist'>

/** One query at every decision. Callers that store something ask in a transaction that holds the blocklist. */
export async function isBlocked({ blocklist }: Asked, subject: BlockSubject): Promise<boolean> {
  return (await blocklist.matching(blockKeysOf(subject))).length > 0
}

/** The same for many in one query: the place of the first that is blocked, or -1. */
export async function findBlocked({ blocklist }: Asked, subjects: readonly BlockSubject[]): Promise<number> {
  const keysOf = subjects.map(blockKeysOf)
  const distinct = new Map(keysOf.flat().map((key) => [nameOf(key), key]))
  const blocked = new Set((await blocklist.matching([...distinct.values()])).map(nameOf))
  return keysOf.findIndex((keys) => keys.some((key) => blocked.has(nameOf(key))))
}

interface Described extends Pick<VideoRecord, 'source' | 'reference'> {
  details: Pick<VideoRecord['details'], 'channelIds' | 'servedFrom'>
}

export function subjectOf({ source, reference, details }: Described) {
  const { channelIds, servedFrom } = details
  return { source, reference, channelIds, servedFrom } satisfies BlockSubject
}

const nameOf = ({ kind, key }: BlockKey): string => `${kind} ${key}`
