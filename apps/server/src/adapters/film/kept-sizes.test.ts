import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MeasuredWish } from '../../ports/measured-wish.ts'
import type { FilmOrder } from '../../ports/media.ts'
import type { LocatedRendition } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createKeptSizes } from './kept-sizes.ts'

const signal = new AbortController().signal
const video: LocatedRendition = {
  ...{ id: '18', carries: 'both', container: 'mp4', videoCodec: 'avc1', audioCodec: 'mp4a' },
  ...{ width: 640, height: 360, frameRate: 30, bitrate: 500_000, sizeBytes: null, soundPreference: 0 },
  ...{ address: 'https://media.example/a.mp4', headers: {} },
}
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-kept-sizes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A size for each time that something was measured, and the ranges it was measured of. */
function sizesOfFilm() {
  const ranges: string[] = []
  const sizes = createKeptSizes({
    files: createDiskFileStore({ filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }),
    clock: { now: () => new Date('2026-11-22T12:00:00Z') },
    open: async () => ({ sizeBytes: 1, read: async () => new Uint8Array(1) }),
    engine: {
      async readFilm({ wish, filePath }: FilmOrder) {
        if (wish.kind === 'size') ranges.push(`${wish.range.startTime} to ${wish.range.endTime}`)
        await writeFile(filePath, JSON.stringify({ bytes: ranges.length }))
      },
    },
  })
  const measure = (wish: MeasuredWish, startSeconds: number, endSeconds: number) =>
    sizes.measureSize(
      { choice: { video, audio: null, scaleToLines: null }, wish, range: { startSeconds, endSeconds } },
      signal,
    )
  return { measure, ranges }
}

it('measures a still once for each start and size, wherever its range ends', async () => {
  const { measure, ranges } = sizesOfFilm()
  const still = { kind: 'still', height: null } as const
  expect(await measure(still, 31, 33)).toBe(1)
  expect(await measure(still, 31, 40)).toBe(1)
  expect(await measure(still, 30, 40)).toBe(2)
  expect(await measure({ ...still, height: 240 }, 31, 33)).toBe(3)
  expect(ranges).toEqual(['31 to 33', '30 to 40', '31 to 33'])
})

it.each(['gif', 'webp', 'original'] as const)('measures %s anew for each range', async (kind) => {
  const { measure, ranges } = sizesOfFilm()
  for (const endSeconds of [33, 40, 33]) await measure({ kind }, 31, endSeconds)
  expect(ranges).toEqual(['31 to 33', '31 to 40'])
})
