import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { machineWords, markdownTable, writeResult } from './figures.ts'
import { underAttack } from './load-attacks.ts'
import { fileDownloads } from './load-files.ts'
import { pollers, requestForAll, statusReads } from './load-polls.ts'
import { type LoadedServer, type LoadedVideo, type Measured, startLoadedServer } from './load-server.ts'
import { beyondLimits, slowSockets } from './load-slow.ts'

/** Load with and without two cuts. `--seconds` and `--pollers`; `--only reads,drags,polls,files,slow,limits,attacks`. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    pollers: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})
const READ_SECONDS = 15
const WARM_UP_SECONDS = 2
const DRAGGERS = 40
/** Small, so that little else runs beside the two cuts. */
const SAMPLE: LoadedVideo = {
  path: join(import.meta.dirname, '../../apps/server/sample/sample-360p.mp4'),
  quality: '360p',
  clipSeconds: 10,
}
/** Clips of it take more than the system's buffers do. */
const LARGE = { frames: 42 * 25, frameBytes: { key: 20_000, other: 20_000 } }

type During = 'no cuts' | 'two cuts'
const rows: { during: During; measured: Measured }[] = []
const rounded = (value: number): number => Math.round(value * 10) / 10
const loadBefore = loadavg()[0]!
const work = await mkdtemp(join(tmpdir(), 'kerf-load-'))
try {
  await onServer('reads', SAMPLE, async (server) => {
    const own = await server.newClip()
    await statusReads(server, own, WARM_UP_SECONDS)
    note('no cuts', await statusReads(server, own, READ_SECONDS))
    const stopCuts = server.cutAllTheTime()
    note('two cuts', await statusReads(server, own, READ_SECONDS))
    note('two cuts', [['status reads: clips cut meanwhile', await stopCuts()]])
  })
  await onServer('drags', SAMPLE, async (server) => {
    const own = await server.newClip()
    await statusReads(server, own, WARM_UP_SECONDS)
    const before = await statusReads(server, own, READ_SECONDS)
    const stopDrags = await server.dragAllTheTime(DRAGGERS)
    const meanwhile = await statusReads(server, own, READ_SECONDS)
    const seen = (await stopDrags()) / READ_SECONDS
    const who = `${DRAGGERS} people drag a handle`
    note('no cuts', [
      [`${who}: GOPs a second`, seen],
      [`${who}: status reads a second, in percent of those before`, (100 * meanwhile[0]![1]) / before[0]![1], '>= 90'],
    ])
  })
  await onServer('polls', SAMPLE, async (server) => {
    const requests = await requestForAll(server, Number(values.pollers))
    note('two cuts', await pollers(server, requests, Number(values.seconds)))
  })
  const large = isAsked('files') ? await largeVideo() : SAMPLE
  await onServer('files', large, async (server) => {
    const own = await server.newClip(0)
    note('no cuts', await fileDownloads(server, own))
    const stopCuts = server.cutAllTheTime()
    note('two cuts', await fileDownloads(server, own))
    await stopCuts()
  })
  await onServer('slow', SAMPLE, async (server) => {
    const own = await server.newClip()
    const stopCuts = server.cutAllTheTime()
    note('two cuts', await slowSockets(server, own))
    await stopCuts()
  })
  if (isAsked('limits')) note('no cuts', await beyondLimits())
  if (isAsked('attacks')) note('no cuts', await underAttack(work, Number(values.seconds)))
  const report = loadReport()
  if (values.only) console.log(report)
  else await writeResult('load.md', report)
} finally {
  await rm(work, { recursive: true })
}

function isAsked(part: string): boolean {
  return !values.only || values.only.split(',').includes(part)
}

/** Each on a server of its own: what one leaves lying around is not the next one's burden. */
async function onServer(part: string, video: LoadedVideo, run: (server: LoadedServer) => Promise<void>): Promise<void> {
  if (!isAsked(part)) return
  const server = await startLoadedServer(video)
  try {
    await run(server)
  } finally {
    await server.dispose()
  }
}

function note(during: During, all: readonly Measured[]): void {
  for (const measured of all) {
    console.log(`${measured[0]}, ${during}: ${rounded(measured[1])}`)
    rows.push({ during, measured })
  }
}

/** Of the size that strangers get. */
async function largeVideo(): Promise<LoadedVideo> {
  const frames = { width: 640, height: 360, frameRate: [25, 1], gopFrames: 25, bFrames: 0, video: 'h264' } as const
  const { videoPath } = await makeStampedMedia({ ...frames, ...LARGE, audio: null, layout: 'plain' }, work, 'large')
  return { path: videoPath!, quality: '360p', clipSeconds: 20 }
}

function loadReport(): string {
  const load = `load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`
  const lines = [...Map.groupBy(rows, ({ measured: [what] }) => what)].map(([what, both]) => {
    const cell = (during: During): string => {
      const [, value, , isMet] = both.find((one) => one.during === during)?.measured ?? []
      return value === undefined ? '' : `${rounded(value)}${isMet === false ? ' (missed)' : ''}`
    }
    return [what, cell('no cuts'), cell('two cuts'), both[0]!.measured[2] ?? '']
  })
  return [
    '# A server under load',
    `${machineWords()}; ${load}. Server, cuts, video's server and all callers share the cores.`,
    `${markdownTable('what | no cuts running | two cuts running | goal', lines)}\n`,
  ].join('\n\n')
}
