import { type FormSize, TABLE_BYTES_PER_SECOND, type VideoSizeIndex } from './clip-size-index.ts'

/**
 * The engine's own rule for what images at a seam take (`cutter/plan/seam-size`): as much as in the source, and more of one
 * whose keyframes have fewer bits for a pixel than usual.
 */
const SEAM = { usualBitsPerPixel: 0.65, power: 0.75, leastShare: 0.85, mostShare: 1.6 } as const
/** The engine's own, for what seams may take (`cutter/plan/bit-budget`): no more is told. */
const BUDGET = {
  clipShare: 1.1,
  mostOfSource: 4,
  headStartSeconds: 0.9,
  leastBytesPerSecond: 18_750,
} as const
/**
 * The engine's own, for what seams are made again for (`lawfulSeamBytes` there): the whole clip keeps to its share of what it covers, its
 * tables included. As small as this they still look right, mostly.
 */
const LAW = {
  aimedShare: 0.97,
  leastShare: 0.5,
  audioShare: 1.01,
  headerBytes: 1200,
  tableBytesPerSecond: 500,
} as const
/**
 * Images at the end that cannot be copied without later ones go on from those that are (`cutter/produce/continued-tail`): they take so
 * much of what the source has for as long a piece behind the end.
 */
const TAIL = { share: 0.7, seconds: 0.12 } as const
/** Times of keyframes are told in milliseconds. */
const SAME_SECONDS = 0.001
const LEAST_SECONDS = 0.04
/** Of the keyframe that its first ones lean on, what a clip begins with that is encoded as a whole: the quality of all makes up for some of it. */
const ENCODED_LEAD = 0.7
/** A image standing by itself looks no better in H.264 with more than that. */
const ENOUGH_KEY_BITS_PER_PIXEL = 1.15

type SegmentSizeIndex = Omit<VideoSizeIndex, 'audioBytesPerSecond'>
type Range = { startTime: number; endTime: number }

/**
 * What images take that are re-encoded because others before them were left out.
 * @param source keyBytes: of the image standing by itself that they lean on; ownBytes: of them
 */
export function seamBytes(source: { keyBytes: number; ownBytes: number; pixels: number }): number {
  const { keyBytes, ownBytes, pixels } = source
  const bitsPerPixel = (keyBytes * 8) / Math.max(1, pixels)
  const share = (SEAM.usualBitsPerPixel / Math.max(1e-6, bitsPerPixel)) ** SEAM.power
  return Math.min(SEAM.mostShare, Math.max(SEAM.leastShare, share)) * (keyBytes + ownBytes)
}

/** What a clip of a range weighs: its images, of which those before the first keyframe and a few at the end are made again. */
export function estimateRange(sizeIndex: SegmentSizeIndex, form: FormSize, range: Range): number {
  const besides = form.baseBytes + form.bytesPerSecond * (range.endTime - range.startTime)
  return Math.round(besides + estimateFrames(sizeIndex, form, range))
}

/** Of all ranges together, each a clip or joined to one; null where it is told of none so short. */
export function estimateRanges(sizeIndex: SegmentSizeIndex, form: FormSize, ranges: readonly Range[]): number | null {
  const isShort = ranges.some(({ startTime, endTime }) => endTime - startTime < form.leastSeconds)
  return isShort ? null : ranges.reduce((sum, range) => sum + estimateRange(sizeIndex, form, range), 0)
}

/** Of such a clip, what its images weigh: the engine is asked to make them so. */
export function estimateFrames(sizeIndex: SegmentSizeIndex, form: FormSize, range: Range): number {
  const { keyShare, seamPixels, bytesPerSecond } = form
  const { keySeconds, keyBytes } = sizeIndex
  const between = (from: number, to: number) => bytesBetween(sizeIndex, form, from, to)
  const nextKey = keySeconds.findIndex((seconds) => seconds >= range.startTime - SAME_SECONDS)
  // No other image begins between its start and that one.
  const startsWithKey = nextKey >= 0 && keySeconds[nextKey]! < range.startTime + form.frameSeconds - SAME_SECONDS
  const startTime = startsWithKey ? keySeconds[nextKey]! : range.startTime
  const endTime = Math.max(startTime, range.endTime)
  const lead = nextKey < 0 ? keySeconds.length - 1 : nextKey - 1
  const leadBytes = startsWithKey ? 0 : keyShare * (keyBytes[lead] ?? 0)
  if (seamPixels === 0) {
    const enough = form.againPixels === 0 ? 1 : enoughShare(sizeIndex, form, { startTime, endTime })
    return enough * (ENCODED_LEAD * leadBytes + between(startTime, endTime))
  }
  const copyFrom = Math.min(endTime, nextKey < 0 ? Infinity : Math.max(startTime, keySeconds[nextKey]!))
  const ownBytes = between(startTime, copyFrom)
  const copiedBytes = between(copyFrom, endTime)
  const isToEnd = endTime >= sizeIndex.frameBytes.length * sizeIndex.secondsPerPiece - LEAST_SECONDS
  const tailBytes = copyFrom >= endTime || isToEnd ? 0 : form.frameShare * bytesOfTail(sizeIndex, endTime)
  if (leadBytes === 0) return ownBytes + copiedBytes + tailBytes
  const coveredFrom = keySeconds[lead]!
  const covered = {
    bytes: between(coveredFrom, endTime),
    copiedBytes: copiedBytes + tailBytes,
    seconds: Math.max(LEAST_SECONDS, endTime - coveredFrom),
  }
  const headBytes = affordedBytes(
    {
      seconds: copyFrom - startTime,
      bytes: seamBytes({ keyBytes: leadBytes, ownBytes, pixels: seamPixels }),
    },
    covered,
  )
  return covered.copiedBytes + lawfulBytes(headBytes, { ...covered, bytesPerSecond, shownSeconds: endTime - startTime })
}

function bytesOfTail({ frameBytes, secondsPerPiece }: SegmentSizeIndex, endTime: number): number {
  const perSecond = (frameBytes[Math.floor(endTime / secondsPerPiece)] ?? 0) / secondsPerPiece
  return TAIL.share * TAIL.seconds * perSecond
}

/** What the engine makes of a seam at most: few bits are there for what is short and begins with a large keyframe. */
function affordedBytes(
  seam: { seconds: number; bytes: number },
  covered: { bytes: number; copiedBytes: number; seconds: number },
): number {
  const seconds = seam.seconds + BUDGET.headStartSeconds
  const source = covered.bytes / covered.seconds
  const affordable = (BUDGET.clipShare * covered.bytes - covered.copiedBytes) / seconds
  const rate = Math.max(
    BUDGET.leastBytesPerSecond,
    BUDGET.clipShare * source,
    Math.min(BUDGET.mostOfSource * source, affordable),
  )
  return Math.min(seam.bytes, rate * seconds)
}

/** What is left of it where the clip would be larger than its share of what it covers. */
function lawfulBytes(
  seamBytes: number,
  covered: { bytes: number; copiedBytes: number; bytesPerSecond: number; shownSeconds: number },
): number {
  const { bytes, copiedBytes, bytesPerSecond, shownSeconds: seconds } = covered
  const audioBytes = Math.max(0, bytesPerSecond - TABLE_BYTES_PER_SECOND) * seconds
  const most = lawfulSeamBytes({ frameBytes: bytes, copiedBytes, audioBytes, seconds })
  return Math.min(seamBytes, Math.max(LAW.leastShare * seamBytes, LAW.aimedShare * most))
}

/** How many bytes images made again may take, so that the clip with its audio and its tables keeps to its share of what it covers. */
export function lawfulSeamBytes(covered: {
  frameBytes: number
  copiedBytes: number
  audioBytes: number
  seconds: number
}): number {
  const { frameBytes, copiedBytes, audioBytes, seconds } = covered
  const besides = copiedBytes + LAW.audioShare * audioBytes + LAW.headerBytes + LAW.tableBytesPerSecond * seconds
  return BUDGET.clipShare * (frameBytes + audioBytes) - besides
}

/** Of slides, say, that have bits in plenty, more of them would not be seen: what share of them is enough, on average. */
function enoughShare(sizeIndex: SegmentSizeIndex, form: FormSize, { startTime, endTime }: Range): number {
  const { keySeconds, keyBytes } = sizeIndex
  let [sum, bytes] = [0, 0]
  for (const [key, seconds] of keySeconds.entries()) {
    const until = keySeconds[key + 1] ?? Infinity
    if (until <= startTime || seconds >= endTime) continue
    const own = 1 + bytesBetween(sizeIndex, form, Math.max(seconds, startTime), Math.min(until, endTime))
    const keyBitsPerPixel = ((keyBytes[key] ?? 0) * 8 * form.keyShare) / form.againPixels
    sum += own * Math.min(1, ENOUGH_KEY_BITS_PER_PIXEL / Math.max(1e-6, keyBitsPerPixel))
    bytes += own
  }
  return bytes > 0 ? sum / bytes : 1
}

/** As the form has them. */
function bytesBetween(
  { secondsPerPiece, frameBytes, keySeconds, keyBytes }: SegmentSizeIndex,
  { frameShare, keyShare }: FormSize,
  startTime: number,
  endTime: number,
): number {
  const [from, to] = [startTime / secondsPerPiece, endTime / secondsPerPiece]
  let bytes = 0
  for (let piece = Math.floor(from); piece < Math.min(to, frameBytes.length); piece++)
    bytes += frameShare * (frameBytes[piece] ?? 0) * (Math.min(to, piece + 1) - Math.max(from, piece))
  const isWithin = (seconds: number) => seconds >= startTime && seconds < endTime
  return keySeconds.reduce((sum, seconds, key) => sum + (isWithin(seconds) ? keyShare * keyBytes[key]! : 0), bytes)
}
