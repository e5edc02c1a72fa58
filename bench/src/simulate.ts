import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { EXAMPLE_PRICES } from './capacity/prices.ts'
import { readMeasuredCosts } from './cost/measured-costs.ts'
import { type Scenario, SIMULATED_PLANS } from './simulation/scenario.ts'
import { cutDrawer } from './simulation/service-times.ts'
import { simulateDay } from './simulation/simulate-day.ts'
import { describeDay, describeVariants, type PlayedDay } from './simulation/simulation-report.ts'
import { TEN_MILLION_CLIPS } from './simulation/ten-million-clips.ts'

/**
 * A day of ten million clips, played by discrete events from the measured costs: how long people wait by plan, how many workers
 * there are, what it costs; then one installation's day, and what becomes of it when something is different. `--seed` another day,
 * `--clips` fewer: such a try is not kept.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string' }, clips: { type: 'string' } },
})
const RESULT = join(import.meta.dirname, '../results/simulation.md')

const costs = readMeasuredCosts()
const day: Scenario = {
  ...TEN_MILLION_CLIPS,
  ...(values.seed ? { seed: Number(values.seed) } : {}),
  ...(values.clips ? { clips: Number(values.clips) } : {}),
}

function play(scenario: Scenario): PlayedDay {
  const drawers = Object.fromEntries(
    SIMULATED_PLANS.map((plan) => [plan, cutDrawer(costs, scenario.plans[plan])]),
  ) as Record<(typeof SIMULATED_PLANS)[number], ReturnType<typeof cutDrawer>>
  const before = process.cpuUsage()
  const figures = simulateDay(scenario, (random, plan) => drawers[plan](random))
  const { user, system } = process.cpuUsage(before)
  return { scenario, figures, processorSeconds: (user + system) / 1e6 }
}

const played = play(day)
const text = describeDay(played, costs, EXAMPLE_PRICES)
console.log(text)
const one = oneInstallation(day)
const { autoscaling } = one
const variants: Scenario[] = [
  one,
  { ...one, name: 'workers follow the age of the queue alone', autoscaling: { ...autoscaling, targetOccupancy: null } },
  { ...one, name: 'workers take five minutes to start', autoscaling: { ...autoscaling, startSeconds: 300 } },
  { ...one, name: 'workers are kept 90 % busy', autoscaling: { ...autoscaling, targetOccupancy: 0.9 } },
  { ...one, name: 'workers die once an hour', worker: { ...one.worker, meanLifeSeconds: 3600 } },
  {
    ...one,
    name: 'half the outgoing addresses',
    regions: one.regions.map((region) => ({ ...region, outgoingAddresses: region.outgoingAddresses / 2 })),
  },
]
const compared = describeVariants(variants.map(play))
console.log(compared)
if (!values.seed && !values.clips) await writeFile(RESULT, `${text}\n${compared}`)

/** One of those that the first region has, by itself. */
function oneInstallation(all: Scenario): Scenario {
  const [first] = all.regions
  const region = { ...first!, share: 1, cells: 1, outgoingAddresses: first!.outgoingAddresses / first!.cells }
  return {
    ...{ ...all, name: `one installation of ${first!.name}`, regions: [region], outage: null },
    clips: (all.clips * first!.share) / first!.cells,
  }
}
