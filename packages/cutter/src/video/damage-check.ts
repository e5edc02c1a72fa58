import { brokenMedia } from '../api/cutter-error.ts'
import { parseAvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import { isReferenceSample, isWholeSample } from '../bitstream/h264/nal-units.ts'
import { readCodedFrame, sliceCodingOf } from '../bitstream/h264/slice-coding.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { decodeStart, isGoodStart } from '../plan/clean-start.ts'

/**
 * Checks whether frames of a window depend on damaged frames. They do not depend on leading frames of the first
 * keyframe, on frames before a later keyframe, or on frames that come after the last one of the window in decode order.
 */
export function damageCheck(stream: FrameStream, { fromTick, toTick }: { fromTick: number; toTick: number }) {
  const frameNumbers = frameNumberReader(stream)
  const damagedTicks: number[] = []
  /** Ticks of packets without a frame. Gaps in the numbers of later frames show whether a needed frame is missing. */
  const framelessTicks = new Set<number>()
  /**
   * Frames from this tick on need no earlier frames. Infinity: decoding began without a keyframe, and recovers later.
   */
  let intactFromTick = Number.POSITIVE_INFINITY
  let isFirst = true
  let latestTick = Number.NEGATIVE_INFINITY
  let neededToTick = Number.NEGATIVE_INFINITY

  return {
    /** Call this with each packet before it is decoded. */
    notePacket(packet: LoadedPacket): void {
      const { pts, isSync, data, entryIndex } = packet
      const mayStart = (isFirst || isSync) && pts <= fromTick
      const isStart =
        mayStart && isGoodStart(decodeStart(stream.codec, data, stream.configurations[entryIndex] ?? null), 0)
      if (isStart) intactFromTick = pts
      isFirst = false
      latestTick = Math.max(latestTick, pts)
      if (pts >= fromTick && pts < toTick) neededToTick = latestTick
      const { hasFrame, isGap } = frameNumbers.read(packet, isStart)
      if (isGap) damagedTicks.push(pts)
      if (!hasFrame && (pts < fromTick || frameNumbers.isWhole(packet))) framelessTicks.add(pts)
    },
    /** Call this if the decoder found errors in the frame of this tick, or could not decode its packet. */
    addDamagedTick(tick: number): void {
      if (!framelessTicks.has(tick)) damagedTicks.push(tick)
    },
    /** Whether frames of the window may depend on a frame that is shown at this tick, after the window. */
    isNeeded: (tick: number): boolean => tick <= neededToTick,
    /** @throws CutterError broken_media */
    requireIntact(): void {
      const from = Math.min(intactFromTick, fromTick)
      if (damagedTicks.some((tick) => tick >= from && tick <= Math.max(neededToTick, fromTick))) {
        throw brokenMedia('A frame that the range depends on is damaged.')
      }
    },
  }
}

/**
 * Finds missing reference frames of H.264 by frame_num. Decoders replace them with other frames and report no error.
 */
function frameNumberReader({ codec, configurations }: FrameStream) {
  const codings = configurations.map((configuration) => {
    if (codec !== 'h264' || !configuration) return null
    const { sps, lengthBytes } = parseAvcConfiguration(configuration)
    const [coding, ...otherCodings] = sps.map(sliceCodingOf)
    return coding && otherCodings.length === 0 && !coding.areGapsAllowed ? { ...coding, lengthBytes } : null
  })
  let lastReference: { number: number; entryIndex: number } | null = null
  return {
    read({ data, entryIndex }: LoadedPacket, isStart: boolean): { hasFrame: boolean; isGap: boolean } {
      const coding = codings[entryIndex]
      if (!coding) return { hasFrame: true, isGap: false }
      const frame = readCodedFrame(data, coding.lengthBytes, coding)
      if (!frame) return { hasFrame: false, isGap: false }
      const { number } = frame
      const last = lastReference?.entryIndex === entryIndex ? lastReference.number : null
      if (isReferenceSample(data, coding.lengthBytes)) lastReference = { number, entryIndex }
      // A frame may also reset frame_num, which is then 0 or 1.
      const expected = last === null ? [] : [last, (last + 1) % 2 ** coding.frameNumberBits, 0, 1]
      return { hasFrame: true, isGap: last !== null && !isStart && !expected.includes(number) }
    },
    isWhole: ({ data, entryIndex }: LoadedPacket) => isWholeSample(data, codings[entryIndex]?.lengthBytes ?? 4),
  }
}
