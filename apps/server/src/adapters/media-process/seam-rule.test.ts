import { seamBytes as madeBytes } from '@kerf/cutter/plan/seam-size'
import { seamBytes as toldBytes } from '@kerf/domain/weigh-range'
import { expect, it } from 'vitest'

it('the engine makes seams as large as people are told', () => {
  for (const keyBytes of [0, 2_000, 20_000, 60_000, 400_000])
    for (const ownBytes of [0, 5_000, 900_000])
      for (const pixels of [320 * 180, 1920 * 1080]) {
        const source = { keyBytes, ownBytes, pixels }
        expect(toldBytes(source)).toBeCloseTo(madeBytes(source), 6)
      }
})
