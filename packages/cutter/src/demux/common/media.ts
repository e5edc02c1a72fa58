import type { MediaFacts } from '../../api/media-facts.ts'
import type { LeftOut } from '../../api/receipt.ts'
import { rotationOf } from '../../bitstream/turn.ts'
import type { Codecs } from '../../codec/codecs.ts'
import type { FetchMeter } from '../../io/part-reader.ts'
import type { OpenedAudio, OpenedPart, OpenedVideo, Recordings } from './opened-part.ts'
import type { OpenedText } from './text-track.ts'

/** Media whose index was read. Any number of cuts may use it, also in parallel. */
export class Media {
  readonly facts: MediaFacts
  readonly indexBytes: number
  readonly video: OpenedVideo | null
  readonly audio: OpenedAudio | null
  /** Recordings of joined media; null for other media. `video` and `audio` belong to the longest recording. */
  readonly recordings: Recordings | null
  readonly leftOut: LeftOut[]
  /** Timestamp at which an incomplete recording ends; null for complete media. */
  readonly breaksOffSeconds: number | null
  readonly texts: readonly OpenedText[]
  /** The codecs for all that is made of the media. */
  readonly codecs: Codecs

  constructor(parts: OpenedPart[], meter: FetchMeter, codecs: Codecs) {
    this.codecs = codecs
    this.video = parts.find((part) => part.video)?.video ?? null
    this.audio = parts.find((part) => part.audio)?.audio ?? null
    this.recordings = parts.find((part) => part.recordings)?.recordings ?? null
    this.leftOut = parts.flatMap((part) => part.leftOut ?? [])
    const breaksOff = Math.min(...parts.map(({ breaksOffSeconds = Infinity }) => breaksOffSeconds))
    this.breaksOffSeconds = breaksOff < Infinity ? breaksOff : null
    this.texts = parts.find(({ texts = [] }) => texts.length > 0)?.texts ?? []
    this.indexBytes = meter.bytes
    const audioTracks = parts.find((part) => part.audioTracks)?.audioTracks
    const chapters = parts.find((part) => part.chapters?.[0])?.chapters
    const unreadableAudio = parts.find((part) => part.unreadableAudio)?.unreadableAudio
    // Joined recordings have different clocks, so joined media has none.
    const { clockSeconds, isInSegments } = parts[0]!
    const hasClock = isInSegments && !this.recordings && clockSeconds !== undefined
    this.facts = {
      durationSeconds: Math.max(...parts.map((part) => part.durationSeconds)),
      container: parts[0]!.container,
      video: this.video && videoFacts(this.video),
      audio: this.audio && audioFacts(this.audio),
      ...(hasClock ? { clockSeconds } : {}),
      ...(audioTracks && { audioTracks }),
      ...(this.texts[0] && { textTracks: this.texts.map(({ facts }) => facts) }),
      ...(chapters && { chapters }),
      ...(this.audio || !unreadableAudio ? {} : { unreadableAudio }),
    }
  }
}

function videoFacts({ description, frameRate }: OpenedVideo): NonNullable<MediaFacts['video']> {
  const { codec, width, height, turn, isCopyable } = description
  return { codec, width, height, frameRate, ...rotationOf(turn), copyable: isCopyable }
}

function audioFacts({ description }: OpenedAudio): NonNullable<MediaFacts['audio']> {
  const { codec, sampleRate, channels } = description
  return { codec, sampleRate, channels }
}
