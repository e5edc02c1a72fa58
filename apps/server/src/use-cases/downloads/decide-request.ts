import type { requestDownload } from '@kerf/contract/download'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { isPaying, viewerKindOf } from '@kerf/domain/access/viewer'
import type { SubtitleRequest } from '@kerf/domain/captions/transcript'
import {
  ANIMATION_QUALITY,
  CLIP_FORMATS,
  type ClipFormat,
  fitsAnimation,
  isAnimation,
  isAudio,
  isSilent,
  parseFormat,
} from '@kerf/domain/formats/clip-format'
import { type ClipOptions, SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
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

/** What is made, and what comes beside it. */
export interface DecidedOptions {
  options: ClipOptions
  /** As they were asked for. */
  subtitles: SubtitleRequest | null
}

/** The audio track and the subtitles of a clip of this format. A refusal names the field. */
export function decideOptions(
  { captions = [], audioTracks = [] }: Pick<VideoRecord['details'], 'captions' | 'audioTracks'>,
  format: ClipFormat,
  asked: Pick<DownloadRequest, 'audioTrack' | 'subtitles'>,
): Outcome<DecidedOptions> {
  const unfit = (meaning: string) => refused('invalid_request', { meaning })
  const track = audioTracks.find(({ id }) => id === asked.audioTrack)
  if (asked.audioTrack !== undefined && !track)
    return unfit(`"audioTrack" must be ${oneOf(audioTracks, 'left out: this video has no choice of audio tracks')}.`)
  // The original is the same clip as none that is named; what makes no sound is the same in every language.
  const audioTrack = track && !track.isOriginal && !isSilent(format) ? { audioTrack: track.id } : {}
  if (asked.subtitles === undefined) return done({ options: audioTrack, subtitles: null })
  const { captions: id, as, style } = asked.subtitles
  if (!SUBTITLED_FORMATS[as].includes(format))
    return unfit(`"subtitles.as" "${as}" is offered with format ${SUBTITLED_FORMATS[as].join(', ')}, not ${format}.`)
  if (style !== undefined && as !== 'burned') return unfit('"subtitles.style" is offered for burned subtitles only.')
  if (!captions.some((one) => one.id === id))
    return unfit(`"subtitles.captions" must be ${oneOf(captions, 'one of the video, which has no captions')}.`)
  if (as === 'file') return done({ options: audioTrack, subtitles: { captions: id, as } })
  const subtitles = as === 'track' ? { captions: id, as } : { captions: id, as, style: style ?? 'outline' }
  return done({ options: { ...audioTrack, subtitles }, subtitles })
}

const MOST_NAMED = 20

function oneOf(choices: readonly { id: string }[], none: string): string {
  const ids = choices.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = choices.length > MOST_NAMED ? ' and others' : ''
  return choices.length > 0 ? `one of ${ids.join(', ')}${more}` : none
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
  const account = viewer.kind === 'anonymous' ? null : await records.accounts.find(viewer.id)
  return account ? viewerOf(account, now) : viewer
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
