import type { MeasuredCosts } from '../cost/measured-costs.ts'
import { machineCapacity } from './machine-capacity.ts'
import { clipBill, type Prices } from './prices.ts'
import { pollersPerProcess, queueLimits, splitCapacity } from './split-capacity.ts'
import { clipDemand, mixOf, ORDINARY_MIX, PAID_MIX, type WishMix } from './wish-mix.ts'

const PAID_SHARE = 0.15
const MIXES: readonly (readonly [name: string, mix: WishMix])[] = [
  ['ordinary: 360p, sound, GIF', ORDINARY_MIX],
  ['paid: 1080p, some 4K', PAID_MIX],
  [`${PAID_SHARE * 100} % of it paid`, mixOf(PAID_SHARE)],
]
const ROUND_TRIP_SECONDS = 0.05
const NEW_LINK_SHARE = 0.6
/** What yt-dlp's own wiki says a guest may ask for in an hour, with its usual way of asking, and with its most sparing one. */
const LOOKUPS_PER_ADDRESS_HOUR = [300, 1000] as const
const MOST_BUSY = 0.6
const POLLED_SECONDS = 15
const STORED_HOURS = 24
/** While a queue's lock is held: reading the line, making room, writing the job, the row, the commit. */
const STATEMENTS_UNDER_LOCK = 6
const DATABASE_ROUND_TRIP_SECONDS = 0.0005
/** Standard deviation of a cut's time by its mean; lengths have a long tail, and 4K takes a hundred times what a copy does. */
const VARIATION = 3

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const places = (value: number, digits: number): string => value.toFixed(digits)

/** What the measured costs come to, as a page. */
export function capacityReport(costs: MeasuredCosts, prices: Prices): string {
  const lookupSeconds = costs.lookups.youtube?.processorSeconds ?? costs.lookups.mediaLink
  return [
    '# What the costs come to',
    '',
    `Calculated (\`npm run bench:capacity\`) from [cost.md](cost.md) of ${costs.measuredAt}, ${costs.machine}.`,
    `Assumed: the shares of each kind (\`src/capacity/wish-mix.ts\`); ${ROUND_TRIP_SECONDS * 1000} ms to the source; ${NEW_LINK_SHARE * 100} % of the links have to be looked up; pages poll ${POLLED_SECONDS} s for a clip.`,
    '',
    '| mix | media process, CPU s a clip | server, CPU s | fetched, MB | written, MB |',
    '| --- | --- | --- | --- | --- |',
    ...MIXES.map(([name, mix]) => {
      const demand = clipDemand(costs, mix)
      const bytes = [demand.fetchedBytes, demand.writtenBytes].map((size) => places(size / 1e6, 1))
      return `| ${[name, places(demand.mediaSeconds, 2), places(demand.serverSeconds, 2), ...bytes].join(' | ')} |`
    }),
    '',
    '## One machine that does everything',
    '',
    'As many cuts at once as cores, 20 pages that poll all the time, a queue that is never empty.',
    '',
    `| mix | 2 cores: clips an hour | 4 cores | 8 cores | CPU s a clip, all in all |`,
    '| --- | --- | --- | --- | --- |',
    ...MIXES.map(([name, mix]) => {
      const on = (cores: number) =>
        machineCapacity(costs, mix, {
          ...{ cores, cutsAtOnce: cores, roundTripSeconds: ROUND_TRIP_SECONDS, pollers: 20 },
          ...{ newLinkShare: NEW_LINK_SHARE, lookupSeconds },
        })
      const hours = [2, 4, 8].map((cores) => whole(on(cores).clipsPerHour))
      return `| ${[name, ...hours, places(on(2).coreSecondsPerClip, 2)].join(' | ')} |`
    }),
    '',
    '## Roles on machines of their own',
    '',
    `${PAID_SHARE * 100} % paid. Workers of 2 cores with 2 cuts at once, enough of them that a clip waits 2 s on average; web processes and database busy to ${MOST_BUSY * 100} % at most. Lookups run where the link is pasted.`,
    '',
    '| clips an hour | workers | web processes | PostgreSQL, cores | transactions a second | log, MB a second | outgoing addresses at 300, at 1,000 lookups an hour | in, out, Mbit/s |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...[1_000, 10_000, 100_000, 416_667].map((clipsPerHour) => splitRow(costs, clipsPerHour, lookupSeconds)),
    '',
    '416,667 an hour are ten million a day.',
    '',
    `One process with the embedded database answers ${whole(pollersPerProcess(costs, MOST_BUSY))} people who do nothing but poll a finished clip once a second, ${MOST_BUSY * 100} % busy; on a PostgreSQL answers are not kept (docs/scaling.md).`,
    '',
    ...queueLines(costs),
    ...billLines(costs, prices),
  ].join('\n')
}

function splitRow(costs: MeasuredCosts, clipsPerHour: number, lookupSeconds: number): string {
  const [few, many] = LOOKUPS_PER_ADDRESS_HOUR.map((lookupsPerAddressHour) =>
    splitCapacity(costs, {
      ...{ clipsPerHour, mix: mixOf(PAID_SHARE), coresPerWorker: 2, roundTripSeconds: ROUND_TRIP_SECONDS },
      ...{ mostWaitSeconds: 2, variation: VARIATION, polledSeconds: POLLED_SECONDS, mostBusy: MOST_BUSY },
      ...{ newLinkShare: NEW_LINK_SHARE, lookupSeconds, lookupsPerAddressHour },
    }),
  ) as [ReturnType<typeof splitCapacity>, ReturnType<typeof splitCapacity>]
  const cells = [
    ...[whole(clipsPerHour), whole(few.workers), whole(few.webProcesses), places(few.databaseCores, 2)],
    ...[whole(few.transactionsPerSecond), places(few.walMegabytesPerSecond, 2)],
    `${whole(few.addresses)}, ${whole(many.addresses)}`,
    `${whole(few.fetchedMegabitsPerSecond)}, ${whole(few.sentMegabitsPerSecond)}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function queueLines(costs: MeasuredCosts): string[] {
  if (costs.queue.length === 0) return ['The queue on PostgreSQL was not measured.', '']
  return [
    '## The queue',
    '',
    `Whoever joins holds its lock until their transaction ends. Assumed: ${STATEMENTS_UNDER_LOCK} statements meanwhile, ${DATABASE_ROUND_TRIP_SECONDS * 1000} ms to the database and back.`,
    '',
    '| jobs waiting | joins a second at most | jobs taken and completed a second, for each core of PostgreSQL |',
    '| --- | --- | --- |',
    ...queueLimits(costs, STATEMENTS_UNDER_LOCK, DATABASE_ROUND_TRIP_SECONDS).map(
      (limit) => `| ${whole(limit.waiting)} | ${whole(limit.joinsPerSecond)} | ${whole(limit.takesPerDatabaseCore)} |`,
    ),
    '',
  ]
}

function billLines(costs: MeasuredCosts, prices: Prices): string[] {
  const lookup = costs.lookups.youtube?.processorSeconds ?? costs.lookups.mediaLink
  return [
    '## Money',
    '',
    `At the prices "${prices.name}", assumed on ${prices.assumedOn} and quoted by nobody: ${prices.coreHour} for a core and hour, ${prices.gigabyteOut} for a gigabyte out, ${prices.gigabyteIn} in, ${prices.gigabyteMonthStored} for a gigabyte kept a month, ${prices.millionStoreWrites} for a million writes of the store, ${prices.addressHour} for an address and hour. Cores half busy over the day, clips kept ${STORED_HOURS} hours and taken once.`,
    '',
    '| mix | a thousand clips: cores | bandwidth | storage | calls of the store | addresses | all |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...MIXES.map(([name, mix]) => {
      const demand = clipDemand(costs, mix)
      const bill = clipBill(prices, {
        coreSeconds: demand.mediaSeconds + demand.serverSeconds + costs.calls.wish + NEW_LINK_SHARE * lookup,
        ...{ utilisation: 0.5, fetchedBytes: demand.fetchedBytes, sentBytes: demand.writtenBytes },
        ...{ storedBytes: demand.writtenBytes, storedHours: STORED_HOURS, storeWrites: 1, storeReads: 1 },
        ...{ lookups: NEW_LINK_SHARE, lookupsPerAddressHour: LOOKUPS_PER_ADDRESS_HOUR[0] },
      })
      const parts = [bill.cores, bill.bandwidth, bill.storage, bill.storeCalls, bill.addresses, bill.total]
      return `| ${[name, ...parts.map((price) => places(price * 1000, 3))].join(' | ')} |`
    }),
    '',
  ]
}
