import type { Source } from 'mediabunny'
import { brokenMedia, type CutterError, unsupportedMedia } from '../../api/cutter-error.ts'

/** Number of read offsets that are remembered. A reader that only returns to these offsets is in a loop. */
const REMEMBERED_OFFSETS = 64
/** Maximum number of repeated reads without a new offset. mediabunny may read a packet or a small table many times. */
const MAX_READS_IN_A_LOOP = 5000
const MAX_BYTES_IN_A_LOOP = 512 * 1024 * 1024
/** Size above which a read is large. mediabunny searches for small frames in reads of 64 KiB, one for each frame. */
const LARGE_READ_BYTES = 64 * 1024
/** Large reads may add up to this many times the size of the file. */
const MAX_LARGE_READ_RATIO = 64
/** Maximum number of size queries between two reads. The search for an MP3 frame makes two for each byte of 64 KiB. */
const MAX_SIZE_QUERIES = 250_000
/**
 * Maximum number of frames in a file. mediabunny stores about 180 bytes for each frame of MP3, ADTS and FLAC while the
 * file is open. This many are 18 hours of MP3 at 44.1 kHz and take 460 MB; half a million more exceed the memory of a
 * media process.
 */
export const MAX_FRAMES = 2_500_000
/** A read of more bytes than this, at a higher offset than all earlier reads, counts as a new frame. */
const MAX_TAG_BYTES = 4

/** The private methods of a mediabunny source that return bytes and the file size. */
interface SourceInternals {
  _read(start: number, end: number, ...rest: unknown[]): unknown
  _getFileSize(): number | undefined
}

/**
 * Checks that a source still has its private methods.
 * @param consequence what would happen without them, for the error message
 */
export function sourceInternals(source: Source, consequence: string): SourceInternals {
  const internals = source as unknown as SourceInternals
  if (typeof internals._read === 'function' && typeof internals._getFileSize === 'function') return internals
  throw new Error(`The library reads in another way now: ${consequence}.`)
}

/**
 * Stops a reader that makes no progress or uses too much memory. Some files make mediabunny read the same frame
 * forever, or read millions of times the size of the file, without a pause for a cancel. Each read goes through the
 * source, so the source throws.
 */
export function stopLoops<T extends Source>(source: T, sizeBytes: number, maxFrames = MAX_FRAMES): T {
  const internals = sourceInternals(source, 'nothing would end its circles')
  const { _read: read, _getFileSize: fileSize } = internals
  const maxLargeBytes = MAX_BYTES_IN_A_LOOP + MAX_LARGE_READ_RATIO * sizeBytes
  const recentOffsets = new Set<number>()
  let readsInLoop = 0
  let bytesInLoop = 0
  let largeBytes = 0
  let sizeQueries = 0
  let furthestStart = -1
  let frames = 0
  internals._read = (start, end, ...rest) => {
    sizeQueries = 0
    if (start > furthestStart && end - start > MAX_TAG_BYTES) {
      furthestStart = start
      frames += 1
      if (frames > maxFrames) throw unsupportedMedia('The media consists of more frames than can be remembered.')
    }
    largeBytes += end - start > LARGE_READ_BYTES ? end - start : 0
    if (recentOffsets.has(start)) {
      readsInLoop += 1
      bytesInLoop += end - start
    } else {
      readsInLoop = 0
      bytesInLoop = 0
      recentOffsets.add(start)
      if (recentOffsets.size > REMEMBERED_OFFSETS) recentOffsets.delete(recentOffsets.values().next().value!)
    }
    if (readsInLoop > MAX_READS_IN_A_LOOP || bytesInLoop > MAX_BYTES_IN_A_LOOP || largeBytes > maxLargeBytes) {
      throw loopError()
    }
    return read.call(source, start, end, ...rest)
  }
  internals._getFileSize = () => {
    sizeQueries += 1
    if (sizeQueries > MAX_SIZE_QUERIES) throw loopError()
    return fileSize.call(source)
  }
  return source
}

function loopError(): CutterError {
  return brokenMedia('The media leads in circles: whoever reads it gets no further.')
}
