import type { Source } from 'mediabunny'
import { brokenMedia, type CutterError, unsupportedMedia } from '../../api/cutter-error.ts'

/** Number of latest read offsets that are stored. A reader that only returns to these is in a loop. */
const PLACES = 64
/** Most repeated reads without a new offset, because mediabunny may read a packet or a small table many times. */
const MOST_READS_IN_A_CIRCLE = 5000
const MOST_BYTES_IN_A_CIRCLE = 512 * 1024 * 1024
/** Size above which a read is large. mediabunny searches for small frames in reads of 64 KiB, one for each frame. */
const LARGE_BYTES = 64 * 1024
/** Large reads may add up to this many times the size of the file. */
const MOST_TIMES_OVER = 64
/** Most size queries between reads. The search for an MP3 frame makes two for each byte of 64 KiB. */
const MOST_SIZE_QUERIES = 250_000
/**
 * Most frames of a file. mediabunny stores about 180 bytes for each frame of MP3, ADTS and FLAC while the file is open.
 * This many are 18 hours of MP3 at 44.1 kHz and take 460 MB; half a million more exceed the memory of a media process.
 */
export const MOST_FRAMES = 2_500_000
/** A read of more bytes than this, after all earlier reads, counts as a new frame. */
const TAG_BYTES = 4

/** The private methods of a mediabunny source that return bytes and the file size. */
interface SourceInternals {
  _read(start: number, end: number, ...rest: unknown[]): unknown
  _getFileSize(): number | undefined
}

/**
 * Checks that a source still has its private methods.
 * @param otherwise consequence for the error message if it has not
 */
export function sourceInternals(source: Source, otherwise: string): SourceInternals {
  const internals = source as unknown as SourceInternals
  if (typeof internals._read === 'function' && typeof internals._getFileSize === 'function') return internals
  throw new Error(`The library reads in another way now: ${otherwise}.`)
}

/**
 * Stops a reader that makes no progress or uses too much memory. Some files make mediabunny read the same frame
 * forever, or read millions of times the size of the file, without a pause for a cancel. Each read goes through the
 * source, so the source throws.
 */
export function endingCircles<T extends Source>(source: T, sizeBytes: number, mostFrames = MOST_FRAMES): T {
  const internals = sourceInternals(source, 'nothing would end its circles')
  const { _read: read, _getFileSize: fileSize } = internals
  const mostLargeBytes = MOST_BYTES_IN_A_CIRCLE + MOST_TIMES_OVER * sizeBytes
  const places = new Set<number>()
  let readsInCircle = 0
  let bytesInCircle = 0
  let largeBytes = 0
  let sizeQueries = 0
  let furthestStart = -1
  let frames = 0
  internals._read = (start, end, ...rest) => {
    sizeQueries = 0
    if (start > furthestStart && end - start > TAG_BYTES) {
      furthestStart = start
      frames += 1
      if (frames > mostFrames) throw unsupportedMedia('The media consists of more frames than can be remembered.')
    }
    largeBytes += end - start > LARGE_BYTES ? end - start : 0
    if (places.has(start)) {
      readsInCircle += 1
      bytesInCircle += end - start
    } else {
      readsInCircle = 0
      bytesInCircle = 0
      places.add(start)
      if (places.size > PLACES) places.delete(places.values().next().value!)
    }
    if (
      readsInCircle > MOST_READS_IN_A_CIRCLE ||
      bytesInCircle > MOST_BYTES_IN_A_CIRCLE ||
      largeBytes > mostLargeBytes
    ) {
      throw loopError()
    }
    return read.call(source, start, end, ...rest)
  }
  internals._getFileSize = () => {
    sizeQueries += 1
    if (sizeQueries > MOST_SIZE_QUERIES) throw loopError()
    return fileSize.call(source)
  }
  return source
}

function loopError(): CutterError {
  return brokenMedia('The media leads in circles: whoever reads it gets no further.')
}
