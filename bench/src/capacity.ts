import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capacityReport } from './capacity/capacity-report.ts'
import { readCosts } from './capacity/costs.ts'
import { dayReport } from './capacity/day-report.ts'
import { TEN_MILLION_CLIPS } from './capacity/day-scenario.ts'

/**
 * How many machines, processes, addresses and how much money so many clips take, calculated from results/cost.json; then a day of ten
 * million clips, played by discrete events. Measures nothing.
 */
const RESULTS = join(import.meta.dirname, '../results')
const costs = readCosts()
for (const [file, text] of [
  ['capacity.md', capacityReport(costs)],
  ['simulation.md', dayReport(costs, TEN_MILLION_CLIPS)],
] as const) {
  console.log(text)
  await writeFile(join(RESULTS, file), text)
}
