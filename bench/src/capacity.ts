import { capacityReport } from './capacity/capacity-report.ts'
import { readCosts } from './capacity/costs.ts'
import { dayReport } from './capacity/day-report.ts'
import { TEN_MILLION_CLIPS } from './capacity/day-scenario.ts'
import { writeResult } from './figures.ts'

/** Calculated from results/cost.json; then simulates a day of ten million clips. Measures nothing. */
const costs = readCosts()
await writeResult('capacity.md', capacityReport(costs))
await writeResult('simulation.md', dayReport(costs, TEN_MILLION_CLIPS))
