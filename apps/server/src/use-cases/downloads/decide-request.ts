import type { requestDownload } from '@kerf/contract/download'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { isPaying, kindWithoutPlans, viewerKindOf } from '@kerf/domain/access/viewer'
import {
  ANIMATION_QUALITY,
  CLIP_FORMATS,
  type ClipFormat,
  fitsAnimation,
  isAnimation,
  isAudio,
  parseFormat,
} from '@kerf/domain/formats/clip-format'
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import { parseQuality, QUALITIES } from '@kerf/domain/formats/quality'
import { planAt } from '@kerf/domain/plans/plans'
import { decideTrim, rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'

export type DownloadRequest = BodyOf<typeof requestDownload>

/** What is asked for: a row of the grid, whose format follows from it, or what there is beside the grid. */
export function decideForm(asked: Pick<DownloadRequest, 'quality' | 'format'>): Outcome<RequestedForm> {
  const quality = parseQuality(asked.quality)
  if (!quality) return refused('unknown_quality')
  const own = QUALITIES[quality].format
  const format = asked.format === undefined ? own : parseFormat(asked.format)
  const offered = CLIP_FORMATS.filter((one) => isAudio(one) === isAudio(own))
  if (format === null || !offered.includes(format))
    return refused('invalid_request', { details: `${quality} is offered as ${offered.join(', ')}.` })
  // Of one size: equal requests are one clip, whatever quality they were asked in.
  return done({ quality: isAnimation(format) ? ANIMATION_QUALITY : quality, format })
}

const JOINED_FORMATS: readonly ClipFormat[] = CLIP_FORMATS.filter((format) => format === 'mp4' || isAudio(format))

/** The refusal when a clip of this format cannot be of these ranges. */
export function refusedForForm(format: RequestedForm['format'], ranges: readonly TimeRange[]): Refused | null {
  if (JOINED_FORMATS.includes(format)) return null
  if (ranges.length > 1)
    return refused('invalid_request', { details: `Joined ranges are offered as ${JOINED_FORMATS.join(' and ')}.` })
  const fits = !isAnimation(format) || fitsAnimation(rangesSeconds(ranges))
  return fits ? null : refused('range_too_long')
}

/** What the clip shows: the ranges that were named, else the one saved with the video. To join several is for those who pay. */
export function decideRanges(
  { trim, details }: Pick<VideoRecord, 'trim' | 'details'>,
  { ranges: requested, join = true }: Pick<DownloadRequest, 'ranges' | 'join'>,
  viewer: ViewerRecord,
): Outcome<TimeRange[]> {
  if (requested === undefined) return done([trim])
  const several = requested.length > 1
  if (several && !join) return refused('invalid_request', { details: SEVERAL_CLIPS })
  if (several && !isPaying(viewer.kind)) return refused('pro_feature')
  const ranges: TimeRange[] = []
  for (const [index, { startTime, endTime }] of requested.entries()) {
    const decision = decideTrim(startTime, endTime, details.durationSeconds)
    if (!decision.allowed) {
      const details = several ? `range ${index + 1}: ${decision.reason}` : decision.reason
      return refused('invalid_trim', { details })
    }
    ranges.push(decision.range)
  }
  return done(ranges)
}

const SEVERAL_CLIPS = 'A download is one clip. Ask for several clips by POST /api/batch, or join the ranges.'

/** Reads the plan again under the quota lock: it may have ended or begun since the call was let in. */
export async function asPlanStands(records: Records, viewer: ViewerRecord, now: Date): Promise<ViewerRecord> {
  const { kindWithPlans } = viewer
  const account = (kindWithPlans ?? viewer.kind) === 'anonymous' ? null : await records.accounts.find(viewer.id)
  return account ? planned(viewerOf(account, now), kindWithPlans === undefined) : viewer
}

/** The one place where PLANS=off changes what somebody may do. */
export function planned(viewer: ViewerRecord, hasPlans: boolean): ViewerRecord {
  return hasPlans ? viewer : { ...viewer, kind: kindWithoutPlans(viewer.kind), kindWithPlans: viewer.kind }
}

/** Thrown so that nothing is taken: what was judged beforehand was judged for another kind of viewer. */
export class PlanChangedError extends Error {
  readonly viewer: ViewerRecord

  constructor(viewer: ViewerRecord) {
    super(`The viewer is ${viewer.kind} by now.`)
    this.name = 'PlanChangedError'
    this.viewer = viewer
  }
}

export function viewerOf(account: AccountRecord, now: Date): ViewerRecord {
  const viewer = { id: account.id, kind: viewerKindOf(account.role, planAt(account, now)) }
  return account.emailVerified ? viewer : { ...viewer, unconfirmed: true }
}
