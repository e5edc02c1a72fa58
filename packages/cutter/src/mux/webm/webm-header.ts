import type { Colours } from '../../bitstream/colours.ts'
import {
  element,
  float,
  EBML_IDS as id,
  text,
  unsigned,
  unsignedBytes,
  wideHead,
  wideUnsigned,
} from '../../bitstream/ebml.ts'
import type { WebmTrackHeader } from '../../supply/clip-track.ts'

export interface WebmHeaderInput {
  tracks: readonly WebmTrackHeader[]
  durationMilliseconds: number
  /** Where the cues begin, and where the file ends; counted from the file's start. */
  cuesPosition: number
  sizeBytes: number
}

/** One tick of all times in the file lasts a millisecond. */
const TICK_NANOSECONDS = 1_000_000
const NANOSECONDS = 1e9
const APP = 'Kerf'
/** Opus decoders have settled after this long. */
const OPUS_PRE_ROLL_NANOSECONDS = 80_000_000
const VIDEO = 1
const AUDIO = 2
const LIMITED_RANGE = 1
const FULL_RANGE = 2

const FILE_TYPE = element(
  id.ebml,
  text(id.docType, 'webm'),
  unsigned(id.docTypeVersion, 4),
  unsigned(id.docTypeReadVersion, 2),
)
/** Positions inside of the segment are counted from here. */
export const SEGMENT_START = FILE_TYPE.length + 12

/** All that precedes the first cluster. Its length follows from the tracks alone: totals can be written over it later. */
export function webmHeader(input: WebmHeaderInput): Buffer {
  const info = element(
    id.info,
    unsigned(id.timestampScale, TICK_NANOSECONDS),
    text(id.muxingApp, APP),
    text(id.writingApp, APP),
    float(id.duration, input.durationMilliseconds),
  )
  const tracks = element(id.tracks, ...input.tracks.map((track, index) => trackEntry(track, index + 1)))
  const seekBytes = seekHead(0, 0, 0).length
  const seek = seekHead(seekBytes, seekBytes + info.length, input.cuesPosition - SEGMENT_START)
  return Buffer.concat([FILE_TYPE, wideHead(id.segment, input.sizeBytes - SEGMENT_START), seek, info, tracks])
}

function seekHead(infoAt: number, tracksAt: number, cuesAt: number): Buffer {
  const seek = (target: number, position: number) =>
    element(id.seek, element(id.seekId, unsignedBytes(target)), wideUnsigned(id.seekPosition, position))
  return element(id.seekHead, seek(id.info, infoAt), seek(id.tracks, tracksAt), seek(id.cues, cuesAt))
}

function colourElement({ matrix, isFullRange, transfer, primaries }: Colours): Buffer {
  return element(
    id.colour,
    unsigned(id.matrixCoefficients, matrix),
    unsigned(id.range, isFullRange ? FULL_RANGE : LIMITED_RANGE),
    unsigned(id.transferCharacteristics, transfer),
    unsigned(id.primaries, primaries),
  )
}

function trackEntry({ codecId, codecPrivate, video, audio }: WebmTrackHeader, number: number): Buffer {
  const entry = [
    unsigned(id.trackNumber, number),
    unsigned(id.trackUid, number),
    unsigned(id.trackType, video ? VIDEO : AUDIO),
    unsigned(id.flagLacing, 0),
    text(id.codecId, codecId),
  ]
  if (codecPrivate) entry.push(element(id.codecPrivate, codecPrivate))
  if (video) {
    entry.push(
      element(
        id.video,
        unsigned(id.pixelWidth, video.width),
        unsigned(id.pixelHeight, video.height),
        unsigned(id.displayWidth, video.displayWidth),
        unsigned(id.displayHeight, video.displayHeight),
        ...(video.colours ? [colourElement(video.colours)] : []),
      ),
    )
  }
  if (audio) {
    entry.push(
      unsigned(id.codecDelay, Math.round(audio.delaySeconds * NANOSECONDS)),
      unsigned(id.seekPreRoll, OPUS_PRE_ROLL_NANOSECONDS),
      element(id.audio, float(id.samplingFrequency, audio.sampleRate), unsigned(id.channels, audio.channels)),
    )
  }
  return element(id.trackEntry, ...entry)
}
