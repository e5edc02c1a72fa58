import { type BlockKey, type BlockSubject, blockKeysOf } from '@kerf/domain/moderation/blocking'
import type { VideoRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'

type BlocklistRecords = Pick<Records, 'blocklist'>

/**
 * Whether a block applies to the subject. Callers that store something check in a transaction that holds the blocklist.
 */
export async function isBlocked({ blocklist }: BlocklistRecords, subject: BlockSubject): Promise<boolean> {
  return (await blocklist.matching(blockKeysOf(subject))).length > 0
}

/** Whether a block applies to the subject. `checkedSubject` is of the same video, and not blocked. */
export async function isBlockedBeyond(
  records: BlocklistRecords,
  subject: BlockSubject,
  checkedSubject: BlockSubject,
): Promise<boolean> {
  const isChecked = (name: 'channelIds' | 'servedFrom'): boolean =>
    (subject[name] ?? []).every((value) => checkedSubject[name]?.includes(value))
  return !(isChecked('channelIds') && isChecked('servedFrom')) && isBlocked(records, subject)
}

/** Index of the first blocked subject, or -1. Uses one query for all. */
export async function findBlocked({ blocklist }: BlocklistRecords, subjects: readonly BlockSubject[]): Promise<number> {
  const keysOfSubjects = subjects.map(blockKeysOf)
  const keysByName = new Map(keysOfSubjects.flat().map((key) => [blockNameOf(key), key]))
  const blockedNames = new Set((await blocklist.matching([...keysByName.values()])).map(blockNameOf))
  return keysOfSubjects.findIndex((keys) => keys.some((key) => blockedNames.has(blockNameOf(key))))
}

interface BlockableVideo extends Pick<VideoRecord, 'source' | 'reference'> {
  details: Pick<VideoRecord['details'], 'channelIds' | 'servedFrom'>
}

export function subjectOf({ source, reference, details }: BlockableVideo) {
  const { channelIds, servedFrom } = details
  return { source, reference, channelIds, servedFrom } satisfies BlockSubject
}

const blockNameOf = ({ kind, key }: BlockKey): string => `${kind} ${key}`
