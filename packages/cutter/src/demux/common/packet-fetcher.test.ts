import { describe, expect, it } from 'vitest'
import type { ByteSource } from '../../api/byte-source.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { newMeter, PartReader } from '../../io/part-reader.ts'
import { packetFetcher } from './packet-fetcher.ts'
import { PacketList } from './packet-list.ts'

const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7) % 253)

class RecordingSource implements ByteSource {
  readonly sizeBytes = bytes.length
  readonly reads: [number, number][] = []

  async read(start: number, end: number): Promise<Uint8Array> {
    this.reads.push([start, end])
    return bytes.subarray(start, end)
  }
}

function packet(offset: number, sizeBytes: number): PacketRef {
  return { pts: 0, duration: 1, isSync: true, offset, sizeBytes, entryIndex: 0 }
}

function fetcherOf(packets: PacketRef[]) {
  const source = new RecordingSource()
  const meter = newMeter()
  return {
    source,
    meter,
    fetcher: packetFetcher(new PartReader(source), PacketList.of(packets), { signal: undefined, meter }),
  }
}

describe('packetFetcher', () => {
  it('gives every packet its own bytes in any order of access', async () => {
    const packets = [packet(500, 1000), packet(1500, 20), packet(900_000, 5000), packet(0, 500)]
    const { fetcher, meter } = fetcherOf(packets)
    for (const wanted of packets.toReversed()) {
      const taken = await fetcher.take(wanted)
      expect(Buffer.compare(taken, bytes.subarray(wanted.offset, wanted.offset + wanted.sizeBytes))).toBe(0)
    }
    expect(meter.requests).toBe(2)
    expect(meter.bytes).toBe(6520)
  })

  it('first requests the packet that is needed first', async () => {
    const packets = [packet(900_000, 10), packet(100, 10)]
    const { fetcher, source } = fetcherOf(packets)
    await fetcher.take(packets[0]!)
    expect(source.reads[0]).toEqual([900_000, 900_010])
  })

  it('makes no request for an empty packet', async () => {
    const packets = [packet(10, 0)]
    const { fetcher, source } = fetcherOf(packets)
    expect(await fetcher.take(packets[0]!)).toHaveLength(0)
    expect(source.reads).toEqual([])
  })

  it('refuses packets beyond the end of the file', () => {
    expect(() => fetcherOf([packet(999_999, 2)])).toThrowError(/ends before/)
  })
})
