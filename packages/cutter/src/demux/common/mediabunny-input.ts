import { setImmediate } from 'node:timers/promises'
import {
  ADTS,
  BufferSource,
  CustomSource,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  type Source,
  WAVE,
  WEBM,
} from 'mediabunny'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import type { ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { FLAC_OF_ANY_RATE } from './amended-formats.ts'
import { askedSource, endingCircles, MOST_FRAMES } from './circle-guard.ts'

// The library warns on the console about media that it cannot read; we answer with typed errors.
Logging.level = LogLevel.Silent

/** Plain containers only: a playlist would make the library look for other files. */
const CONTAINERS = [MATROSKA, WEBM, MPEG_TS, OGG, MP3, WAVE, ADTS, FLAC_OF_ANY_RATE]

/** The library gives times in seconds; as ticks of this they keep every frame rate and WebM's milliseconds exactly. */
export const LIBRARY_TIMESCALE = 90_000
/** Finer for audio: of 192 kHz, two samples would share a tick. */
export const LIBRARY_AUDIO_TIMESCALE = 8 * LIBRARY_TIMESCALE

/**
 * Opens a file of any container but MP4 in mediabunny, which reads through our own byte layer.
 * @param limits `mostFrames`: who passes more of them is refused as `unsupported_media`; `inspect` sees what is read before
 * mediabunny does, and may refuse it
 */
export function openMediabunnyInput(
  blocks: ReadableBlocks,
  options: ReadOptions,
  { mostFrames = MOST_FRAMES, inspect }: { mostFrames?: number; inspect?: (bytes: Buffer) => void } = {},
): Input {
  const source = new CustomSource({
    getSize: () => blocks.sizeBytes,
    read: (start, end) => blocks.read(start, end, options),
    prefetchProfile: 'none',
  })
  return new Input({
    source: endingCircles(readingDirectly(source, blocks, options, inspect), blocks.sizeBytes, mostFrames),
    formats: CONTAINERS,
  })
}

/** An MP4's header alone, to have its tracks described. Its packets are read by our own index. */
export function openMp4Header(header: Buffer): Input {
  const source = new BufferSource(withoutShortColours(header))
  return new Input({ source: endingCircles(source, header.length), formats: [MP4, QTFF] })
}

/** A `colr` of 18 bytes lacks the byte that `nclx` ends with, which mediabunny reads all the same: as `nclc` it has none. */
const SHORT_COLOURS = Buffer.from('00000012636f6c726e636c78', 'hex')

function withoutShortColours(header: Buffer): Buffer {
  let patched = header
  for (let at = header.indexOf(SHORT_COLOURS); at >= 0; at = header.indexOf(SHORT_COLOURS, at + 1)) {
    if (patched === header) patched = Buffer.from(header)
    patched.write('nclc', at + 8, 'latin1')
  }
  return patched
}

/** The beginning of a transport stream alone, to have its tracks described. */
export function openTsHeader(begun: Buffer): Input {
  return new Input({ source: endingCircles(new BufferSource(begun), begun.length), formats: [MPEG_TS] })
}

interface ReadBytes {
  bytes: Uint8Array
  view: DataView
  offset: number
}

/**
 * Answers a source's reads from our own blocks. The library asks for 64 KiB for each small frame of MP3; its own cache fetches
 * the few bytes that are new, keeps them as a piece of their own, and looks through all its pieces to drop the oldest one: a
 * second for a minute of audio.
 */
export function readingDirectly<T extends Source>(
  source: T,
  blocks: ReadableBlocks,
  options: ReadOptions,
  inspect: (bytes: Buffer) => void = () => {},
): T {
  const asked = askedSource(source, 'it would read through its own cache')
  const { _read: read, _getFileSize: fileSize } = asked
  let held: ReadBytes | null = null
  const load = async (start: number, end: number): Promise<ReadBytes> => {
    // If the file is already in memory, only this await lets other work run and a cancel take effect.
    await setImmediate()
    throwIfCancelled(options.signal)
    const isNext = held !== null && start >= held.offset && start <= held.offset + held.bytes.length
    const found = await blocks.readAround(start, end, isNext, options)
    const { buffer, byteOffset, length } = found.bytes
    held = {
      bytes: new Uint8Array(buffer, byteOffset, length),
      view: new DataView(buffer, byteOffset, length),
      offset: found.start,
    }
    return held
  }
  asked._read = (start, end, ...rest) => {
    if (fileSize.call(source) === undefined) {
      // The first read tells the library how large the file is.
      return read.call(source, start, end, ...rest)
    }
    const inspected = (found: ReadBytes) => {
      const { buffer, byteOffset } = found.bytes
      inspect(Buffer.from(buffer, byteOffset + start - found.offset, end - start))
      return found
    }
    const isHeld = held !== null && start >= held.offset && end <= held.offset + held.bytes.length
    return isHeld ? inspected(held!) : load(start, end).then(inspected)
  }
  return source
}
