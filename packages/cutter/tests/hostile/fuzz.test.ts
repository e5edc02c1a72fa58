import { expect, it } from 'vitest'
import { fuzz } from '../support/hostile/fuzz.ts'
import { fuzzSeeds } from '../support/hostile/fuzz-seeds.ts'
import { testSeed } from '../support/seeded-random.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
/** The long form runs for four minutes, with another seed each time. */
const LIMITS = isAtLength
  ? { seed: testSeed, milliseconds: Number(process.env.CUTTER_FUZZ_MS ?? 240_000), inputs: Infinity }
  : { seed: 8, milliseconds: 20_000, inputs: 400 }
const workshop = stampedWorkshop()

it('readers of untrusted bytes throw only typed errors for any damaged video', async () => {
  const report = await fuzz(await fuzzSeeds(workshop, { withOthers: isAtLength }), LIMITS)
  if (isAtLength) console.log(`Fuzzed with seed ${testSeed}: ${report.inputs} inputs, ${report.blocks} blocks of code.`)
  expect(report.faults).toEqual([])
  expect(report.blocks).toBeGreaterThan(500)
})
