import { mkdtemp, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserEngine, openBrowserEngine } from '../../packages/cutter/tests/support/browser-engine.ts'
import { mostRendererBytes } from '../../packages/cutter/tests/support/renderer-memory.ts'
import { launchBrowser } from '../../tests/journeys/src/harness/browser.ts'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { benchSources, GOP_SECONDS, SOURCE_DESCRIPTION } from './bench-sources.ts'
import { copiedFrameBytes } from './copied-bytes.ts'
import { type LargeFile, largeFiles } from './device-large-files.ts'
import { COMMAND_LINE, deviceMethods, IN_NODE, IN_PAGE } from './device-methods.ts'
import type { DeviceCalls } from './device-worker.ts'
import { describeMachine, markdownTable, median, writeResult } from './figures.ts'
import { isJudgeable, type Judgement, judgeClip, soundOffsetMilliseconds } from './judge-clip.ts'
import { numberIn, readArguments } from './read-arguments.ts'

const USAGE = `npm run bench:device -- [CUTS]
Cuts local files in a page of Chromium, and the same ranges with the command line, with mediabunny in the same
page, and by LosslessCut's calls of ffmpeg. Opens and cuts files of 3 GB. Five ranges by default.`
const [cuts = '5'] = readArguments(USAGE, { allowPositionals: true }).positionals
const CUT_COUNT = numberIn(cuts, USAGE)
const CLIP_SECONDS = 10
const LARGE_TRIES = 3

interface DeviceRun extends Judgement {
  name: string
  /** Delay of the audio relative to the displayed frames. */
  soundOffsetMilliseconds: number | null
  milliseconds: number
  copiedBytes: number
  clipBytes: number
}

const folder = await mkdtemp(join(tmpdir(), 'kerf-device-'))
const [source] = await benchSources([{ layout: 'plain', seconds: 60 }])
try {
  const files = await largeFiles(folder)
  const largeRows = await measureLargeFiles(files)
  const { runs, requests } = await withEngine(async (engine) => ({
    runs: await measureCuts(engine),
    requests: engine.otherRequests.length,
  }))
  await writeResult('device.md', report(largeRows, runs, requests))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function withEngine<T>(
  work: (engine: BrowserEngine<DeviceCalls>, peakBytes: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const { browser, close } = await launchBrowser()
  const engine = await openBrowserEngine<DeviceCalls>(browser, join(import.meta.dirname, 'device-worker.ts'))
  try {
    return await work(engine, () => mostRendererBytes(browser))
  } finally {
    await engine.close()
    await close()
  }
}

/** Opens and cuts each file in fresh pages, as people do. */
async function measureLargeFiles(files: readonly LargeFile[]): Promise<string[][]> {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  const rows: string[][] = []
  for (const { name, path, startTime } of files) {
    console.error(`3 GB, ${name}`)
    const tries: Awaited<ReturnType<DeviceCalls['large']>>[] = []
    const peaks: number[] = []
    for (let attempt = 0; attempt < LARGE_TRIES; attempt++) {
      await withEngine(async (engine, peakBytes) => {
        await engine.choose(path)
        tries.push(await engine.call('large', { startTime, endTime: startTime + CLIP_SECONDS }))
        peaks.push(await peakBytes())
      })
    }
    const times = (part: 'opened' | 'cut') => {
      const all = tries.map((attempt) => attempt[part].milliseconds)
      return `${median(all).toFixed(0)} (${Math.max(...all).toFixed(0)})`
    }
    const [{ opened, cut }] = tries as [(typeof tries)[number]]
    const reads = [megabytes(opened.readBytes), megabytes(cut.readBytes)]
    rows.push([name, times('opened'), reads[0]!, times('cut'), reads[1]!, megabytes(Math.max(...peaks))])
  }
  return rows
}

async function measureCuts(engine: BrowserEngine<DeviceCalls>): Promise<DeviceRun[]> {
  const runs: DeviceRun[] = []
  const methods = deviceMethods(engine)
  const path = source!.videoPath
  const output = join(folder, 'clip.mp4')
  const starts = randomStarts()
  // The first cut with each method is not measured, because it fills caches.
  for (const [index, startTime] of [starts[0]!, ...starts].entries()) {
    for (const { name, cut } of methods) {
      console.error(`from ${startTime}: ${name}`)
      const endTime = startTime + CLIP_SECONDS
      const milliseconds = await cut({ path, startTime, endTime, output })
      if (index > 0) {
        const judgement = await judgeClip(output, startTime, endTime)
        const copiedBytes = await copiedFrameBytes(path, output)
        const sound = { soundOffsetMilliseconds: await soundOffsetMilliseconds(output) }
        runs.push({ name, milliseconds, copiedBytes, clipBytes: (await stat(output)).size, ...judgement, ...sound })
      }
      await rm(output)
    }
  }
  return runs
}

/** Seeded random starts between keyframes, one in each equal part of a GOP. */
function randomStarts(): number[] {
  const random = seededRandom(20_261_201)
  return Array.from({ length: CUT_COUNT }, (_, index) => {
    for (;;) {
      const start = Math.floor(random() * 9) * GOP_SECONDS + ((index + random()) / CUT_COUNT) * GOP_SECONDS
      if (isJudgeable(start)) return Math.round(start * 1000) / 1000
    }
  })
}

function report(largeRows: string[][], runs: readonly DeviceRun[], requests: number): string {
  const runMilliseconds = (name: string) =>
    runs.filter((run) => run.name === name).map(({ milliseconds }) => milliseconds)
  const reference = runMilliseconds(COMMAND_LINE)
  const ratioOf = (name: string, to = reference) =>
    median(runMilliseconds(name).map((time, index) => time / to[index]!))
  const rows = [...Map.groupBy(runs, ({ name }) => name)].map(([name, methodRuns]) => {
    const medianOf = (figure: (run: DeviceRun) => number) => median(methodRuns.map(figure))
    const worst = (figure: (run: DeviceRun) => number | null) =>
      Math.max(...methodRuns.map((run) => Math.abs(figure(run) ?? Number.NaN)))
    return [
      name,
      (medianOf(({ milliseconds }) => milliseconds) / 1000).toFixed(2),
      ratioOf(name).toFixed(2),
      ...(['wrong', 'duplicated', 'missing', 'hidden'] as const).map((fault) => worst((run) => run[fault])),
      worst(({ startOffsetFrames }) => startOffsetFrames),
      worst((run) => run.soundOffsetMilliseconds)
        .toFixed(1)
        .replace('NaN', 'not found'),
      (medianOf(({ copiedBytes }) => copiedBytes) / 1e6).toFixed(2),
      (medianOf(({ clipBytes }) => clipBytes) / 1e6).toFixed(2),
    ]
  })
  const headings =
    'way | s | ratio | wrong | doubled | missing | hidden | start off, frames | sound off, ms | copied MB | clip MB'
  return `${[
    '# Local files',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${describeMachine()}; load average ${loadavg()[0]!.toFixed(1)} after.`,
    `## ${CLIP_SECONDS} seconds of 1080p`,
    `Source: ${SOURCE_DESCRIPTION}; one plain MP4 of a minute. ${CUT_COUNT} random ranges, the same for every way and in turn; medians of time and bytes, and the worst of frames and sound. Times include opening the file, and starting the program where there is one. Ratios are to the command line, as medians of the ratios of each range. Wrong: shown, but outside of the range. Hidden: in the file, but not shown. Sound off: against the frames that are shown. Copied: bytes of frames that are the same as in the source. LosslessCut is an Electron app, which was not run: its calls of ffmpeg were. Requests of the page for anything but its own files: ${requests}.`,
    markdownTable(headings, rows),
    `Goal: in the page at most 3 times the command line. Measured: ${ratioOf(IN_PAGE).toFixed(2)}, and ${ratioOf(IN_PAGE, runMilliseconds(IN_NODE)).toFixed(2)} times the same engine in a process that already runs.`,
    '## Files of 3 GB',
    `1080p at 5 Mb/s for 80 minutes; everything but the index and what is cut is a hole in the file. Opened and cut in ${LARGE_TRIES} fresh pages: medians, with the longest in brackets. Memory is the most that a page's process had since its start, the browser's code included (about 110 MB).`,
    markdownTable('index | open, ms (goal 1000) | read, MB | cut, ms | read, MB | memory, MB (goal 400)', largeRows),
  ].join('\n\n')}\n`
}
