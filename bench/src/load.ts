import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { describeMachine, markdownTable, writeResult } from './figures.ts'
import { measureAttacks } from './load-attacks.ts'
import { measureDrags } from './load-drags.ts'
import { measureFileDownloads } from './load-files.ts'
import { measurePolls, measureStatusReads, requestForAll } from './load-polls.ts'
import { type LoadedServer, type LoadedVideo, type Measurement, startLoadedServer } from './load-server.ts'
import { measureSharedClip } from './load-shares.ts'
import { measureLimits, measureSlowSockets } from './load-slow.ts'
import { numberIn, readArguments } from './read-arguments.ts'

const USAGE = `npm run bench:load -- [--seconds 300] [--pollers 1000] [--only reads,drags,polls,files,shares,slow,limits,attacks]
Measures the server under load, with and without two cuts, and under attack.`
const { values } = readArguments(USAGE, {
  options: {
    seconds: { type: 'string', default: '300' },
    pollers: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})
const seconds = numberIn(values.seconds, USAGE)
const pollers = numberIn(values.pollers, USAGE)
const READ_SECONDS = 15
const WARM_UP_SECONDS = 2
/** A small video, so that the two cuts take most of the processor. */
const SAMPLE_VIDEO: LoadedVideo = {
  path: join(import.meta.dirname, '../../apps/server/sample/sample-360p.mp4'),
  quality: '360p',
  clipSeconds: 10,
}
/** A video whose clips are larger than the socket buffers of the system. */
const LARGE_VIDEO = { frames: 42 * 25, frameBytes: { key: 20_000, other: 20_000 } }

type CutLoad = 'no cuts' | 'two cuts'
const rows: { during: CutLoad; measured: Measurement }[] = []
const roundToTenth = (value: number): number => Math.round(value * 10) / 10
const loadBefore = loadavg()[0]!
const work = await mkdtemp(join(tmpdir(), 'kerf-load-'))
try {
  await onServer('reads', SAMPLE_VIDEO, async (server) => {
    const download = await server.createClip()
    await measureStatusReads(server, download, WARM_UP_SECONDS)
    addRows('no cuts', await measureStatusReads(server, download, READ_SECONDS))
    const stopCuts = server.startCuts()
    addRows('two cuts', await measureStatusReads(server, download, READ_SECONDS))
    addRows('two cuts', [['status reads: clips cut meanwhile', await stopCuts()]])
  })
  await onServer('drags', SAMPLE_VIDEO, async (server) => {
    const download = await server.createClip()
    await measureStatusReads(server, download, WARM_UP_SECONDS)
    addRows('no cuts', await measureDrags(server, download))
  })
  await onServer('polls', SAMPLE_VIDEO, async (server) => {
    const requests = await requestForAll(server, pollers)
    addRows('two cuts', await measurePolls(server, requests, seconds))
  })
  const largeSample = isRequested('files') ? await largeVideo() : SAMPLE_VIDEO
  await onServer('files', largeSample, async (server) => {
    const download = await server.createClip(0)
    addRows('no cuts', await measureFileDownloads(server, download))
    const stopCuts = server.startCuts()
    addRows('two cuts', await measureFileDownloads(server, download))
    await stopCuts()
  })
  await onServer('shares', SAMPLE_VIDEO, async (server) => {
    addRows('no cuts', await measureSharedClip(server, await server.createClip()))
  })
  await onServer('slow', SAMPLE_VIDEO, async (server) => {
    const download = await server.createClip()
    const stopCuts = server.startCuts()
    addRows('two cuts', await measureSlowSockets(server, download))
    await stopCuts()
  })
  if (isRequested('limits')) addRows('no cuts', await measureLimits())
  if (isRequested('attacks')) addRows('no cuts', await measureAttacks(work, seconds))
  const report = loadReport()
  if (values.only) console.log(report)
  else await writeResult('load.md', report)
} finally {
  await rm(work, { recursive: true })
}

function isRequested(part: string): boolean {
  return !values.only || values.only.split(',').includes(part)
}

/** Runs one part on a server of its own, so that parts do not influence each other. */
async function onServer(part: string, video: LoadedVideo, run: (server: LoadedServer) => Promise<void>): Promise<void> {
  if (!isRequested(part)) return
  const server = await startLoadedServer(video)
  try {
    await run(server)
  } finally {
    await server.dispose()
  }
}

function addRows(during: CutLoad, measurements: readonly Measurement[]): void {
  for (const measurement of measurements) {
    console.log(`${measurement[0]}, ${during}: ${roundToTenth(measurement[1])}`)
    rows.push({ during, measured: measurement })
  }
}

/** A large video at 360p, the quality that viewers without an account get. */
async function largeVideo(): Promise<LoadedVideo> {
  const frames = { width: 640, height: 360, frameRate: [25, 1], gopFrames: 25, bFrames: 0, video: 'h264' } as const
  const { videoPath } = await makeStampedMedia(
    { ...frames, ...LARGE_VIDEO, audio: null, layout: 'plain' },
    work,
    'large',
  )
  return { path: videoPath!, quality: '360p', clipSeconds: 20 }
}

function loadReport(): string {
  const load = `load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]!.toFixed(1)} after`
  const lines = [...Map.groupBy(rows, ({ measured: [what] }) => what)].map(([what, rowsOfMetric]) => {
    const cell = (during: CutLoad): string => {
      const [, value, , isMet] = rowsOfMetric.find((row) => row.during === during)?.measured ?? []
      return value === undefined ? '' : `${roundToTenth(value)}${isMet === false ? ' (missed)' : ''}`
    }
    return [what, cell('no cuts'), cell('two cuts'), rowsOfMetric[0]!.measured[2] ?? '']
  })
  return [
    '# A server under load',
    `${describeMachine()}; ${load}. Server, cuts, video's server and all callers share the cores. People who drag take processor time from the server whoever answers them, so they also ask a plain server.`,
    `${markdownTable('what | no cuts running | two cuts running | goal', lines)}\n`,
  ].join('\n\n')
}
