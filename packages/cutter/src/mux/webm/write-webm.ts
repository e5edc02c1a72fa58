import type { ClipSink } from '../../api/clip-sink.ts'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import type { MediaChapter } from '../../api/subtitles.ts'
import { element, EBML_IDS as id, signedElement, unsignedElement } from '../../bitstream/ebml.ts'
import type { ClipPacket, WebmTrack, WebmTrackHeader } from '../../supply/clip-track.ts'
import { SEGMENT_START, webmHeader } from './webm-header.ts'

/** Longest cluster. Each keyframe begins a cluster too. Timestamps of blocks are 16-bit offsets from their cluster. */
const MAX_CLUSTER_DURATION_MILLISECONDS = 5000
const MAX_CLUSTER_BYTES = 4 * 1024 * 1024
const NANOSECONDS_PER_SECOND = 1e9
const KEYFRAME_FLAG = 0x80

interface Block {
  track: number
  milliseconds: number
  packet: ClipPacket
  /** Whether it is the last block of its track, which states its duration. */
  isLast: boolean
}

/**
 * Writes the tracks as WebM, packet by packet in the order of their timestamps, with one cluster in memory.
 * mediabunny's writer supports neither codec delay nor discard padding, so that audio would begin and end up to 20 ms
 * wrong.
 */
export async function writeWebm(
  sink: ClipSink,
  tracks: readonly WebmTrack[],
  { signal, chapters }: { signal: AbortSignal | undefined; chapters: readonly MediaChapter[] },
) {
  const readers = tracks.map(blockReader)
  try {
    // A track's header is known after its first packet.
    await Promise.all(readers.map((reader) => reader.advance()))
    const nonEmptyReaders = readers.filter((reader) => reader.nextBlock() !== null)
    const headers = nonEmptyReaders.map(({ track }) => track.header())
    const zeroTotals = { durationMilliseconds: 0, cuesPosition: SEGMENT_START, sizeBytes: SEGMENT_START }
    const headerBytes = webmHeader({ tracks: headers, chapters, ...zeroTotals }).length
    const file = clusterWriter(sink, headerBytes, headers)
    for (let reader = readerOfEarliestBlock(nonEmptyReaders); reader; reader = readerOfEarliestBlock(nonEmptyReaders)) {
      throwIfCancelled(signal)
      const block = reader.nextBlock()!
      await reader.advance()
      const track = nonEmptyReaders.indexOf(reader)
      await file.add({ track, ...block, isLast: reader.nextBlock() === null }, reader.track)
    }
    const { cuesPosition, sizeBytes } = await file.finish()
    const seconds = nonEmptyReaders.map(({ track }) => track.endTick() / track.timescale)
    const durationMilliseconds = Math.max(...seconds) * 1000
    await sink.write(0, webmHeader({ tracks: headers, chapters, durationMilliseconds, cuesPosition, sizeBytes }))
    // `packets` has the number of packets of each track.
    return { sizeBytes, packets: readers.map((reader) => reader.packetCount()) }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()))
  }
}

type BlockReader = ReturnType<typeof blockReader>

function readerOfEarliestBlock(readers: readonly BlockReader[]): BlockReader | null {
  let earliestReader: BlockReader | null = null
  for (const reader of readers) {
    const block = reader.nextBlock()
    if (block && (!earliestReader || block.milliseconds < earliestReader.nextBlock()!.milliseconds))
      earliestReader = reader
  }
  return earliestReader
}

/** Reads packets from a track. `nextBlock` returns the next packet, and `advance` reads the one after it. */
function blockReader(track: WebmTrack) {
  const iterator = track.packets[Symbol.asyncIterator]()
  let nextBlock: { milliseconds: number; packet: ClipPacket } | null = null
  let packetCount = 0
  return {
    track,
    nextBlock: () => nextBlock,
    packetCount: () => packetCount,
    async advance(): Promise<void> {
      const result = await iterator.next()
      if (result.done) {
        nextBlock = null
        return
      }
      const delaySeconds = track.header().audio?.delaySeconds ?? 0
      // Timestamps in the file include the codec delay, which players subtract.
      const seconds = result.value.pts / track.timescale + delaySeconds
      nextBlock = { milliseconds: Math.max(0, Math.round(seconds * 1000)), packet: result.value }
      packetCount += 1
    },
    /** Ends the iteration, so that an unfinished track frees its codecs. */
    async close(): Promise<void> {
      await iterator.return?.()
    },
  }
}

function clusterWriter(sink: ClipSink, headerBytes: number, headers: readonly WebmTrackHeader[]) {
  const cues: Buffer[] = []
  let position = headerBytes
  let clusterStart: number | null = null
  let blocks: Buffer[] = []
  let blockBytes = 0
  const write = async (bytes: Buffer) => {
    await sink.write(position, bytes)
    position += bytes.length
  }
  const flush = async () => {
    if (blocks.length > 0) {
      await write(element(id.cluster, unsignedElement(id.timestamp, clusterStart!), ...blocks))
      blocks = []
      blockBytes = 0
    }
  }
  return {
    async add(block: Block, track: WebmTrack): Promise<void> {
      const isCuePoint = block.packet.isSync && headers[block.track]!.video !== null
      const clusterAge = clusterStart === null ? Infinity : block.milliseconds - clusterStart
      const isFull = clusterAge > MAX_CLUSTER_DURATION_MILLISECONDS || blockBytes > MAX_CLUSTER_BYTES
      if (isFull || isCuePoint) {
        await flush()
        clusterStart = block.milliseconds
        if (isCuePoint) cues.push(cuePoint(block, position - SEGMENT_START))
      }
      const bytes = blockElement(block, clusterStart!, track)
      blocks.push(bytes)
      blockBytes += bytes.length
    },
    async finish(): Promise<{ cuesPosition: number; sizeBytes: number }> {
      await flush()
      const cuesPosition = position
      await write(element(id.cues, ...cues))
      return { cuesPosition, sizeBytes: position }
    },
  }
}

function cuePoint({ track, milliseconds }: Block, position: number): Buffer {
  return element(
    id.cuePoint,
    unsignedElement(id.cueTime, milliseconds),
    element(
      id.cueTrackPositions,
      unsignedElement(id.cueTrack, track + 1),
      unsignedElement(id.cueClusterPosition, position),
    ),
  )
}

function blockElement(
  { track, milliseconds, packet, isLast }: Block,
  clusterMilliseconds: number,
  { timescale, endTick, packetTicks }: WebmTrack,
): Buffer {
  const head = Buffer.alloc(4)
  head[0] = 0x80 | (track + 1)
  head.writeInt16BE(milliseconds - clusterMilliseconds, 1)
  if (packet.duration !== undefined) {
    return element(
      id.blockGroup,
      element(id.block, head, packet.data),
      unsignedElement(id.blockDuration, Math.max(1, Math.round((packet.duration / timescale) * 1000))),
    )
  }
  if (!isLast) {
    head[3] = packet.isSync ? KEYFRAME_FLAG : 0
    return element(id.simpleBlock, head, packet.data)
  }
  const block = element(id.block, head, packet.data)
  const seconds = (endTick() - packet.pts) / timescale
  if (packetTicks) {
    const surplusSeconds = packetTicks(packet.data) / timescale - seconds
    const padding =
      surplusSeconds > 0 ? [signedElement(id.discardPadding, surplusSeconds * NANOSECONDS_PER_SECOND)] : []
    return element(id.blockGroup, block, ...padding)
  }
  const reference = packet.isSync ? [] : [signedElement(id.referenceBlock, -1)]
  return element(
    id.blockGroup,
    block,
    unsignedElement(id.blockDuration, Math.max(1, Math.round(seconds * 1000))),
    ...reference,
  )
}
