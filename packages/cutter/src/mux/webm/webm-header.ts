import type { MediaChapter } from '../../api/subtitles.ts'
import type { Colours } from '../../bitstream/colours.ts'
import {
  eightByteElement,
  eightByteSizeHead,
  element,
  floatElement,
  EBML_IDS as id,
  textElement,
  unsignedBytes,
  unsignedElement,
} from '../../bitstream/ebml.ts'
import { languageOf } from '../../bitstream/language.ts'
import type { WebmTrackHeader } from '../../supply/clip-track.ts'

export interface WebmHeaderInput {
  tracks: readonly WebmTrackHeader[]
  /** Chapters on the clip's timeline. */
  chapters: readonly MediaChapter[]
  durationMilliseconds: number
  /** Offset of the cues in the file. */
  cuesPosition: number
  sizeBytes: number
}

/** Duration of a tick of the file's clock: a millisecond. */
const TICK_NANOSECONDS = 1_000_000
const NANOSECONDS_PER_SECOND = 1e9
const APP_NAME = 'Kerf'
/** Time after which an Opus decoder has converged. */
const OPUS_PRE_ROLL_NANOSECONDS = 80_000_000
const VIDEO_TRACK_TYPE = 1
const AUDIO_TRACK_TYPE = 2
const SUBTITLE_TRACK_TYPE = 0x11
const LIMITED_RANGE_CODE = 1
const FULL_RANGE_CODE = 2

const FILE_TYPE = element(
  id.ebml,
  textElement(id.docType, 'webm'),
  unsignedElement(id.docTypeVersion, 4),
  unsignedElement(id.docTypeReadVersion, 2),
)
/** Offset of the segment's contents, to which positions in the segment are relative. */
export const SEGMENT_START = FILE_TYPE.length + 12

/**
 * Builds all bytes before the first cluster. Their length depends only on the tracks and chapters, so that a header
 * with the final totals can replace the first one.
 */
export function webmHeader(input: WebmHeaderInput): Buffer {
  const info = element(
    id.info,
    unsignedElement(id.timestampScale, TICK_NANOSECONDS),
    textElement(id.muxingApp, APP_NAME),
    textElement(id.writingApp, APP_NAME),
    floatElement(id.duration, input.durationMilliseconds),
  )
  const tracks = element(id.tracks, ...input.tracks.map((track, index) => trackEntry(track, index + 1)))
  const chapters = input.chapters.length > 0 ? chapterElement(input.chapters) : Buffer.alloc(0)
  const seekPositions = (seekBytes: number): [target: number, position: number][] => {
    const tracksAt = seekBytes + info.length
    return [
      [id.info, seekBytes],
      [id.tracks, tracksAt],
      ...(chapters.length > 0 ? [[id.chapters, tracksAt + tracks.length] as [number, number]] : []),
      [id.cues, input.cuesPosition - SEGMENT_START],
    ]
  }
  const seek = seekHead(seekPositions(seekHead(seekPositions(0)).length))
  return Buffer.concat([
    FILE_TYPE,
    eightByteSizeHead(id.segment, input.sizeBytes - SEGMENT_START),
    seek,
    info,
    tracks,
    chapters,
  ])
}

function seekHead(positions: [target: number, position: number][]): Buffer {
  const seeks = positions.map(([target, position]) =>
    element(id.seek, element(id.seekId, unsignedBytes(target)), eightByteElement(id.seekPosition, position)),
  )
  return element(id.seekHead, ...seeks)
}

function chapterElement(chapters: readonly MediaChapter[]): Buffer {
  const atoms = chapters.map(({ startTime, endTime, title }, index) =>
    element(
      id.chapterAtom,
      unsignedElement(id.chapterUid, index + 1),
      unsignedElement(id.chapterTimeStart, Math.round(startTime * NANOSECONDS_PER_SECOND)),
      unsignedElement(id.chapterTimeEnd, Math.round(endTime * NANOSECONDS_PER_SECOND)),
      element(
        id.chapterDisplay,
        textElement(id.chapterString, title),
        textElement(id.chapterLanguage, languageOf(null).code),
      ),
    ),
  )
  return element(id.chapters, element(id.editionEntry, ...atoms))
}

function colourElement({ matrix, isFullRange, transfer, primaries }: Colours): Buffer {
  return element(
    id.colour,
    unsignedElement(id.matrixCoefficients, matrix),
    unsignedElement(id.range, isFullRange ? FULL_RANGE_CODE : LIMITED_RANGE_CODE),
    unsignedElement(id.transferCharacteristics, transfer),
    unsignedElement(id.primaries, primaries),
  )
}

function trackEntry(header: WebmTrackHeader, number: number): Buffer {
  const { codecId, codecPrivate, video, audio } = header
  const language = languageOf(header.language)
  const entry = [
    unsignedElement(id.trackNumber, number),
    unsignedElement(id.trackUid, number),
    unsignedElement(id.trackType, video ? VIDEO_TRACK_TYPE : audio ? AUDIO_TRACK_TYPE : SUBTITLE_TRACK_TYPE),
    unsignedElement(id.flagLacing, 0),
    // A track without a language element is English.
    textElement(id.language, language.bibliographicCode),
    ...(header.language === undefined ? [] : [textElement(id.languageIetf, language.tag)]),
    textElement(id.codecId, codecId),
  ]
  if (codecPrivate) entry.push(element(id.codecPrivate, codecPrivate))
  if (video) {
    entry.push(
      element(
        id.video,
        unsignedElement(id.pixelWidth, video.width),
        unsignedElement(id.pixelHeight, video.height),
        unsignedElement(id.displayWidth, video.displayWidth),
        unsignedElement(id.displayHeight, video.displayHeight),
        ...(video.colours ? [colourElement(video.colours)] : []),
      ),
    )
  }
  if (audio) {
    entry.push(
      unsignedElement(id.codecDelay, Math.round(audio.delaySeconds * NANOSECONDS_PER_SECOND)),
      unsignedElement(id.seekPreRoll, OPUS_PRE_ROLL_NANOSECONDS),
      element(
        id.audio,
        floatElement(id.samplingFrequency, audio.sampleRate),
        unsignedElement(id.channels, audio.channels),
      ),
    )
  }
  return element(id.trackEntry, ...entry)
}
