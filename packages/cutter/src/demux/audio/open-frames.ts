import { MAX_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import { correctAacDescription } from '../../codec/decode-audio.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { chooseAudio } from '../common/audio-choice.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { readAdtsHeader, readMp2Header, readMp3Header } from '../ts/audio-frames.ts'
import { FRAME_TIMESCALE, type FrameFormat, type FrameIndex, frameIndex } from './frame-index.ts'
import { deduceFrameCount } from './mp3-length.ts'

const FORMATS = {
  mp3: { codec: 'mp3', frameAt: readMp3Header, hasHeaders: true },
  mp2: { codec: 'mp2', frameAt: readMp2Header, hasHeaders: false },
  // ADTS has no frames with metadata of the whole file.
  adts: { codec: 'aac', frameAt: readAdtsHeader, hasHeaders: false },
} as const satisfies Record<string, FrameFormat>

/**
 * Opens an MP3, MP2 or ADTS file. Its duration is the sum of all frames. The frames of a large file are counted only if
 * `deduceFrameCount` cannot find their number.
 * @returns null if no frame is readable
 */
export async function openFrames(
  reader: PartReader,
  blocks: BlockCache,
  container: keyof typeof FORMATS,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  const format = FORMATS[container]
  const index = frameIndex(blocks, format)
  const first = await index.findFirst(options)
  if (!first) return null
  const { frame, offset, sizeBytes } = first
  const { sampleRate } = frame
  const description = await correctAacDescription(wantedTracks.codecs, index.formats[0]!, () =>
    reader.read(offset, offset + sizeBytes, options),
  )
  const { startSamples = 0, endSamples = 0 } = index.headers[0]?.padding ?? {}
  const mayDeduce = format.hasHeaders && reader.sizeBytes > MAX_BYTES_READ_WHOLE
  const frames = mayDeduce ? await deduceFrameCount(reader, first, index, options) : null
  const deducedLength = frames ? { seconds: (frames * frame.samples) / sampleRate, endSamples, isCutOff: false } : null
  const length = deducedLength ?? (await measureLength(index, options))
  const { isCutOff } = length
  const durationSeconds = length.seconds - (startSamples + length.endSamples) / sampleRate
  const track = index.track(Math.round((startSamples * FRAME_TIMESCALE) / sampleRate))
  const openedAudio =
    description && ({ description, formats: index.formats, access: { kind: 'indexed', track, reader } } as const)
  return {
    container,
    durationSeconds,
    video: null,
    audio:
      wantedTracks.audio && openedAudio
        ? chooseAudio([openedAudio], openedAudio, wantedTracks.audioTrack).chosen
        : null,
    ...(isCutOff && { breaksOffSeconds: durationSeconds }),
  }
}

/** Counts all frames. In joined files, the padding of the last file is at the end. */
async function measureLength(index: FrameIndex, options: ReadOptions) {
  const { frames, seconds, headers, isCutOff } = await index.findAll(options)
  const [header] = headers
  // Some writers count the frame of the header too, so a difference of one is no sign of a cut-off file.
  const isShort = headers.length === 1 && (header?.frames ?? 0) > frames + 1
  const endSamples = headers.at(-1)?.padding?.endSamples ?? 0
  return isCutOff || isShort ? { seconds, endSamples: 0, isCutOff: true } : { seconds, endSamples, isCutOff: false }
}
