import { markdownTable, whole } from '../figures.ts'
import { type Costs, meanDemand, ROUND_TRIP_SECONDS } from './costs.ts'

const PAID_SHARE = 0.15
const NEW_LINK_SHARE = 0.6
/** What yt-dlp's own wiki says a guest may ask for in an hour. */
const LOOKUPS_PER_ADDRESS_HOUR = 300
/** Web processes and the database: pages should not wait. */
const MOST_BUSY = 0.6
const POLLED_SECONDS = 15
const POLLERS = 20
const CORES_PER_WORKER = 2
const MOST_WAIT_SECONDS = 2
/** Standard deviation of a cut's time by its mean: 4K takes a hundred times what a copy does. */
const VARIATION = 3

/** Round metrics to calculate with, quoted by nobody: put your own in. In any one currency. */
const PRICES = { coreHour: 0.03, gigabyteOut: 0.01, gigabyteMonthStored: 0.02, addressHour: 0.005 }
const CORES_BUSY = 0.5
const STORED_MONTHS = 1 / 30

const lookupSeconds = ({ lookups }: Costs): number => lookups.youtube?.processorSeconds ?? lookups.mediaLink
function webSeconds(costs: Costs, writtenBytes: number): number {
  const { request, fileMegabyte } = costs.calls
  return request + (fileMegabyte * writtenBytes) / 1e6 + NEW_LINK_SHARE * lookupSeconds(costs)
}

export function clipsPerHour(costs: Costs, cores: number, paidShare: number): number {
  const demand = meanDemand(costs, paidShare)
  const left = cores - costs.calls.idleSecond - POLLERS * costs.calls.statusPoll
  const coreSeconds = demand.coreSeconds + webSeconds(costs, demand.writtenBytes)
  return 3600 * closedThroughput(cores, coreSeconds, demand.requests * ROUND_TRIP_SECONDS, left)
}

export function splitRoles(costs: Costs, clips: number) {
  const { calls, database } = costs
  const demand = meanDemand(costs, PAID_SHARE)
  const perSecond = clips / 3600
  const slotSeconds = demand.coreSeconds + demand.requests * ROUND_TRIP_SECONDS
  const web = webSeconds(costs, demand.writtenBytes) + calls.page + calls.firstVisit + POLLED_SECONDS * calls.statusPoll
  return {
    workers: Math.ceil(workersForWait(perSecond, slotSeconds, MOST_WAIT_SECONDS, VARIATION) / CORES_PER_WORKER),
    webProcesses: Math.max(1, Math.ceil((perSecond * web) / MOST_BUSY)),
    databaseCores: (perSecond * (database?.databaseSecondsPerClip ?? Number.NaN)) / MOST_BUSY,
    transactionsPerSecond: perSecond * (database?.transactionsPerClip ?? Number.NaN),
    addresses: Math.ceil((clips * NEW_LINK_SHARE) / LOOKUPS_PER_ADDRESS_HOUR),
    megabitsIn: (perSecond * demand.fetchedBytes * 8) / 1e6,
    megabitsOut: (perSecond * demand.writtenBytes * 8) / 1e6,
  }
}

export function capacityReport(costs: Costs): string {
  const mixes = [
    ['ordinary: 360p, audio, GIF', 0],
    ['paid: 1080p, some 4K', 1],
    [`${PAID_SHARE * 100} % of it paid`, PAID_SHARE],
  ] as const
  const machines = mixes.map(([name, paid]) => {
    const { coreSeconds, fetchedBytes, writtenBytes } = meanDemand(costs, paid)
    const cores = ((coreSeconds + webSeconds(costs, writtenBytes)) / 3600 / CORES_BUSY) * PRICES.coreHour
    const bytes = (writtenBytes / 1e9) * (PRICES.gigabyteOut + PRICES.gigabyteMonthStored * STORED_MONTHS)
    const price = cores + bytes + (NEW_LINK_SHARE / LOOKUPS_PER_ADDRESS_HOUR) * PRICES.addressHour
    const sizes = [fetchedBytes, writtenBytes].map((size) => (size / 1e6).toFixed(1))
    const clips = [2, 4, 8].map((count) => whole(clipsPerHour(costs, count, paid)))
    return [name, coreSeconds.toFixed(2), ...sizes, ...clips, (price * 1000).toFixed(2)]
  })
  const roles = [1_000, 10_000, 100_000, 416_667].map((clips) => {
    const split = splitRoles(costs, clips)
    const processes = [whole(split.workers), whole(split.webProcesses), split.databaseCores.toFixed(2)]
    const traffic = `${whole(split.megabitsIn)}, ${whole(split.megabitsOut)}`
    return [whole(clips), ...processes, whole(split.transactionsPerSecond), whole(split.addresses), traffic]
  })
  return `# What the costs come to

Calculated (\`npm run bench:capacity\`) from [cost.json](cost.json), measured on ${costs.measuredAt} (${costs.machine}). Assumed: the shares of each kind (\`src/capacity/costs.ts\`), ${ROUND_TRIP_SECONDS * 1000} ms to the source, ${NEW_LINK_SHARE * 100} % of links looked up, ${POLLED_SECONDS} s of polling for a clip.

One machine that does everything, as many cuts at once as cores, a queue that is never empty. The price is for cores half busy, files kept a day and taken once.

${markdownTable('mix | CPU s a clip | fetched, MB | written, MB | 2 cores: clips an hour | 4 cores: clips an hour | 8 cores: clips an hour | a thousand clips', machines)}

Roles on machines of their own: ${PAID_SHARE * 100} % paid, workers of ${CORES_PER_WORKER} cores, enough of them that a clip waits ${MOST_WAIT_SECONDS} s on average; nothing else busier than ${MOST_BUSY * 100} %. 416,667 an hour are ten million a day.

${markdownTable(`clips an hour | workers | web processes | PostgreSQL, cores | transactions a second | addresses at ${LOOKUPS_PER_ADDRESS_HOUR} lookups an hour | in, out, Mbit/s`, roles)}
`
}

/**
 * How many jobs per second one machine completes at a given concurrency: each works on a core for a while and waits for the
 * network for a while, and cores are shared when there are too few. The machine repairman's problem (M/M/c//N).
 * @param cores need not be whole: others may have a part of the machine
 */
export function closedThroughput(jobs: number, coreSeconds: number, waitSeconds: number, cores: number): number {
  if (waitSeconds <= 0) return Math.min(jobs, cores) / coreSeconds
  // Each state, so many that want a core, weighed against the state in which nobody does.
  let weight = 1
  let total = 1
  let working = 0
  for (let wanting = 1; wanting <= jobs; wanting++) {
    weight *= (((jobs - wanting + 1) / waitSeconds) * coreSeconds) / Math.min(wanting, cores)
    total += weight
    working += weight * Math.min(wanting, cores)
  }
  return working / total / coreSeconds
}

/** How long jobs wait on average that come at random to so many workers and take an exponential time (M/M/c, Erlang's C). */
export function meanWaitSeconds(jobsPerSecond: number, meanServiceSeconds: number, workers: number): number {
  const offered = jobsPerSecond * meanServiceSeconds
  if (offered >= workers) return Number.POSITIVE_INFINITY
  let blocked = 1
  for (let worker = 1; worker <= workers; worker++) blocked = (offered * blocked) / (worker + offered * blocked)
  const waitingShare = blocked / (1 - (offered / workers) * (1 - blocked))
  return (waitingShare * meanServiceSeconds) / (workers - offered)
}

/**
 * The fewest workers with which jobs wait so long at most, on average. Where times vary more than exponential ones do, the wait is
 * longer by half of what their squared variation is above one (Allen and Cunneen).
 * @param variation standard deviation of the service time divided by its mean
 */
export function workersForWait(
  jobsPerSecond: number,
  meanServiceSeconds: number,
  mostWaitSeconds: number,
  variation = 1,
): number {
  const stretch = (1 + variation ** 2) / 2
  let workers = Math.max(1, Math.floor(jobsPerSecond * meanServiceSeconds) + 1)
  while (meanWaitSeconds(jobsPerSecond, meanServiceSeconds, workers) * stretch > mostWaitSeconds) workers += 1
  return workers
}
