import { buildAvcConfiguration, withParameterSets } from '../bitstream/h264/avc-configuration.ts'
import { avcSampleEntry } from '../bitstream/sample-entries.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { SpliceVideoTask } from '../plan/plan-video.ts'
import type { ClipPacket, ClipTrack } from '../supply/clip-track.ts'
import type { EncodedSeam } from './encoded-seam.ts'
import { CLIP_LENGTH_BYTES } from './seam.ts'
import { seamSets } from './seam-sets.ts'
import type { SplicedRange } from './spliced-video.ts'

/**
 * Joins spliced ranges into one track. Each range begins at the end of the last frame before it, with a frame that
 * needs no earlier one. One header has the parameter sets of the source and of the encoders, with ids of their own.
 * @param task the task of the first range, whose configuration and settings all ranges share
 * @param mayStartAhead whether memory suffices to encode the head of the following range meanwhile
 */
export function joinedVideo(
  { opened, configuration }: SpliceVideoTask,
  stream: FrameStream,
  ranges: readonly SplicedRange[],
  mayStartAhead: boolean,
): ClipTrack {
  // A clip that copies nothing needs none of the source's parameter sets.
  const isCopying = ranges.some((range) => range.isCopying)
  const encoded = seamSets(isCopying ? configuration : null)
  return {
    kind: 'video',
    timescale: stream.timescale,
    endTick: ranges.reduce((sum, { ticks }) => sum + ticks, 0),
    packets: packetsInSequence(ranges, encoded, mayStartAhead),
    sampleEntry() {
      const baseConfiguration = isCopying ? configuration : { ...configuration, sps: [], pps: [] }
      const joinedConfiguration = withParameterSets(baseConfiguration, encoded.sets)
      const avcC = buildAvcConfiguration({ ...joinedConfiguration, lengthBytes: CLIP_LENGTH_BYTES })
      return avcSampleEntry(stream.width, stream.height, avcC, opened.description.displayBoxes)
    },
    display: { width: stream.width, height: stream.height, matrix: opened.matrix },
  }
}

/** @param mayStartAhead whether the memory suffices for the codecs of two ranges */
async function* packetsInSequence(
  ranges: readonly SplicedRange[],
  encoded: ReturnType<typeof seamSets>,
  mayStartAhead: boolean,
): AsyncGenerator<ClipPacket, void> {
  let startTick = 0
  let nextRange: StartedRange | null = null
  try {
    for (const [index, range] of ranges.entries()) {
      const currentRange: StartedRange = nextRange ?? startRange(range)
      // The head of the following range is fetched and encoded while this range is copied.
      const following = ranges[index + 1]
      nextRange = following && mayStartAhead ? startRange(following) : null
      for await (const piece of currentRange.pieces()) {
        const packets = 'frames' in piece ? encoded.packetsOf(piece) : [piece]
        for (const packet of packets) yield { ...packet, pts: packet.pts + startTick }
      }
      startTick += range.ticks
    }
  } finally {
    nextRange?.abandon()
  }
}

type StartedRange = ReturnType<typeof startRange>

/** Starts a range by requesting its first piece. */
function startRange({ pieces }: SplicedRange) {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = iterator.next()
  // Nothing awaits this promise if the cut fails earlier.
  first.catch(() => {})
  return {
    async *pieces(): AsyncGenerator<ClipPacket | EncodedSeam, void> {
      try {
        for (let result = await first; !result.done; result = await iterator.next()) yield result.value
      } finally {
        await iterator.return?.()
      }
    },
    /** Closes the range. Its pending work ends with the signal of the cut. */
    abandon(): void {
      iterator.return?.().catch(() => {})
    },
  }
}
