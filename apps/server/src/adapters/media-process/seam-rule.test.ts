import { PacketList } from '@kerf/cutter/demux/common/packet-list'
import { lawfulSeamBytes as lawfullyMade } from '@kerf/cutter/plan/bit-budget'
import { seamBytes as madeBytes } from '@kerf/cutter/plan/seam-size'
import { lawfulSeamBytes as lawfullyTold, seamBytes as toldBytes } from '@kerf/domain/weigh-range'
import { expect, it } from 'vitest'

it('the engine makes seams as large as people are told', () => {
  for (const keyBytes of [0, 2_000, 20_000, 60_000, 400_000])
    for (const ownBytes of [0, 5_000, 900_000])
      for (const pixels of [320 * 180, 1920 * 1080]) {
        const source = { keyBytes, ownBytes, pixels }
        expect(toldBytes(source)).toBeCloseTo(madeBytes(source), 6)
      }
})

it('the engine lets seams take what people are told that a clip may take', () => {
  const packet = { duration: 1, entryIndex: 0, offset: 0, isSync: false }
  const sizes = [40_000, 3_000, 5_000, 30_000, 2_000]
  const packets = PacketList.of(sizes.map((sizeBytes, pts) => ({ ...packet, sizeBytes, pts })))
  const sound = { soundBytes: 16_000, seconds: 1.2 }
  for (const copy of [null, { from: 3, to: 5 }]) {
    const made = lawfullyMade([{ packets, plan: { copy } }], sound)
    expect(lawfullyTold({ pictureBytes: 80_000, copiedBytes: copy ? 32_000 : 0, ...sound })).toBeCloseTo(made, 6)
  }
})
