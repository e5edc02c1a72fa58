import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeReads } from './merge-reads.ts'

const KIBIBYTE = 1024

describe('mergeReads', () => {
  it('fetches neighbours with one request', () => {
    const reads = mergeReads([
      { start: 100, end: 200 },
      { start: 0, end: 100 },
      { start: 200, end: 250 },
    ])
    expect(reads).toEqual([{ start: 0, end: 250 }])
  })

  it('reads a small gap instead of skipping it', () => {
    const reads = mergeReads([
      { start: 0, end: 100 * KIBIBYTE },
      { start: 104 * KIBIBYTE, end: 200 * KIBIBYTE },
    ])
    expect(reads).toHaveLength(1)
  })

  it('skips a gap that would cost more than a few percent', () => {
    const reads = mergeReads([
      { start: 0, end: 100 * KIBIBYTE },
      { start: 150 * KIBIBYTE, end: 200 * KIBIBYTE },
    ])
    expect(reads).toHaveLength(2)
  })

  it('reads the bytes between audio packets if skipping them would take more than two round trips', () => {
    const audioOf = (count: number, everyBytes: number) =>
      Array.from({ length: count }, (_, index) => ({ start: index * everyBytes, end: index * everyBytes + 400 }))
    expect(mergeReads(audioOf(12, 25 * KIBIBYTE))).toHaveLength(12)
    const mergedReads = mergeReads(audioOf(160, 25 * KIBIBYTE))
    expect(mergedReads.length).toBeLessThanOrEqual(14)
    expect(mergeReads(audioOf(160, 80 * KIBIBYTE))).toHaveLength(160)
  })

  it('makes no request if no packet has bytes', () => {
    expect(mergeReads([{ start: 7, end: 7 }])).toEqual([])
  })

  it('fetches the urgent packet with a small read if there is more to fetch', () => {
    const urgentBytes = 1500 * KIBIBYTE
    expect(mergeReads([{ start: 0, end: 4000 * KIBIBYTE }], urgentBytes)).toEqual([
      { start: 0, end: 2000 * KIBIBYTE },
      { start: 2000 * KIBIBYTE, end: 4000 * KIBIBYTE },
    ])
    expect(mergeReads([{ start: urgentBytes, end: 3000 * KIBIBYTE }], urgentBytes)).toEqual([
      { start: urgentBytes, end: urgentBytes + 512 * KIBIBYTE },
      { start: urgentBytes + 512 * KIBIBYTE, end: 3000 * KIBIBYTE },
    ])
  })

  it('covers every packet, in reads of up to 2 MiB that do not overlap', () => {
    const byteRange = fc
      .tuple(fc.nat(50_000_000), fc.nat(400_000))
      .map(([start, size]) => ({ start, end: start + size + 1 }))
    fc.assert(
      fc.property(fc.array(byteRange, { minLength: 1, maxLength: 60 }), (byteRanges) => {
        const reads = mergeReads(byteRanges, byteRanges[0]!.start)
        for (const { start, end } of byteRanges) {
          const coveredBytes = reads.reduce(
            (sum, read) => sum + Math.max(0, Math.min(end, read.end) - Math.max(start, read.start)),
            0,
          )
          expect(coveredBytes).toBe(end - start)
        }
        for (const [index, read] of reads.entries()) {
          expect(read.end - read.start).toBeLessThanOrEqual(2 * KIBIBYTE * KIBIBYTE)
          expect(read.start).toBeGreaterThanOrEqual(reads[index - 1]?.end ?? 0)
        }
      }),
    )
  })
})
