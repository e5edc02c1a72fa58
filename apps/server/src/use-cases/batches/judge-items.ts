import type { createBatch } from '@kerf/contract/batch'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { qualityAccess } from '@kerf/domain/access/quality-access'
import { parseQuality, QUALITIES } from '@kerf/domain/formats/quality'
import { chooseRenditions } from '@kerf/domain/formats/rendition-choice'
import { decideTrim } from '@kerf/domain/ranges/time-range'
import type { ClipRequest, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Database } from '../../ports/database.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'

export type BatchItem = BodyOf<typeof createBatch>['items'][number]

/** One item that may be taken: what is asked for, and of which of the viewer's videos. */
export interface JudgedItem {
  video: VideoRecord
  request: ClipRequest
}

/** Looks at every item before any of them is taken; a refusal names the first that cannot be, counted from 1. */
export async function judgeItems(
  database: Database,
  items: readonly BatchItem[],
  viewer: ViewerRecord,
): Promise<Outcome<JudgedItem[]>> {
  const videoOf = await database.records.videos.findMany([...new Set(items.map(({ videoId }) => videoId))])
  const judged: JudgedItem[] = []
  for (const [position, item] of items.entries()) {
    const outcome = judge(item, videoOf.get(item.videoId), viewer)
    if (!outcome.ok) return naming(outcome, position)
    judged.push(outcome.value)
  }
  return done(judged)
}

function judge(item: BatchItem, video: VideoRecord | undefined, viewer: ViewerRecord): Outcome<JudgedItem> {
  const quality = parseQuality(item.quality)
  if (!quality) return refused('unknown_quality')
  if (!video || video.viewerId !== viewer.id) return refused('not_found')
  const trim = decideTrim(item.startTime, item.endTime, video.details.durationSeconds)
  if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
  const access = qualityAccess(viewer.kind, quality)
  if (!access.allowed) return refused(access.reason)
  if (!chooseRenditions(video.details.renditions, quality)) return refused('quality_unavailable')
  const { source, reference } = video
  const { format } = QUALITIES[quality]
  return done({ video, request: { source, reference, ranges: [trim.range], quality, format } })
}

/** Adds which item it is about: `item 3`, `item 3: too_short`. */
export function naming(refusal: Refused, position: number): Refused {
  const item = `item ${position + 1}`
  return { ...refusal, details: refusal.details ? `${item}: ${refusal.details}` : item }
}
