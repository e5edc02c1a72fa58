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
import { nextTurn } from '../../io/next-turn.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { FLAC_WITH_KHZ_HEADERS } from './amended-formats.ts'
import { MAX_FRAMES, sourceInternals, stopLoops } from './circle-guard.ts'

// mediabunny warns on the console about media that it cannot read. Kerf throws typed errors instead.
Logging.level = LogLevel.Silent

/** All formats of mediabunny except MP4 and playlists. A playlist would make mediabunny open other files. */
const CONTAINERS = [MATROSKA, WEBM, MPEG_TS, OGG, MP3, WAVE, ADTS, FLAC_WITH_KHZ_HEADERS]

/** Timescale for mediabunny's timestamps in seconds. It is exact for common frame rates and for milliseconds. */
export const LIBRARY_TIMESCALE = 90_000
/** Timescale for audio. It is finer, because two samples at 192 kHz would share a tick of 90 kHz. */
export const LIBRARY_AUDIO_TIMESCALE = 8 * LIBRARY_TIMESCALE

/**
 * Opens a file of any container except MP4 in mediabunny, which reads through `blocks`.
 * @param limits `maxFrames`: a file with more frames throws `unsupported_media`; `inspect` gets all bytes before
 * mediabunny does, and may throw
 */
export function openMediabunnyInput(
  blocks: ReadableBlocks,
  options: ReadOptions,
  { maxFrames = MAX_FRAMES, inspect }: { maxFrames?: number; inspect?: (bytes: Buffer) => void } = {},
): Input {
  const source = new CustomSource({
    getSize: () => blocks.sizeBytes,
    read: (start, end) => blocks.read(start, end, options),
    prefetchProfile: 'none',
  })
  return new Input({
    source: stopLoops(redirectReads(source, blocks, options, inspect), blocks.sizeBytes, maxFrames),
    formats: CONTAINERS,
  })
}

/** Opens the header of an MP4 in mediabunny for descriptions of its tracks. Kerf's own index locates the packets. */
export function openMp4Header(header: Buffer): Input {
  const source = new BufferSource(correctShortColours(header))
  return new Input({ source: stopLoops(source, header.length), formats: [MP4, QTFF] })
}

/** A `colr` box of type `nclx` without its last byte. mediabunny reads that byte anyway, but not in type `nclc`. */
const SHORT_COLOURS = Buffer.from('00000012636f6c726e636c78', 'hex')

function correctShortColours(header: Buffer): Buffer {
  let patchedHeader = header
  for (let at = header.indexOf(SHORT_COLOURS); at >= 0; at = header.indexOf(SHORT_COLOURS, at + 1)) {
    if (patchedHeader === header) patchedHeader = Buffer.from(header)
    patchedHeader.write('nclc', at + 8, 'latin1')
  }
  return patchedHeader
}

/** Opens the first bytes of a transport stream in mediabunny for descriptions of its tracks. */
export function openTsHeader(firstBytes: Buffer): Input {
  return new Input({ source: stopLoops(new BufferSource(firstBytes), firstBytes.length), formats: [MPEG_TS] })
}

interface ReadBytes {
  bytes: Uint8Array
  view: DataView
  offset: number
}

/**
 * Answers a source's reads from Kerf's blocks. mediabunny requests 64 KiB for each small MP3 frame. Its own cache
 * stores the few new bytes separately and searches all its entries for the oldest one. That takes a second for a minute
 * of audio.
 */
export function redirectReads<T extends Source>(
  source: T,
  blocks: ReadableBlocks,
  options: ReadOptions,
  inspect: (bytes: Buffer) => void = () => {},
): T {
  const internals = sourceInternals(source, 'it would read through its own cache')
  const { _read: read, _getFileSize: fileSize } = internals
  let lastRead: ReadBytes | null = null
  const load = async (start: number, end: number): Promise<ReadBytes> => {
    // A file in memory answers without waiting. This await lets other work run and a cancel take effect.
    await nextTurn()
    throwIfCancelled(options.signal)
    const isNext = lastRead !== null && start >= lastRead.offset && start <= lastRead.offset + lastRead.bytes.length
    const range = await blocks.readAround(start, end, isNext, options)
    const { buffer, byteOffset, length } = range.bytes
    lastRead = {
      bytes: new Uint8Array(buffer, byteOffset, length),
      view: new DataView(buffer, byteOffset, length),
      offset: range.start,
    }
    return lastRead
  }
  internals._read = (start, end, ...rest) => {
    if (fileSize.call(source) === undefined) {
      // mediabunny's own first read also queries the file size.
      return read.call(source, start, end, ...rest)
    }
    const inspectRange = (range: ReadBytes) => {
      const { buffer, byteOffset } = range.bytes
      inspect(Buffer.from(buffer, byteOffset + start - range.offset, end - start))
      return range
    }
    const isInLastRead = lastRead !== null && start >= lastRead.offset && end <= lastRead.offset + lastRead.bytes.length
    return isInLastRead ? inspectRange(lastRead!) : load(start, end).then(inspectRange)
  }
  return source
}
