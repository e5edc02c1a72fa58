import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capacityReport } from './capacity/capacity-report.ts'
import { readCosts } from './capacity/costs.ts'
import { dayReport } from './capacity/day-report.ts'
import { TEN_MILLION_CLIPS } from './capacity/day-scenario.ts'

/** Calculated from results/cost.json; then simulates a day of ten million clips. Measures nothing. */
const RESULTS = join(import.meta.dirname, '../results')
const costs = readCosts()
for (const [file, text] of [
  ['capacity.md', capacityReport(costs)],
  ['simulation.md', dayReport(costs, TEN_MILLION_CLIPS)],
] as const) {
  console.log(text)
  await writeFile(join(RESULTS, file), text)
}
