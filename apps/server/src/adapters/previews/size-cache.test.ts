import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MeasuredRequest } from '../../ports/measured-request.ts'
import type { PreviewOrder } from '../../ports/media.ts'
import type { LocatedRendition } from '../../ports/sources.ts'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { createSizeCache } from './size-cache.ts'

const signal = new AbortController().signal
const video: LocatedRendition = {
  ...{ id: '18', carries: 'both', container: 'mp4', videoCodec: 'avc1', audioCodec: 'mp4a' },
  ...{ width: 640, height: 360, frameRate: 30, bitrate: 500_000, sizeBytes: null, audioPreference: 0 },
  ...{ address: 'https://media.example/a.mp4', headers: {} },
}
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerf-kept-sizes-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A size for each time that something was measured, and the ranges it was measured of. */
function sizesOfVideo() {
  const ranges: string[] = []
  const sizes = createSizeCache({
    files: createDiskFileStore({ filesPath: join(folder, 'files'), scratchPath: join(folder, 'scratch') }),
    clock: { now: () => new Date('2026-11-22T12:00:00Z') },
    open: async () => ({ sizeBytes: 1, read: async () => new Uint8Array(1) }),
    engine: {
      async readPreview({ request, filePath }: PreviewOrder) {
        if (request.kind === 'size') ranges.push(`${request.range.startTime} to ${request.range.endTime}`)
        await writeFile(filePath, JSON.stringify({ bytes: ranges.length }))
      },
    },
  })
  const measure = (request: MeasuredRequest, startTime: number, endTime: number) =>
    sizes.measureSize(
      { choice: { video, audio: null, scaleToLines: null }, request, range: { startTime, endTime } },
      signal,
    )
  return { measure, ranges }
}

it('measures a still once for each start and size, wherever its range ends', async () => {
  const { measure, ranges } = sizesOfVideo()
  const still = { kind: 'still', height: null } as const
  expect(await measure(still, 31, 33)).toBe(1)
  expect(await measure(still, 31, 40)).toBe(1)
  expect(await measure(still, 30, 40)).toBe(2)
  expect(await measure({ ...still, height: 240 }, 31, 33)).toBe(3)
  expect(ranges).toEqual(['31 to 33', '30 to 40', '31 to 33'])
})

it.each(['gif', 'webp', 'original'] as const)('measures %s again for each range', async (kind) => {
  const { measure, ranges } = sizesOfVideo()
  for (const endTime of [33, 40, 33]) await measure({ kind }, 31, endTime)
  expect(ranges).toEqual(['31 to 33', '31 to 40'])
})
