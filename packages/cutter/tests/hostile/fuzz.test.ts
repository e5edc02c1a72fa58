import { expect, it } from 'vitest'
import { fuzz } from '../support/hostile/fuzz.ts'
import { fuzzSeeds } from '../support/hostile/fuzz-seeds.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()

it('readers of untrusted bytes throw only typed errors for any damaged video', async () => {
  const report = await fuzz(await fuzzSeeds(workshop), { seed: 8, milliseconds: 20_000, inputs: 400 })
  expect(report.faults).toEqual([])
  expect(report.blocks).toBeGreaterThan(500)
})
