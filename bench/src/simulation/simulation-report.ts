import { clipBill, type Prices } from '../capacity/prices.ts'
import type { MeasuredCosts } from '../cost/measured-costs.ts'
import type { DayFigures } from './day-figures.ts'
import { type Scenario, SIMULATED_PLANS } from './scenario.ts'
import type { TimeHistogram } from './time-histogram.ts'

export interface PlayedDay {
  scenario: Scenario
  figures: DayFigures
  /** Of the simulation itself. */
  processorSeconds: number
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const percent = (part: number, places = 0): string => `${(100 * part).toFixed(places)} %`
const time = (seconds: number): string => `${seconds.toFixed(seconds < 10 ? 2 : 0)} s`
const total = (figures: Record<string, number>): number => Object.values(figures).reduce((sum, one) => sum + one, 0)
const quantiles = (waits: TimeHistogram): string[] => [0.5, 0.95, 0.99].map((part) => time(waits.quantile(part)))

/** The day as a page. */
export function describeDay(
  { scenario, figures, processorSeconds }: PlayedDay,
  costs: MeasuredCosts,
  prices: Prices,
): string {
  const asked = total(figures.asked)
  const { worker, autoscaling, outage, lookups } = scenario
  return [
    `# A simulated day: ${scenario.name}`,
    '',
    `Seed ${scenario.seed}; ${whole(figures.events)} events in ${processorSeconds.toFixed(0)} s of one core, on costs of ${costs.measuredAt} (${costs.machine}).`,
    'Nothing of this was measured but what a cut costs: who comes when, what they wish for, how machines start and fail are assumptions',
    '(`src/simulation/ten-million-clips.ts`). `npm run bench:simulate`.',
    '',
    `- Workers: ${worker.slots} cuts at once on ${worker.cores} cores; each dies after ${whole(worker.meanLifeSeconds / 86_400)} days on average, noticed after ${worker.noticedAfterSeconds} s.`,
    `- More workers when the first job waits ${autoscaling.targetAgeSeconds} s${autoscaling.targetOccupancy === null ? '' : ` or ${percent(autoscaling.targetOccupancy)} of all places are taken`}; ${autoscaling.startSeconds} s until one takes jobs; looked at every ${autoscaling.everySeconds} s.`,
    `- ${percent(lookups.share)} of visits look a link up; an address may do so ${lookups.perAddressHour} times an hour.`,
    outage
      ? `- ${outage.region} fails for ${outage.seconds / 60} minutes at ${outage.fromSeconds / 3600}:00 UTC; after ${outage.noticedAfterSeconds} s its visitors are led elsewhere.`
      : '- No region fails.',
    '',
    '| plan | clips asked for | waiting: half within | 95 of 100 | 99 of 100 | longest | from wish to file: half within | 95 of 100 | 99 of 100 | failed |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...SIMULATED_PLANS.map((plan) => {
      const cells = [plan, whole(figures.asked[plan]), ...quantiles(figures.waits[plan])]
      const ends = [...quantiles(figures.turnarounds[plan]), String(figures.failed[plan])]
      return `| ${[...cells, time(figures.waits[plan].longest), ...ends].join(' | ')} |`
    }),
    '',
    '| what | figure |',
    '| --- | --- |',
    `| clips done | ${whole(total(figures.done))} of ${whole(asked)}; the rest is being cut or waits at midnight, ${total(figures.failed)} failed |`,
    `| refused, because the source had enough of the addresses | ${whole(figures.refusedBySource)} |`,
    `| turned away before the region's failure was noticed | ${whole(figures.refusedByOutage)} |`,
    `| workers, at most | ${whole(figures.mostWorkers)} with ${whole(figures.mostWorkers * worker.cores)} cores |`,
    `| workers, on average | ${whole(figures.workerSeconds / scenario.seconds)} |`,
    `| how much of their places was taken | ${percent(figures.takenSlotSeconds / figures.slotSeconds)} |`,
    `| jobs waiting in one installation, at most | ${whole(figures.mostWaiting)} |`,
    `| workers that died; cuts begun again | ${whole(figures.workersDied)}; ${whole(figures.cutsBegunAgain)} |`,
    `| links looked up | ${whole(figures.lookups)} |`,
    `| fetched and written | ${(figures.fetchedBytes / 1e12).toFixed(0)} and ${(figures.writtenBytes / 1e12).toFixed(0)} TB |`,
    '',
    ...hourTable(scenario, figures),
    ...billLines({ scenario, figures }, prices),
  ].join('\n')
}

function hourTable({ regions }: Scenario, { hours }: DayFigures): string[] {
  return [
    `| hour, UTC | clips asked for | workers at most: ${regions.map(({ name }) => name).join(' | ')} | places taken | 99 of 100 wait less than | most jobs waiting in one installation |`,
    `| --- | --- |${regions.map(() => ' --- |').join('')} --- | --- | --- |`,
    ...hours.map((hour, number) => {
      const cells = [String(number), whole(hour.asked), ...hour.workers.map(whole)]
      const load = percent(hour.takenSlotSeconds / hour.slotSeconds)
      return `| ${[...cells, load, time(hour.waits.quantile(0.99)), whole(hour.waiting)].join(' | ')} |`
    }),
    '',
  ]
}

function billLines({ scenario, figures }: Pick<PlayedDay, 'scenario' | 'figures'>, prices: Prices): string[] {
  const clips = total(figures.done)
  const { cores } = scenario.worker
  const coreSeconds = (figures.workerSeconds * cores) / clips
  const bill = clipBill(prices, {
    // Paid for whether they work or not.
    ...{ coreSeconds, utilisation: 1, storedHours: 24, storeWrites: 1, storeReads: 1 },
    ...{ fetchedBytes: figures.fetchedBytes / clips, sentBytes: figures.writtenBytes / clips },
    storedBytes: figures.writtenBytes / clips,
    // Addresses are paid for all day.
    lookups: scenario.regions.reduce((sum, { outgoingAddresses }) => sum + outgoingAddresses * 24, 0) / clips,
    lookupsPerAddressHour: 1,
  })
  const parts = Object.entries(bill).map(([name, price]) => `${name} ${(price * 1000).toFixed(2)}`)
  return [
    `A thousand clips at the prices "${prices.name}", assumed on ${prices.assumedOn} and quoted by nobody (\`src/capacity/prices.ts\`): ${parts.join(', ')}.`,
    'Workers, bandwidth, store and addresses only: web processes and databases are counted in capacity.md.',
    '',
  ]
}

/** What is different when something is. */
export function describeVariants(days: readonly PlayedDay[]): string {
  return [
    '## One installation, and when something is different',
    '',
    '| day | anonymous: 95 of 100 wait less than | 99 of 100 | pro: 95 of 100 | 99 of 100 | workers at most | on average | places taken | refused by the source |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...days.map(({ scenario, figures }) => {
      const waits = (['anonymous', 'pro'] as const).flatMap((plan) =>
        [0.95, 0.99].map((part) => time(figures.waits[plan].quantile(part))),
      )
      const cells = [
        scenario.name,
        ...waits,
        whole(figures.mostWorkers),
        whole(figures.workerSeconds / scenario.seconds),
      ]
      const load = percent(figures.takenSlotSeconds / figures.slotSeconds)
      return `| ${[...cells, load, whole(figures.refusedBySource)].join(' | ')} |`
    }),
    '',
  ].join('\n')
}
