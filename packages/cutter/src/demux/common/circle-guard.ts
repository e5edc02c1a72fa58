import type { Source } from 'mediabunny'
import { brokenMedia, type CutterError, unsupportedMedia } from '../../api/cutter-error.ts'

/** How many places are remembered: a reader that only returns to them is in a loop. */
const PLACES = 64
/** A packet or a small table may be read many times. */
const MOST_READS_IN_A_CIRCLE = 5000
const MOST_BYTES_IN_A_CIRCLE = 512 * 1024 * 1024
/** Small frames are looked for in pieces of 64 KiB, one frame after the other. Larger pieces are read once, or a few times. */
const LARGE_BYTES = 64 * 1024
const MOST_TIMES_OVER = 64
/** The size of a file is queried before each read, and twice for each byte of 64 KiB in the search for an MP3 frame. */
const MOST_ASKED_BETWEEN = 250_000
/**
 * The library stores about 180 bytes for each frame of MP3, ADTS and FLAC while the file is open. This many frames are 18 hours
 * of MP3 at 44.1 kHz and use a measured 460 MB; half a million more do not fit into the memory of a media process.
 */
export const MOST_FRAMES = 2_500_000
/** A read of a frame header has more bytes than this, and is after all earlier reads. */
const TAG_BYTES = 4

/** Sources of the library ask for their bytes, and for their length, in these two ways; neither has a public name. */
interface AskedSource {
  _read(start: number, end: number, ...rest: unknown[]): unknown
  _getFileSize(): number | undefined
}

/** @param otherwise what would happen if the library did not read in these ways */
export function askedSource(source: Source, otherwise: string): AskedSource {
  const asked = source as unknown as AskedSource
  if (typeof asked._read === 'function' && typeof asked._getFileSize === 'function') return asked
  throw new Error(`The library reads in another way now: ${otherwise}.`)
}

/**
 * Stops a reader that makes no progress. Some files make the library read the same frame forever, or read millions of times
 * more than the file holds, without a pause in which it could be cancelled. It always reads from its source, so the source
 * stops it. A reader that would use too much memory is stopped, too.
 */
export function endingCircles<T extends Source>(source: T, sizeBytes: number, mostFrames = MOST_FRAMES): T {
  const asked = askedSource(source, 'nothing would end its circles')
  const { _read: read, _getFileSize: fileSize } = asked
  const mostLargeBytes = MOST_BYTES_IN_A_CIRCLE + MOST_TIMES_OVER * sizeBytes
  const places = new Set<number>()
  let readsInCircle = 0
  let bytesInCircle = 0
  let largeBytes = 0
  let askedBetween = 0
  let furthest = -1
  let frames = 0
  asked._read = (start, end, ...rest) => {
    askedBetween = 0
    if (start > furthest && end - start > TAG_BYTES) {
      furthest = start
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
      throw goesInCircles()
    }
    return read.call(source, start, end, ...rest)
  }
  asked._getFileSize = () => {
    askedBetween += 1
    if (askedBetween > MOST_ASKED_BETWEEN) throw goesInCircles()
    return fileSize.call(source)
  }
  return source
}

function goesInCircles(): CutterError {
  return brokenMedia('The media leads in circles: whoever reads it gets no further.')
}
