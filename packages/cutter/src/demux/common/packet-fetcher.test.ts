import { describe, expect, it, vi } from 'vitest'
import { bytesAsSource } from '../../../tests/support/counting-file.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { newMeter, PartReader } from '../../io/part-reader.ts'
import { packetFetcher } from './packet-fetcher.ts'
import { PacketList } from './packet-list.ts'

const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => (index * 7) % 253)

function packet(offset: number, sizeBytes: number): PacketRef {
  return { pts: 0, duration: 1, isSync: true, offset, sizeBytes, entryIndex: 0 }
}

function fetcherOf(packets: PacketRef[]) {
  const source = bytesAsSource(bytes)
  const read = vi.spyOn(source, 'read')
  const meter = newMeter()
  const fetcher = packetFetcher(new PartReader(source), PacketList.of(packets), { signal: undefined, meter })
  return { read, meter, fetcher }
}

describe('packetFetcher', () => {
  it("returns each packet's own bytes in any order of access", async () => {
    const packets = [packet(500, 1000), packet(1500, 20), packet(900_000, 5000), packet(0, 500)]
    const { fetcher, meter } = fetcherOf(packets)
    for (const ref of packets.toReversed()) {
      const data = await fetcher.take(ref)
      expect(Buffer.compare(data, bytes.subarray(ref.offset, ref.offset + ref.sizeBytes))).toBe(0)
    }
    expect(meter.requests).toBe(2)
    expect(meter.bytes).toBe(6520)
  })

  it('first requests the packet that is needed first', async () => {
    const packets = [packet(900_000, 10), packet(100, 10)]
    const { fetcher, read } = fetcherOf(packets)
    await fetcher.take(packets[0]!)
    expect(read.mock.calls[0]).toEqual([900_000, 900_010, undefined])
  })

  it('makes no request for an empty packet', async () => {
    const packets = [packet(10, 0)]
    const { fetcher, read } = fetcherOf(packets)
    expect(await fetcher.take(packets[0]!)).toHaveLength(0)
    expect(read).not.toHaveBeenCalled()
  })

  it('refuses packets beyond the end of the file', () => {
    expect(() => fetcherOf([packet(999_999, 2)])).toThrowError(/ends before/)
  })
})
