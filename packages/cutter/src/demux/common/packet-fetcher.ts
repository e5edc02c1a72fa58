import { brokenMedia } from '../../api/cutter-error.ts'
import type { ByteRange } from '../../api/segment-source.ts'
import { firstIndexWhere } from '../../io/first-where.ts'
import { type Bridging, mergeReads } from '../../io/merge-reads.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { PacketByteRanges } from './packet-list.ts'

/** Maximum number of bytes that are fetched ahead. This limits the memory of a cut of any length. */
const LOOKAHEAD_BYTES = 24 * 1024 * 1024
const MAX_CONCURRENT_REQUESTS = 6

interface Run extends ByteRange {
  bytes: Promise<Buffer> | null
  /** Number of packets that have not taken their bytes of this run. */
  waitingPackets: number
}

export type PacketFetcher = ReturnType<typeof packetFetcher>

/**
 * Fetches the bytes of announced packets. Requests start in the order of the packets, several at once. The bytes of a
 * request are released when all its packets were taken.
 * @param packets in the order in which the caller takes them, each once
 * @throws CutterError broken_media if a packet is beyond the end of the file
 */
export function packetFetcher(
  reader: PartReader,
  packets: PacketByteRanges,
  options: ReadOptions,
  onBytes: (count: number) => void = () => {},
  bridging?: Bridging,
) {
  const packetRanges = mergedByteRanges(packets)
  if ((packetRanges.at(-1)?.end ?? 0) > reader.sizeBytes) {
    throw brokenMedia('The media ends before the last packet its index names.')
  }
  const reads = mergeReads(packetRanges, packets.offsets[0], bridging)
  const runs = reads.map((read): Run => ({ ...read, bytes: null, waitingPackets: 0 }))
  const neededRuns = new Set<Run>()
  for (let packet = 0; packet < packets.offsets.length; packet++) {
    const start = packets.offsets[packet]!
    for (const run of runsOf(start, start + packets.sizes[packet]!)) {
      run.waitingPackets += 1
      neededRuns.add(run)
    }
  }
  const queue = [...neededRuns]
  let heldBytes = 0
  let inFlight = 0

  function* runsOf(start: number, end: number): Generator<Run, void> {
    const firstRun = firstIndexWhere(runs.length, (run) => runs[run]!.end > start)
    for (let at = firstRun; at < runs.length && runs[at]!.start < end; at++) yield runs[at]!
  }

  function startRead(run: Run): void {
    if (run.bytes) return
    const size = run.end - run.start
    heldBytes += size
    inFlight += 1
    run.bytes = reader.read(run.start, run.end, options).finally(() => {
      inFlight -= 1
    })
    // take() passes an error to its caller. Without a caller, this handler prevents an unhandled rejection.
    run.bytes.then(
      () => {
        onBytes(size)
        fetchAhead()
      },
      () => {},
    )
  }

  function releaseTaken(run: Run): void {
    run.waitingPackets -= 1
    if (run.waitingPackets === 0 && run.bytes) {
      heldBytes -= run.end - run.start
      run.bytes = Promise.reject(new Error('These bytes were given up.'))
      run.bytes.catch(() => {})
      fetchAhead()
    }
  }

  function fetchAhead(): void {
    while (queue.length > 0 && heldBytes < LOOKAHEAD_BYTES && inFlight < MAX_CONCURRENT_REQUESTS) {
      const run = queue.shift()!
      if (run.waitingPackets > 0) startRead(run)
    }
  }

  return {
    totalBytes: runs.reduce((sum, run) => sum + run.end - run.start, 0),
    requests: runs.length,
    async take({ offset, sizeBytes }: Pick<PacketRef, 'offset' | 'sizeBytes'>): Promise<Uint8Array> {
      const end = offset + sizeBytes
      const packetRuns = [...runsOf(offset, end)]
      if (packetRuns.some(({ waitingPackets }) => waitingPackets === 0) || (packetRuns.at(-1)?.end ?? offset) < end) {
        throw new Error('A packet was taken twice or never announced.')
      }
      for (const run of packetRuns) startRead(run)
      fetchAhead()
      const parts: Buffer[] = []
      for (const run of packetRuns) {
        const bytes = await run.bytes!
        parts.push(bytes.subarray(Math.max(0, offset - run.start), end - run.start))
        releaseTaken(run)
      }
      return parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    },
  }
}

/** Byte ranges of all packets, in order. Adjacent and overlapping packets form one range. */
function mergedByteRanges({ offsets, sizes }: PacketByteRanges): ByteRange[] {
  const starts = offsets.filter((_, packet) => sizes[packet]! > 0)
  const ends = offsets.map((offset, packet) => offset + sizes[packet]!).filter((_, packet) => sizes[packet]! > 0)
  // In sorted order, a gap follows wherever as many packets have ended as have begun.
  starts.sort()
  ends.sort()
  const ranges: ByteRange[] = []
  let firstOfRange = 0
  for (let index = 0; index < starts.length; index++) {
    if (index + 1 === starts.length || starts[index + 1]! > ends[index]!) {
      ranges.push({ start: starts[firstOfRange]!, end: ends[index]! })
      firstOfRange = index + 1
    }
  }
  return ranges
}
