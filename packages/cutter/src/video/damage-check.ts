import { brokenMedia } from '../api/cutter-error.ts'
import { parseAvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import { isReferenceSample, isWholeSample } from '../bitstream/h264/nal-units.ts'
import { codedFrame, sliceCodingOf } from '../bitstream/h264/slice-coding.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { decodeStart, isGoodStart } from '../plan/clean-start.ts'

/**
 * Whether frames of a window depend on what a decoder found damaged. They do not on leading frames of the keyframe with
 * which decoding begins, on anything before a later keyframe, or on what is decoded after the last of them.
 */
export function damageCheck(stream: FrameStream, { fromTick, toTick }: { fromTick: number; toTick: number }) {
  const frameNumbers = frameNumberReader(stream)
  const damaged: number[] = []
  /** Packets without a frame. Whether one was missed that others need, the numbers of those say. */
  const frameless = new Set<number>()
  /** Frames from here on need none before; Infinity: decoding began with no keyframe, and recovers somewhere. */
  let soundFromTick = Number.POSITIVE_INFINITY
  let isFirst = true
  let latestTick = Number.NEGATIVE_INFINITY
  let neededToTick = Number.NEGATIVE_INFINITY

  return {
    /** Called with each packet before it is decoded. */
    expect(packet: LoadedPacket): void {
      const { pts, isSync, data, entryIndex } = packet
      const mayStart = (isFirst || isSync) && pts <= fromTick
      const isStart =
        mayStart && isGoodStart(decodeStart(stream.codec, data, stream.configurations[entryIndex] ?? null), 0)
      if (isStart) soundFromTick = pts
      isFirst = false
      latestTick = Math.max(latestTick, pts)
      if (pts >= fromTick && pts < toTick) neededToTick = latestTick
      const { hasFrame, isGap } = frameNumbers.read(packet, isStart)
      if (isGap) damaged.push(pts)
      if (!hasFrame && (pts < fromTick || frameNumbers.isWhole(packet))) frameless.add(pts)
    },
    /** The decoder found errors in the frame of this time, or could make nothing of its packet. */
    add(tick: number): void {
      if (!frameless.has(tick)) damaged.push(tick)
    },
    /** Whether frames of the window may depend on one that is shown at a time after it. */
    isNeeded: (tick: number): boolean => tick <= neededToTick,
    /** @throws CutterError broken_media */
    requireSound(): void {
      const from = Math.min(soundFromTick, fromTick)
      if (damaged.some((tick) => tick >= from && tick <= Math.max(neededToTick, fromTick))) {
        throw brokenMedia('A frame that the range depends on is damaged.')
      }
    },
  }
}

/** Finds reference frames of H.264 that are missing: decoders fill their places with others, and report nothing. */
function frameNumberReader({ codec, configurations }: FrameStream) {
  const codings = configurations.map((configuration) => {
    if (codec !== 'h264' || !configuration) return null
    const { sps, lengthBytes } = parseAvcConfiguration(configuration)
    const [coding, ...others] = sps.map(sliceCodingOf)
    return coding && others.length === 0 && !coding.areGapsAllowed ? { ...coding, lengthBytes } : null
  })
  let before: { number: number; entryIndex: number } | null = null
  return {
    read({ data, entryIndex }: LoadedPacket, isStart: boolean): { hasFrame: boolean; isGap: boolean } {
      const coding = codings[entryIndex]
      if (!coding) return { hasFrame: true, isGap: false }
      const frame = codedFrame(data, coding.lengthBytes, coding)
      if (!frame) return { hasFrame: false, isGap: false }
      const { number } = frame
      const last = before?.entryIndex === entryIndex ? before.number : null
      if (isReferenceSample(data, coding.lengthBytes)) before = { number, entryIndex }
      // A frame may also reset the count.
      const expected = last === null ? [] : [last, (last + 1) % 2 ** coding.frameNumberBits, 0, 1]
      return { hasFrame: true, isGap: last !== null && !isStart && !expected.includes(number) }
    },
    isWhole: ({ data, entryIndex }: LoadedPacket) => isWholeSample(data, codings[entryIndex]?.lengthBytes ?? 4),
  }
}
