import type { Receipt } from '@kerf/contract/download'
import type { ClipCrop, ClipSpec, ClipTags } from '@kerf/cutter/api/clip-spec'
import { type ClipSubtitles, toClipTime } from '@kerf/cutter/api/subtitles'
import { isAnimation } from '@kerf/domain/formats/clip-format'
import type { Mp3Bitrate } from '@kerf/domain/formats/clip-options'
import { type Crop, ratioOf } from '@kerf/domain/formats/crop'
import type { RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { USUAL_MP3_BITRATE } from '@kerf/domain/sizes/audio-bitrate'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { ClipRequest } from '../../ports/clips.ts'
import type { CutOrder, CutterReceipt } from '../../ports/media.ts'
import type { LocatedAudioTrack, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { artworkOf } from '../videos/images.ts'
import { CAPTIONS_TIMEOUT_MILLISECONDS } from '../videos/read-captions.ts'

const LONGEST_TAG = 250
/** One chapter is the whole video, and says nothing. */
const FEWEST_CHAPTERS = 2

type AskedClip = Pick<ClipRequest, 'format' | 'options' | 'ranges'>

export interface PreparedClip {
  order: Pick<CutOrder, 'spec' | 'audioTrack'>
  /** Why the subtitles that were asked for are not in it; absent when they are. */
  captionsError?: unknown
  /** The receipt, with the names that only the source knows. */
  receiptOf(made: CutterReceipt): Receipt
}

/** What the cutter is asked for. Subtitles that cannot be read in time cost nobody the clip. */
export async function prepareClip(
  asked: AskedClip,
  choice: RenditionChoice,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<PreparedClip> {
  const track = choice.audio ? audioTrackOf(video, asked) : undefined
  const found = asked.options.subtitles ? await readSubtitles(asked, video, source, signal) : null
  const subtitles = found && 'shown' in found ? found.shown : null
  const spec = await specOf(asked, { choice, video, source, track, subtitles, signal })
  return {
    order: { spec, ...(track?.inFile !== undefined && { audioTrack: track.inFile }) },
    ...(found && 'error' in found && { captionsError: found.error }),
    receiptOf({ cues, ...made }) {
      const leftOut = new Set(made.leftOut)
      if (found && 'error' in found) leftOut.add('subtitles')
      const written = found && 'shown' in found ? found : null
      const counted = cues ?? (subtitles ? toClipTime(subtitles.cues, made.shown ?? asked.ranges).length : 0)
      return {
        ...made,
        ...(track && { audioTrack: track.label }),
        ...(written && { subtitles: { label: written.label, as: written.as, cues: counted } }),
        ...(leftOut.size > 0 && { leftOut: [...leftOut] }),
      }
    },
  }
}

/** The chosen audio track, or the original; undefined where the video has no choice, or not this one any more. */
export function audioTrackOf(
  { audioTracks = [] }: Pick<ResolvedVideo, 'audioTracks'>,
  { options: { audioTrack } }: Pick<AskedClip, 'options'>,
): LocatedAudioTrack | undefined {
  return audioTracks.find(({ id, isOriginal }) => (audioTrack === undefined ? isOriginal : id === audioTrack))
}

/** What is in the clip: nothing of it (`shown: null`) where nothing is said in its ranges. */
type FoundSubtitles = { label: string; as: ClipSubtitles['as']; shown: ClipSubtitles | null } | { error: unknown }

async function readSubtitles(
  { options: { subtitles: wanted }, ranges }: AskedClip,
  video: ResolvedVideo,
  source: VideoSource,
  signal: AbortSignal,
): Promise<FoundSubtitles | null> {
  const captions = video.captions?.find(({ id }) => id === wanted?.captions)
  if (!wanted || !captions || !source.readCaptions)
    return wanted ? { error: new Error(`The source has no captions ${wanted.captions} now.`) } : null
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(CAPTIONS_TIMEOUT_MILLISECONDS)])
    const { language, cues: all } = await source.readCaptions(video, captions, inTime)
    const cues = all.filter((cue) => ranges.some((range) => overlap(cue, range)))
    const plain = cues.map(({ startTime, endTime, text }) => ({ startTime, endTime, text }))
    const { as } = wanted
    const how = as === 'burned' ? { as, style: wanted.style } : { as }
    return { label: captions.label, as, shown: plain.length > 0 ? { cues: plain, language, ...how } : null }
  } catch (error) {
    signal.throwIfAborted()
    return { error }
  }
}

const overlap = (one: TimeRange, other: TimeRange): boolean =>
  one.startTime < other.endTime && other.startTime < one.endTime

interface SpecParts {
  choice: RenditionChoice
  video: ResolvedVideo
  source: VideoSource
  track: LocatedAudioTrack | undefined
  subtitles: ClipSubtitles | null
  signal: AbortSignal
}

async function specOf({ format, options }: AskedClip, parts: SpecParts): Promise<ClipSpec> {
  const { choice, video, subtitles, track } = parts
  const { maxBytes, container } = options
  const chapters = video.chapters && video.chapters.length >= FEWEST_CHAPTERS ? { chapters: video.chapters } : {}
  const extras = { ...chapters, ...(track?.language && { audioLanguage: track.language }) }
  const audio = changedAudio(options)
  const crop = options.crop && { crop: cropOf(options.crop) }
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
      return { kind: 'mp3', bitrate: mp3Bitrate(options.bitrate), tags: await tagsOf(parts), ...audio }
    case 'png':
      return { kind: 'still', height: choice.scaleToHeight, ...crop }
    default:
      return isAnimation(format)
        ? { kind: format, ...crop, ...options.animation }
        : { kind: format, tags: await tagsOf(parts), ...audio }
  }
}

function mp3Bitrate(bitrate: Mp3Bitrate = USUAL_MP3_BITRATE): number | 'v2' {
  return bitrate === 'v2' ? 'v2' : 1000 * Number.parseInt(bitrate, 10)
}

function changedAudio({ loudness, fade }: ClipRequest['options']) {
  return {
    ...(loudness !== undefined && { loudness }),
    ...(fade?.audio !== undefined && { audioFade: fade.audio }),
  }
}

const cropOf = (crop: Crop): ClipCrop => (typeof crop === 'string' ? { ratio: ratioOf(crop) } : crop)

async function tagsOf({ video, source, track, signal }: SpecParts): Promise<ClipTags> {
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
  return plainLine(text.replace(/\s+/g, ' '), LONGEST_TAG)
}
