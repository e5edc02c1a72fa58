import { describe, expect, it } from 'vitest'
import type { ByteSource } from '../../ports/sources.ts'
import { createIndexCache } from './index-cache.ts'

const { signal } = new AbortController()

function countedFile(identity?: string): ByteSource & { reads: number } {
  return {
    sizeBytes: 1_000_000,
    reads: 0,
    ...(identity === undefined ? {} : { identity }),
    async read(start, end) {
      this.reads += 1
      return new Uint8Array(end - start).fill(start)
    },
  }
}

describe('the index of a file', () => {
  it('is read once, even if the file is opened again', async () => {
    const cache = createIndexCache()
    const [firstFile, sameFile] = [countedFile('a'), countedFile('a')]
    const bytes = await cache.read(firstFile, 7, 100, signal)
    expect(await cache.read(sameFile, 7, 100, signal)).toEqual(bytes)
    expect([firstFile.reads, sameFile.reads]).toEqual([1, 0])
  })

  it('is read again for another file, and for a file without an identity', async () => {
    const cache = createIndexCache()
    await cache.read(countedFile('a'), 0, 10, signal)
    const files = [countedFile('b'), countedFile()]
    for (const file of files) for (let time = 0; time < 2; time++) await cache.read(file, 0, 10, signal)
    expect(files.map(({ reads }) => reads)).toEqual([1, 2])
  })

  it('is dropped when space runs out, the least recently used first', async () => {
    const cache = createIndexCache({ maxBytes: 30_000, maxReadBytes: 10_000 })
    const [a, b, c] = [countedFile('a'), countedFile('b'), countedFile('c')]
    for (const file of [a, b, a, c]) await cache.read(file, 0, 10_000, signal)
    for (const file of [a, b]) await cache.read(file, 0, 10_000, signal)
    expect([a.reads, b.reads, c.reads]).toEqual([1, 2, 1])
  })

  it('is not cached if it is larger than any index should be', async () => {
    const cache = createIndexCache({ maxBytes: 30_000, maxReadBytes: 10_000 })
    const file = countedFile('a')
    for (let time = 0; time < 2; time++) await cache.read(file, 0, 10_001, signal)
    expect(file.reads).toBe(2)
  })
})
