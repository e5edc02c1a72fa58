import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { machineCapacity } from './capacity/machine-capacity.ts'
import { mixOf, type WishMix } from './capacity/wish-mix.ts'
import { CUT_KINDS } from './cost/clip-costs.ts'
import { ask, finished, ROUND_TRIP_MILLISECONDS, startCostServer } from './cost/cost-server.ts'
import { type ClipKind, readMeasuredCosts } from './cost/measured-costs.ts'
import { machineSeconds, processTimes } from './cost/process-times.ts'
import { drawShare } from './simulation/random-draws.ts'

/**
 * Holds the capacity model against the real server: `npm start` on this machine, two cuts at a time, a queue that is never empty,
 * the strangers' mix. What the model says beforehand, from results/cost.json alone, and what was cut.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '180' }, paid: { type: 'string', default: '0' } },
})
const RESULT = join(import.meta.dirname, '../results/capacity-check.md')
const CUTS_AT_ONCE = 2
/** People who ask again as soon as they have their clip; as many as keep two workers busy and two in the queue. */
const ASKERS = 4
const WARM_UP_SECONDS = 15
const WITHIN = 0.2
const random = seededRandom(1)

const costs = readMeasuredCosts()
/** Kinds of one film are short enough that it has room for them. */
const mix: WishMix = mixOf(Number(values.paid)).filter(({ share }) => share > 0)
const shares = mix.map(({ share }) => share)
const films = [...new Set(mix.map(({ kind }) => CUT_KINDS[kind].film))]
const server = await startCostServer(films, { WORKER_CONCURRENCY: String(CUTS_AT_ONCE) })
let isOver = false
let done = 0
try {
  const asking = Promise.all(Array.from({ length: ASKERS }, askOn))
  asking.catch(() => undefined)
  await wait(WARM_UP_SECONDS * 1000)
  const before = figures()
  await Promise.race([wait(Number(values.seconds) * 1000), asking])
  const after = figures()
  isOver = true
  await asking
  await report(before, after)
} finally {
  await server.dispose()
}

async function askOn(): Promise<void> {
  const videos = new Map<ClipKind, Awaited<ReturnType<typeof server.admin.process>>>()
  while (!isOver) {
    const { kind, meanSeconds } = mix[drawShare(random, shares)]!
    const { film, wish } = CUT_KINDS[kind]
    const video = videos.get(kind) ?? (await server.admin.process(server.linkOf(film)))
    videos.set(kind, video)
    const seconds = Math.min(meanSeconds, server.filmOf(film).seconds - 1)
    const start = Math.round(random() * (server.filmOf(film).seconds - seconds) * 1000) / 1000
    await server.admin.trim(video, start, start + seconds)
    await finished(server.admin, await ask(server.admin, video, wish))
    done += 1
  }
}

function figures() {
  const { user, system } = process.cpuUsage()
  const { own, children } = processTimes(server.kerf.processId)
  return { done, own, children, bench: (user + system) / 1e6, all: machineSeconds(), at: performance.now() / 1000 }
}

async function report(before: ReturnType<typeof figures>, after: ReturnType<typeof figures>): Promise<void> {
  const seconds = after.at - before.at
  const clips = after.done - before.done
  const spent = after.own - before.own + after.children - before.children
  const bench = after.bench - before.bench
  const others = (after.all - before.all - spent - bench) / seconds
  const cores = Math.max(0, cpus().length - others)
  const prediction = machineCapacity(costs, mix, {
    ...{ cores, cutsAtOnce: CUTS_AT_ONCE, roundTripSeconds: ROUND_TRIP_MILLISECONDS / 1000, pollers: 0 },
    ...{ newLinkShare: 0, lookupSeconds: 0, otherSecondsPerClip: bench / clips },
  })
  const measured = (clips / seconds) * 3600
  const ratio = prediction.clipsPerHour / measured
  const text = [
    '# The capacity model against the real server',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}; load average ${loadavg()[0]?.toFixed(1)} after. \`npm run bench:capacity-check\`.`,
    `${ASKERS} people ask again as soon as they have their clip, ${CUTS_AT_ONCE} cuts at once, ${Math.round(seconds)} s. Mix: ${mix.map((wish) => `${Math.round(wish.share * 100)} % ${wish.kind} of ${wish.meanSeconds} s`).join(', ')}.`,
    "What else ran on the machine is not the model's to know: it is told how many cores that left, and what the bench itself took.",
    '',
    '| what | predicted | measured | ratio |',
    '| --- | --- | --- | --- |',
    `| clips an hour | ${prediction.clipsPerHour.toFixed(0)} | ${measured.toFixed(0)} | ${ratio.toFixed(2)}${Math.abs(ratio - 1) <= WITHIN ? '' : ' (missed)'} |`,
    `| CPU s a clip, bench included | ${prediction.coreSecondsPerClip.toFixed(2)} | ${((spent + bench) / clips).toFixed(2)} | ${((prediction.coreSecondsPerClip * clips) / (spent + bench)).toFixed(2)} |`,
    `| of the ${cores.toFixed(2)} cores that others left, how much worked | ${prediction.utilisation.toFixed(2)} | ${((spent + bench) / seconds / cores).toFixed(2)} | |`,
    '',
    `${clips} clips were cut. Goal: the prediction is within ${WITHIN * 100} % of what is measured.`,
    '',
  ].join('\n')
  console.log(text)
  const isMissed = Math.abs(ratio - 1) > WITHIN
  if (isMissed) console.error(`The prediction is off by more than ${WITHIN * 100} %.`)
  await writeFile(RESULT, text)
}
