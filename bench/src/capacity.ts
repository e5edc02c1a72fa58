import { capacityReport } from './capacity/capacity-report.ts'
import { clipDemand, LONG_TAIL, ROUND_TRIP_SECONDS, readCosts } from './capacity/costs.ts'
import { type Scenario, SIMULATED_PLANS, TEN_MILLION_CLIPS, variantsOf } from './capacity/day-scenario.ts'
import { type DrawCut, drawShare, simulateDay } from './capacity/simulate-day.ts'
import { markdownTable, whole, writeResult } from './figures.ts'

/** Calculated from results/cost.json; then simulates a day of ten million clips. Measures nothing. */
const costs = readCosts()
const time = (seconds: number): string => `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`
const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, one) => sum + one, 0)
await writeResult('capacity.md', capacityReport(costs))
await writeResult('simulation.md', dayReport(TEN_MILLION_CLIPS))

function dayReport(day: Scenario): string {
  const stats = play(day)
  const plans = SIMULATED_PLANS.map((plan) => {
    const waits = stats.waits[plan]
    const all = stats.turnarounds[plan]
    const waited = [waits.quantile(0.95), waits.quantile(0.99), waits.longest(), all.quantile(0.5), all.quantile(0.99)]
    return [plan, whole(stats.asked[plan]), ...waited.map(time), stats.failed[plan]]
  })
  const variants = variantsOf(day).map((variant) => {
    const { waits, workerSeconds, mostWorkers, refusedBySource } = play(variant)
    const waited = [waits.anonymous, waits.pro].map((one) => time(one.quantile(0.99)))
    return [variant.name, ...waited, ...[workerSeconds / variant.seconds, mostWorkers, refusedBySource].map(whole)]
  })
  return `# A simulated day: ${day.name}

Seed ${day.seed}, ${whole(stats.events)} events. Only what a clip costs was measured ([cost.json](cost.json), ${costs.measuredAt}); who comes when, for what, and how machines start and fail are assumptions (\`src/capacity/day-scenario.ts\`). \`npm run bench:capacity\`.

${markdownTable('plan | clips | waiting: 95 of 100 within | 99 of 100 | longest | request to file: half within | 99 of 100 | failed', plans)}

- ${whole(total(stats.done))} of ${whole(total(stats.asked))} clips were done by midnight, ${total(stats.failed)} failed; ${whole(stats.refusedByOutage)} were turned away before the region's failure was noticed, ${whole(stats.refusedBySource)} because the source had enough of the addresses.
- ${whole(stats.workerSeconds / day.seconds)} workers on average, ${whole(stats.mostWorkers)} at most, ${Math.round((100 * stats.takenSlotSeconds) / stats.slotSeconds)} % of their places taken; ${whole(stats.mostWaiting)} jobs at most waited in one installation.
- ${whole(stats.workersDied)} workers died, ${whole(stats.cutsBegunAgain)} cuts were begun again; ${whole(stats.lookups)} links were looked up.

${markdownTable('when something is different | anonymous: 99 of 100 wait less than | pro | workers on average | at most | refused by the source', variants)}
`
}

function play(scenario: Scenario) {
  const drawCut: DrawCut = (random, plan) => {
    const clip = drawShare(random, scenario.plans[plan].clips)
    // By Box and Muller.
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    const seconds = Math.max(1, Math.min(clip.longestSeconds, clip.medianSeconds * Math.exp(LONG_TAIL * normal)))
    const { coreSeconds, requests } = clipDemand(costs, clip.kind, seconds)
    return { coreSeconds, slotSeconds: coreSeconds + requests * ROUND_TRIP_SECONDS }
  }
  return simulateDay(scenario, drawCut)
}
