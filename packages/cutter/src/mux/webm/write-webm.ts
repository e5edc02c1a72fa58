import type { ClipSink } from '../../api/clip-sink.ts'
import { CutterError, throwIfCancelled } from '../../api/cutter-error.ts'
import type { ClipPacket, WebmTrack, WebmTrackHeader } from '../../supply/clip-track.ts'
import { element, EBML_IDS as id, signed, unsigned } from './ebml.ts'
import { SEGMENT_START, webmHeader } from './webm-header.ts'

export interface WrittenWebm {
  sizeBytes: number
  /** How many packets of each track. */
  packets: number[]
}

/** Keyframes begin clusters; where they are far apart, time does. Blocks count their times in 16 bits from theirs. */
const LONGEST_CLUSTER_MILLISECONDS = 5000
const LARGEST_CLUSTER_BYTES = 4 * 1024 * 1024
const NANOSECONDS = 1e9
const IS_KEY = 0x80

interface Block {
  track: number
  milliseconds: number
  packet: ClipPacket
  /** The last of its track tells how long it lasts. */
  isLast: boolean
}

/**
 * Writes the tracks as WebM, packet by packet in order of time; memory holds one cluster. The library's own writer knows
 * neither a codec's delay nor padding to be discarded: the audio would begin and end up to 20 ms off.
 */
export async function writeWebm(
  sink: ClipSink,
  tracks: readonly WebmTrack[],
  { signal, largestBytes }: { signal: AbortSignal | undefined; largestBytes: number },
): Promise<WrittenWebm> {
  const readers = tracks.map((track) => new BlockReader(track))
  try {
    // What is in the header is known once a packet of each is there.
    await Promise.all(readers.map((reader) => reader.begin()))
    const cached = readers.filter((reader) => reader.next !== null)
    const headers = cached.map((reader) => reader.track.header())
    const nothing = { durationMilliseconds: 0, cuesPosition: SEGMENT_START, sizeBytes: SEGMENT_START }
    const headerBytes = webmHeader({ tracks: headers, ...nothing }).length
    const file = new ClusterFile(sink, headerBytes, headers, largestBytes)
    for (let reader = earliest(cached); reader?.next; reader = earliest(cached)) {
      throwIfCancelled(signal)
      const track = cached.indexOf(reader)
      const { next } = reader
      await reader.advance()
      await file.add({ track, ...next, isLast: reader.next === null }, reader.track)
    }
    const { cuesPosition, sizeBytes } = await file.finish()
    const seconds = cached.map(({ track }) => track.endTick() / track.timescale)
    const durationMilliseconds = Math.max(...seconds) * 1000
    await sink.write(0, webmHeader({ tracks: headers, durationMilliseconds, cuesPosition, sizeBytes }))
    return { sizeBytes, packets: readers.map((reader) => reader.taken) }
  } finally {
    await Promise.all(readers.map((reader) => reader.close()))
  }
}

function earliest(readers: readonly BlockReader[]): BlockReader | null {
  let first: BlockReader | null = null
  for (const reader of readers) {
    if (reader.next && (!first?.next || reader.next.milliseconds < first.next.milliseconds)) {
      first = reader
    }
  }
  return first
}

/** Takes packets from a track, one ahead. */
class BlockReader {
  readonly track: WebmTrack
  next: { milliseconds: number; packet: ClipPacket } | null = null
  taken = 0
  readonly #iterator: AsyncIterator<ClipPacket>

  constructor(track: WebmTrack) {
    this.track = track
    this.#iterator = track.packets[Symbol.asyncIterator]()
  }

  begin(): Promise<void> {
    return this.advance()
  }

  async advance(): Promise<void> {
    const result = await this.#iterator.next()
    if (result.done) {
      this.next = null
      return
    }
    const delaySeconds = this.track.header().audio?.delaySeconds ?? 0
    // The file counts from the start of what is decoded, a player subtracts the delay again.
    const seconds = result.value.pts / this.track.timescale + delaySeconds
    this.next = { milliseconds: Math.max(0, Math.round(seconds * 1000)), packet: result.value }
    this.taken += 1
  }

  /** Lets an unfinished track free its codecs. */
  async close(): Promise<void> {
    await this.#iterator.return?.()
  }
}

class ClusterFile {
  readonly #sink: ClipSink
  readonly #headers: readonly WebmTrackHeader[]
  readonly #largestBytes: number
  readonly #cues: Buffer[] = []
  #position: number
  #start: number | null = null
  #blocks: Buffer[] = []
  #blockBytes = 0

  constructor(sink: ClipSink, headerBytes: number, headers: readonly WebmTrackHeader[], largestBytes: number) {
    this.#sink = sink
    this.#headers = headers
    this.#largestBytes = largestBytes
    this.#position = headerBytes
  }

  async add(block: Block, track: WebmTrack): Promise<void> {
    const isFrame = this.#headers[block.track]!.video !== null
    const isCuePoint = block.packet.isSync && (isFrame || this.#headers.every(({ video }) => !video))
    const age = this.#start === null ? Infinity : block.milliseconds - this.#start
    const isFull = age > LONGEST_CLUSTER_MILLISECONDS || this.#blockBytes > LARGEST_CLUSTER_BYTES
    if (isFull || (isCuePoint && isFrame)) {
      await this.#flush()
      this.#start = block.milliseconds
      if (isCuePoint) {
        this.#cues.push(cuePoint(block, this.#position - SEGMENT_START))
      }
    }
    const bytes = blockElement(block, this.#start!, track)
    this.#blocks.push(bytes)
    this.#blockBytes += bytes.length
  }

  async finish(): Promise<{ cuesPosition: number; sizeBytes: number }> {
    await this.#flush()
    const cuesPosition = this.#position
    await this.#write(element(id.cues, ...this.#cues))
    return { cuesPosition, sizeBytes: this.#position }
  }

  async #flush(): Promise<void> {
    if (this.#blocks.length > 0) {
      await this.#write(element(id.cluster, unsigned(id.timestamp, this.#start!), ...this.#blocks))
      this.#blocks = []
      this.#blockBytes = 0
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#position + bytes.length > this.#largestBytes) {
      throw new CutterError('too_large', `The clip would be larger than ${this.#largestBytes} bytes.`)
    }
    await this.#sink.write(this.#position, bytes)
    this.#position += bytes.length
  }
}

function cuePoint({ track, milliseconds }: Block, position: number): Buffer {
  return element(
    id.cuePoint,
    unsigned(id.cueTime, milliseconds),
    element(id.cueTrackPositions, unsigned(id.cueTrack, track + 1), unsigned(id.cueClusterPosition, position)),
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
  if (!isLast) {
    head[3] = packet.isSync ? IS_KEY : 0
    return element(id.simpleBlock, head, packet.data)
  }
  const block = element(id.block, head, packet.data)
  const seconds = (endTick() - packet.pts) / timescale
  if (packetTicks) {
    const surplus = packetTicks(packet.data) / timescale - seconds
    const padding = surplus > 0 ? [signed(id.discardPadding, surplus * NANOSECONDS)] : []
    return element(id.blockGroup, block, ...padding)
  }
  const reference = packet.isSync ? [] : [signed(id.referenceBlock, -1)]
  return element(
    id.blockGroup,
    block,
    unsigned(id.blockDuration, Math.max(1, Math.round(seconds * 1000))),
    ...reference,
  )
}
