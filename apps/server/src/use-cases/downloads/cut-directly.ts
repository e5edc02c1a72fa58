import type { Receipt } from '@kerf/contract/download'
import type { PlanFacts } from '@kerf/cutter/api/cut-plan'
import { toClipTime } from '@kerf/cutter/api/subtitles'
import type { AudioTrackChoice, CaptionsChoice, Chapter, Cue, Transcript } from '@kerf/domain/captions/transcript'
import { ANIMATION_QUALITY, isAnimation } from '@kerf/domain/formats/clip-format'
import { QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { audioTrackOf, bestRenditions, chooseRenditions, type Rendition } from '@kerf/domain/formats/rendition-choice'
import type { RecognizedLink } from '@kerf/domain/links/recognize-link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { chooseFitting, largestQuality } from '@kerf/domain/sizes/fitted-form'
import type { ClipRequest } from '../../ports/clips.ts'
import type { CutProgress, MediaEngine, MediaParts, MediaPlanner } from '../../ports/media.ts'
import { MediaError, type Refusal, refusalOfMediaError, type VideoSource } from '../../ports/sources.ts'
import { openParts, withRenewals } from '../shared/renewed-source.ts'
import { type PreparedClip, prepareClip } from './prepare-clip.ts'

type WorkOutcome<T> = { ok: true; value: T } | Refusal

interface DirectClipRequest extends Pick<ClipRequest, 'ranges' | 'format' | 'options'> {
  /** null: the largest copyable rendition at its own height, or the largest quality if there is a size limit. */
  quality: QualityId | null
}

/** A resolved video for direct cuts. Its functions throw only unexpected errors and the signal's reason. */
export interface OpenedVideo {
  title: string
  channel: string | null
  durationSeconds: number
  hasVideo: boolean
  hasAudio: boolean
  qualities: readonly QualityId[]
  /** Renditions of the source; empty for a video on a remote server. */
  renditions: readonly Rendition[]
  /** Times in the link: `?t=`, `#t=10,20`. */
  range: Pick<RecognizedLink, 'startTime' | 'endTime'>
  /** Best choice first. */
  captions: readonly CaptionsChoice[]
  chapters: readonly Chapter[]
  /** Original first; empty if there is no choice. */
  audioTracks: readonly AudioTrackChoice[]
  readTranscript(captions: string, signal: AbortSignal): Promise<WorkOutcome<Transcript>>
  plan(request: DirectClipRequest, signal: AbortSignal): Promise<WorkOutcome<PlanFacts>>
  /** @param filePath in the scratch folder: a media process may write nowhere else */
  cut(
    request: DirectClipRequest,
    filePath: string,
    options: { signal: AbortSignal; onProgress(progress: CutProgress): void },
  ): Promise<WorkOutcome<Receipt>>
}

/** Converts cues from the video's time to the clip's time. */
export function cuesInClipTime(cues: readonly Cue[], { shown }: Receipt, ranges: readonly TimeRange[]): Cue[] {
  return toClipTime(cues, shown ?? ranges)
}

/** Resolves a video for direct cuts, without a database, a queue, or a viewer. */
export async function openVideo(
  engine: MediaEngine & MediaPlanner,
  source: VideoSource,
  link: Pick<RecognizedLink, 'reference' | 'startTime' | 'endTime'>,
  signal: AbortSignal,
): Promise<{ ok: true; video: OpenedVideo } | Refusal> {
  const resolution = await source.resolve(link.reference, signal)
  if (!resolution.ok) return resolution
  const firstVideo = resolution.video
  const { title, channel, durationSeconds } = firstVideo
  const findAgain = async (avoidedSteps: readonly string[]) => {
    const renewal = await source.resolve(link.reference, signal, avoidedSteps)
    return renewal.ok ? { ok: true as const, value: renewal.video } : renewal
  }

  async function withParts<T>(
    { quality, ...request }: DirectClipRequest,
    signal: AbortSignal,
    work: (parts: MediaParts, prepared: PreparedClip) => Promise<T>,
  ): Promise<WorkOutcome<T>> {
    const { format, options } = request
    return refuseMediaErrors(signal, () =>
      withRenewals(firstVideo, findAgain, signal, async (video, renew): Promise<WorkOutcome<T>> => {
        const { renditions } = video
        const { audioTrack, maxBytes } = options
        const largestQualityId = maxBytes === undefined ? null : largestQuality(renditions, durationSeconds)
        const effectiveQuality = quality ?? largestQualityId ?? (isAnimation(format) ? ANIMATION_QUALITY : null)
        const choice = effectiveQuality
          ? chooseFitting(renditions, { ...request, quality: effectiveQuality }, durationSeconds)
          : bestRenditions(renditions, audioTrack)
        const isTrackGone = audioTrack !== undefined && !audioTrackOf(video.audioTracks, audioTrack)
        if (!choice || isTrackGone) return { ok: false, code: 'quality_unavailable' }
        const prepared = await prepareClip(request, choice, video, source, signal)
        return {
          ok: true,
          value: await work(await openParts(source, video, choice, renew, signal, request.ranges), prepared),
        }
      }),
    )
  }

  const video: OpenedVideo = {
    title,
    channel,
    durationSeconds,
    renditions: firstVideo.renditions.map(({ address: _, headers: __, egress: ___, ...facts }) => facts),
    hasVideo: firstVideo.renditions.some(({ carries }) => carries !== 'audio'),
    hasAudio: firstVideo.renditions.some(({ carries }) => carries !== 'video'),
    qualities: QUALITY_IDS.filter((quality) => chooseRenditions(firstVideo.renditions, quality)),
    range: { startTime: link.startTime, endTime: link.endTime },
    captions: firstVideo.captions ?? [],
    chapters: firstVideo.chapters ?? [],
    audioTracks: firstVideo.audioTracks ?? [],
    readTranscript: (id, signal) =>
      refuseMediaErrors(signal, async (): Promise<WorkOutcome<Transcript>> => {
        const captions = firstVideo.captions?.find((choice) => choice.id === id)
        if (!captions || !source.readCaptions) return { ok: false, code: 'not_found' }
        return { ok: true, value: await source.readCaptions(firstVideo, captions, signal) }
      }),
    plan: (request, signal) =>
      withParts(request, signal, (parts, { cutRequest }) =>
        engine.plan({ parts, ranges: request.ranges, ...cutRequest }, signal),
      ),
    cut: (request, filePath, options) =>
      withParts(request, options.signal, async (parts, { cutRequest, receiptOf }) =>
        receiptOf(await engine.cut({ parts, ranges: request.ranges, ...cutRequest, filePath }, options)),
      ),
  }
  return { ok: true, video }
}

/** Turns a MediaError of `work` into a refusal. Throws only unexpected errors and the signal's reason. */
async function refuseMediaErrors<T>(signal: AbortSignal, work: () => Promise<WorkOutcome<T>>): Promise<WorkOutcome<T>> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MediaError)) throw error
    return refusalOfMediaError(error)
  }
}
