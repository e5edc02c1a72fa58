import { expect, it } from 'vitest'
import { fuzz } from '../support/hostile/fuzz.ts'
import { fuzzSeeds } from '../support/hostile/fuzz-seeds.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const MILLISECONDS = Number(process.env.CUTTER_FUZZ_MS ?? 240_000)
const workshop = stampedWorkshop()

it('readers of untrusted bytes throw only typed errors for four minutes of fuzzing', async () => {
  const seed = Number(process.env.CUTTER_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const report = await fuzz(await fuzzSeeds(workshop, { withOthers: true }), {
    seed,
    milliseconds: MILLISECONDS,
    inputs: Infinity,
  })
  console.log(`Fuzzed with seed ${seed}: ${report.inputs} inputs, ${report.blocks} blocks of code reached.`)
  expect(report.faults).toEqual([])
})
