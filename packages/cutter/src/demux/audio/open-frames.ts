import { MOST_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import { asDecoded } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { chooseAudio } from '../common/audio-choice.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { readAdtsHeader, readMp3Header } from '../ts/audio-frames.ts'
import { FRAME_TIMESCALE, type FrameFormat, type FrameIndex, frameIndex } from './frame-index.ts'
import { believedFrames } from './mp3-length.ts'

const FORMATS = {
  mp3: { codec: 'mp3', frameAt: readMp3Header, hasHeaders: true },
  // Without its header, a frame of AAC would lose the form that it names.
  adts: { codec: 'aac', frameAt: readAdtsHeader, hasHeaders: false },
} as const satisfies Record<string, FrameFormat>

/**
 * Opens a file of MP3 or ADTS. Its length is that of all its frames. Of a large one they are counted only if its header, or
 * places all over it, do not tell how many there are: a header may be that of another file in front.
 * @returns null without a frame that our own reader knows
 */
export async function openFrames(
  reader: PartReader,
  blocks: BlockCache,
  container: keyof typeof FORMATS,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  const format = FORMATS[container]
  const index = frameIndex(blocks, format)
  const first = await index.first(options)
  if (!first) return null
  const { frame, offset, sizeBytes } = first
  const { sampleRate } = frame
  const description = await asDecoded(index.forms[0]!, () => reader.read(offset, offset + sizeBytes, options))
  const { before = 0, behind = 0 } = index.headers[0]?.padding ?? {}
  const mayBelieve = format.hasHeaders && reader.sizeBytes > MOST_BYTES_READ_WHOLE
  const counted = mayBelieve ? await believedFrames(reader, first, index, options) : null
  const length = counted ? { seconds: (counted * frame.samples) / sampleRate, behind, isCutOff: false } : null
  const { seconds, behind: left, isCutOff } = length ?? (await wholeLength(index, options))
  const durationSeconds = seconds - (before + left) / sampleRate
  const track = index.track(Math.round((before * FRAME_TIMESCALE) / sampleRate))
  const opened =
    description && ({ description, forms: index.forms, access: { kind: 'indexed', track, reader } } as const)
  return {
    container,
    durationSeconds,
    video: null,
    audio: wanted.audio && opened ? chooseAudio([opened], opened, wanted.audioTrack).chosen : null,
    ...(isCutOff && { breaksOffSeconds: durationSeconds }),
  }
}

/** Of files one behind the other, the padding at the end is that of the last one. */
async function wholeLength(index: FrameIndex, options: ReadOptions) {
  const { frames, seconds, headers, isCutOff } = await index.whole(options)
  const [header] = headers
  // Some writers count the header's own frame, too.
  const isShort = headers.length === 1 && (header?.frames ?? 0) > frames + 1
  const behind = headers.at(-1)?.padding?.behind ?? 0
  return isCutOff || isShort ? { seconds, behind: 0, isCutOff: true } : { seconds, behind, isCutOff: false }
}
