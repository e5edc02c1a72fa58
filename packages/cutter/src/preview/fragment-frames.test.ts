import { expect, it } from 'vitest'
import type { IndexedByteRange } from '../demux/common/indexed-track.ts'
import { PacketList } from '../demux/common/packet-list.ts'
import { newMeter } from '../io/part-reader.ts'
import { framesOf } from './fragment-frames.ts'

const TABLE_BYTES = 100
const OPTIONS = { signal: undefined, meter: newMeter() }

/** Two-second fragments, each with a keyframe and a frame a second later. */
function fragments(sizes: readonly { keyBytes: number; otherBytes: number }[]) {
  const readIndexes = new Set<number>()
  const ranges = sizes.map(({ keyBytes, otherBytes }, index): IndexedByteRange => {
    const frame = { duration: 1, entryIndex: 0, offset: 0 }
    return {
      fromSeconds: 2 * index,
      toSeconds: 2 * index + 2,
      sizeBytes: keyBytes + otherBytes + TABLE_BYTES,
      packets: async () => {
        readIndexes.add(index)
        return PacketList.of([
          { ...frame, pts: 2 * index, isSync: true, sizeBytes: keyBytes },
          { ...frame, pts: 2 * index + 1, isSync: false, sizeBytes: otherBytes },
        ])
      },
    }
  })
  return { ranges, readIndexes }
}

it('every frame of a video with a few fragments is listed', async () => {
  const { ranges } = fragments([
    { keyBytes: 5_000, otherBytes: 40_000 },
    { keyBytes: 20_000, otherBytes: 500 },
  ])
  const frames = await framesOf(ranges, 1, OPTIONS)
  const at = (seconds: number, sizeBytes: number, isSync: boolean) => ({
    fromSeconds: seconds,
    toSeconds: seconds,
    sizeBytes,
    isSync,
  })
  expect(frames).toEqual(
    expect.arrayContaining([at(0, 5_000, true), at(1, 40_000, false), at(2, 20_000, true), at(3, 500, false)]),
  )
})

it('three more fragments of a longer video are read, to estimate the keyframe sizes of the others', async () => {
  const moving = { keyBytes: 15_000, otherBytes: 90_000 }
  const still = { keyBytes: 17_000, otherBytes: 2_000 }
  const black = { keyBytes: 600, otherBytes: 300 }
  const sizes = [black, moving, still, still, moving, still, moving, moving, still, moving, black, still]
  const { ranges, readIndexes } = fragments(sizes)
  const frames = await framesOf(ranges, 1, OPTIONS)
  expect([...readIndexes]).toEqual([0, 3, 6, 9])
  const keyframes = frames.filter(({ isSync }) => isSync)
  expect(keyframes.map(({ fromSeconds }) => fromSeconds)).toEqual(sizes.map((_, index) => 2 * index))
  for (const [index, { keyBytes, otherBytes }] of sizes.entries()) {
    const fragmentBytes = keyBytes + otherBytes + TABLE_BYTES
    // The keyframe of a fragment with much motion is no larger than others, and no keyframe exceeds its fragment.
    if (fragmentBytes > 1_000) expect(Math.abs(keyframes[index]!.sizeBytes / keyBytes - 1)).toBeLessThan(0.1)
    expect(keyframes[index]!.sizeBytes).toBeLessThanOrEqual(fragmentBytes)
  }
  const sum = (parts: readonly { sizeBytes: number }[]) => parts.reduce((total, { sizeBytes }) => total + sizeBytes, 0)
  expect(sum(frames)).toBeCloseTo(sum(ranges), 6)
})
