import { LARGE_PIXELS } from '../api/media-limits.ts'
import { buildAvcConfiguration, withParameterSets } from '../bitstream/h264/avc-configuration.ts'
import { avcSampleEntry } from '../bitstream/sample-entries.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { SpliceVideoTask } from '../plan/plan-video.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import { CLIP_LENGTH_BYTES } from './seam.ts'
import type { SplicedRange } from './spliced-video.ts'

/**
 * One track of several: each range begins, with a frame that needs none before it, when the last
 * frame of the one before ends. One header describes them all, the source's parameter sets and the encoders' own.
 * @param first the task of the first range: all were made under its configuration and with the same settings
 */
export function joinedVideo(
  { opened, configuration }: SpliceVideoTask,
  stream: FrameStream,
  ranges: readonly SplicedRange[],
): ClipTrack {
  return {
    kind: 'video',
    timescale: stream.timescale,
    endTick: ranges.reduce((sum, { ticks }) => sum + ticks, 0),
    packets: oneAfterTheOther(ranges, stream.width * stream.height <= LARGE_PIXELS),
    sampleEntry() {
      const encoded = ranges.map((range) => range.encodedSets())
      // A clip that copies nothing needs none of the source's parameter sets.
      const isCopying = ranges.some((range) => range.isCopying)
      const base = isCopying ? configuration : { ...configuration, sps: [], pps: [] }
      const sps = encoded.flatMap((sets) => sets.sps)
      const pps = encoded.flatMap((sets) => sets.pps)
      const joined = withParameterSets(base, sps, pps)
      const merged = buildAvcConfiguration({ ...joined, lengthBytes: CLIP_LENGTH_BYTES })
      return avcSampleEntry(stream.width, stream.height, merged, opened.description.displayBoxes)
    },
    display: { width: stream.width, height: stream.height, matrix: opened.matrix },
  }
}

/** @param isAhead whether memory allows for codecs of two ranges at once */
async function* oneAfterTheOther(ranges: readonly SplicedRange[], isAhead: boolean): AsyncGenerator<ClipPacket, void> {
  let startTick = 0
  let ahead: StartedRange | null = null
  try {
    for (const [index, range] of ranges.entries()) {
      const current: StartedRange = ahead ?? startedRange(range)
      // The head of the following range is fetched and encoded while this one is copied.
      const following = ranges[index + 1]
      ahead = following && isAhead ? startedRange(following) : null
      for await (const packet of current.packets()) yield { ...packet, pts: packet.pts + startTick }
      startTick += range.ticks
    }
  } finally {
    ahead?.abandon()
  }
}

type StartedRange = ReturnType<typeof startedRange>

/** A range whose first packet was requested ahead of time. */
function startedRange({ packets }: SplicedRange) {
  const iterator = packets[Symbol.asyncIterator]()
  const first = iterator.next()
  // If the cut fails earlier, nothing awaits this promise.
  first.catch(() => {})
  return {
    async *packets(): AsyncGenerator<ClipPacket, void> {
      try {
        for (let result = await first; !result.done; result = await iterator.next()) yield result.value
      } finally {
        await iterator.return?.()
      }
    },
    /** Work under way ends with the cut itself. */
    abandon(): void {
      iterator.return?.().catch(() => {})
    },
  }
}
