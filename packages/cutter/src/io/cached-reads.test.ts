import { describe, expect, it } from 'vitest'
import { CachedReads } from './cached-reads.ts'
import { newMeter, PartReader } from './part-reader.ts'

const FILE_BYTES = Uint8Array.from({ length: 100 }, (_, index) => index)

function setUp() {
  const requests: [number, number][] = []
  const reader = new PartReader({
    sizeBytes: FILE_BYTES.length,
    read: async (start, end) => {
      requests.push([start, end])
      return FILE_BYTES.slice(start, end)
    },
  })
  const options = { signal: undefined, meter: newMeter(), cachedReads: new CachedReads() }
  const read = async (start: number, end: number) => [...(await reader.read(start, end, options))]
  return { requests, reader, options, read }
}

const bytes = (start: number, end: number) => [...FILE_BYTES.slice(start, end)]

describe('a byte range that is read ahead', () => {
  it('is fetched once for all reads of its parts', async () => {
    const { requests, reader, options, read } = setUp()
    reader.readAhead(20, 60, options)
    expect(await Promise.all([read(20, 22), read(30, 50), read(20, 60)])).toEqual([
      bytes(20, 22),
      bytes(30, 50),
      bytes(20, 60),
    ])
    expect(requests).toEqual([[20, 60]])
    expect(options.meter).toMatchObject({ bytes: 40, requests: 1 })
  })

  it('serves its part of an overlapping read, so that only the rest is fetched', async () => {
    const { requests, reader, options, read } = setUp()
    reader.readAhead(20, 60, options)
    expect(await read(10, 30)).toEqual(bytes(10, 30))
    expect(await read(50, 70)).toEqual(bytes(50, 70))
    expect(requests).toEqual([
      [20, 60],
      [10, 20],
      [60, 70],
    ])
  })

  it('is released after its last byte: a second cut of the same plan fetches it again', async () => {
    const { requests, reader, options, read } = setUp()
    reader.readAhead(20, 60, options)
    await read(20, 60)
    expect(await read(20, 60)).toEqual(bytes(20, 60))
    expect(requests).toHaveLength(2)
  })

  it('belongs to one file only, and only a few of them are stored', async () => {
    const { reader, options } = setUp()
    const secondFile = setUp()
    reader.readAhead(20, 60, options)
    expect([...(await secondFile.reader.read(20, 60, options))]).toEqual(bytes(20, 60))
    expect(secondFile.requests).toEqual([[20, 60]])
    for (let start = 0; start < 20; start++) secondFile.reader.readAhead(start, start + 1, options)
    expect(options.meter.requests).toBe(9)
  })

  it('passes its read error only to the callers that read it', async () => {
    const { reader, options, read } = setUp()
    reader.readAhead(90, 110, options)
    expect(await read(0, 10)).toEqual(bytes(0, 10))
    await expect(read(95, 100)).rejects.toMatchObject({ code: 'broken_media' })
  })
})
