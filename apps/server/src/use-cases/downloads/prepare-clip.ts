import type { Receipt } from '@kerf/contract/download'
import type { ClipCrop, ClipSpec, ClipTags } from '@kerf/cutter/api/clip-spec'
import { type ClipSubtitles, toClipTime } from '@kerf/cutter/api/subtitles'
import { isAnimation } from '@kerf/domain/formats/clip-format'
import type { Mp3Bitrate } from '@kerf/domain/formats/clip-options'
import { type Crop, ratioOf } from '@kerf/domain/formats/crop'
import { audioTrackOf, type RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { USUAL_MP3_BITRATE } from '@kerf/domain/sizes/audio-bitrate'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { ClipRequest } from '../../ports/clips.ts'
import type { CutInput, CutterReceipt } from '../../ports/media.ts'
import type { LocatedAudioTrack, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { artworkOf } from '../videos/images.ts'
import { CAPTIONS_TIMEOUT_MILLISECONDS } from '../videos/read-captions.ts'

const MAX_TAG_LENGTH = 250
/** Fewest chapters that are written. A single chapter is the whole video. */
const MIN_CHAPTERS = 2

type PreparedRequest = Pick<ClipRequest, 'format' | 'options' | 'ranges'>

export interface PreparedClip {
  cutRequest: Pick<CutInput, 'spec' | 'audioTrack'>
  /** Why the requested subtitles are missing from the request; absent if they are included. */
  captionsError?: unknown
  /** Adds the names of the audio track and the subtitles, which only the source has. */
  receiptOf(cutterReceipt: CutterReceipt): Receipt
}

/** Builds the request to the cutter. If the subtitles cannot be read in time, the clip is cut without them. */
export async function prepareClip(
  request: PreparedRequest,
  choice: RenditionChoice,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<PreparedClip> {
  const track = choice.audio ? audioTrackOf(video.audioTracks, request.options.audioTrack) : undefined
  const subtitlesReading = request.options.subtitles ? await readSubtitles(request, video, source, signal) : null
  const subtitles = subtitlesReading && 'clipSubtitles' in subtitlesReading ? subtitlesReading.clipSubtitles : null
  const spec = await composeSpec(request, { choice, video, source, track, subtitles, signal })
  return {
    cutRequest: { spec, ...(track?.inFile !== undefined && { audioTrack: track.inFile }) },
    ...(subtitlesReading && 'error' in subtitlesReading && { captionsError: subtitlesReading.error }),
    receiptOf({ cues, ...receipt }) {
      const omittedParts = new Set(receipt.leftOut)
      if (subtitlesReading && 'error' in subtitlesReading) omittedParts.add('subtitles')
      const writtenSubtitles = subtitlesReading && 'clipSubtitles' in subtitlesReading ? subtitlesReading : null
      const cueCount = cues ?? (subtitles ? toClipTime(subtitles.cues, receipt.shown ?? request.ranges).length : 0)
      return {
        ...receipt,
        ...(track && { audioTrack: track.label }),
        ...(writtenSubtitles && {
          subtitles: { label: writtenSubtitles.label, as: writtenSubtitles.as, cues: cueCount },
        }),
        ...(omittedParts.size > 0 && { leftOut: [...omittedParts] }),
      }
    },
  }
}

/** Subtitles for the clip, or the error of reading them. `clipSubtitles` is null if the ranges contain no cue. */
type SubtitlesReading =
  | { label: string; as: ClipSubtitles['as']; clipSubtitles: ClipSubtitles | null }
  | { error: unknown }

async function readSubtitles(
  { options: { subtitles: request }, ranges }: PreparedRequest,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<SubtitlesReading | null> {
  const captions = video.captions?.find(({ id }) => id === request?.captions)
  if (!request || !captions || !source.readCaptions)
    return request ? { error: new Error(`The source has no captions ${request.captions} now.`) } : null
  try {
    const timedSignal = AbortSignal.any([signal, AbortSignal.timeout(CAPTIONS_TIMEOUT_MILLISECONDS)])
    const { language, cues: allCues } = await source.readCaptions(video, captions, timedSignal)
    const cues = allCues.filter((cue) => ranges.some((range) => doOverlap(cue, range)))
    const plainCues = cues.map(({ startTime, endTime, text }) => ({ startTime, endTime, text }))
    const { as } = request
    const form = as === 'burned' ? { as, style: request.style } : { as }
    return {
      label: captions.label,
      as,
      clipSubtitles: plainCues.length > 0 ? { cues: plainCues, language, ...form } : null,
    }
  } catch (error) {
    signal.throwIfAborted()
    return { error }
  }
}

const doOverlap = (a: TimeRange, b: TimeRange): boolean => a.startTime < b.endTime && b.startTime < a.endTime

interface SpecInput {
  choice: RenditionChoice
  video: ResolvedVideo
  source: VideoSource
  track: LocatedAudioTrack | undefined
  subtitles: ClipSubtitles | null
  signal: AbortSignal
}

async function composeSpec({ format, options }: PreparedRequest, parts: SpecInput): Promise<ClipSpec> {
  const { choice, video, subtitles, track } = parts
  const { maxBytes, container } = options
  const chapters = video.chapters && video.chapters.length >= MIN_CHAPTERS ? { chapters: video.chapters } : {}
  const extras = { ...chapters, ...(track?.language && { audioLanguage: track.language }) }
  const audio = convertAudioOptions(options)
  const crop = options.crop && { crop: convertCrop(options.crop) }
  switch (format) {
    case 'mp4':
      return {
        kind: 'video',
        height: choice.scaleToHeight,
        ...extras,
        ...audio,
        ...crop,
        ...(subtitles && { subtitles }),
        ...(maxBytes !== undefined && { maxBytes }),
        ...(options.fade?.video !== undefined && { videoFade: options.fade.video }),
      }
    case 'original':
      return {
        kind: 'original',
        ...extras,
        ...audio,
        ...(subtitles?.as === 'track' && { subtitles }),
        ...(container && { container }),
      }
    case 'mp3':
      return { kind: 'mp3', bitrate: mp3Bitrate(options.bitrate), tags: await readTags(parts), ...audio }
    case 'png':
      return { kind: 'still', height: choice.scaleToHeight, ...crop }
    default:
      return isAnimation(format)
        ? { kind: format, ...crop, ...options.animation }
        : { kind: format, tags: await readTags(parts), ...audio }
  }
}

function mp3Bitrate(bitrate: Mp3Bitrate = USUAL_MP3_BITRATE): number | 'v2' {
  return bitrate === 'v2' ? 'v2' : 1000 * Number.parseInt(bitrate, 10)
}

function convertAudioOptions({ loudness, fade }: ClipRequest['options']) {
  return {
    ...(loudness !== undefined && { loudness }),
    ...(fade?.audio !== undefined && { audioFade: fade.audio }),
  }
}

const convertCrop = (crop: Crop): ClipCrop => (typeof crop === 'string' ? { ratio: ratioOf(crop) } : crop)

async function readTags({ video, source, track, signal }: SpecInput): Promise<ClipTags> {
  const title = oneLine(video.title)
  const artist = oneLine(video.channel ?? '')
  const artwork = await artworkOf(video, source, signal)
  const language = track?.language
  return {
    ...(title && { title }),
    ...(artist && { artist }),
    ...(language && { language }),
    ...(artwork && { artwork }),
  }
}

function oneLine(text: string): string {
  return plainLine(text.replace(/\s+/g, ' '), MAX_TAG_LENGTH)
}
