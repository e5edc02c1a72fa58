import { afterAll, expect, it } from 'vitest'
import { fuzz } from './testing/fuzz.ts'
import { fuzzSeeds } from './testing/fuzz-seeds.ts'
import { StampedWorkshop } from './testing/stamped-source.ts'

const workshop = await StampedWorkshop.open()
afterAll(() => workshop.close())

it('readers of strangers’ bytes throw typed errors only, whatever is done to a video', async () => {
  const report = await fuzz(await fuzzSeeds(workshop), { seed: 8, milliseconds: 20_000, inputs: 400 })
  expect(report.faults).toEqual([])
  expect(report.blocks).toBeGreaterThan(500)
})
