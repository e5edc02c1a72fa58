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
import { COMMAND_LINE, deviceMethods, IN_PAGE } from './device-methods.ts'
import type { DeviceCalls } from './device-worker.ts'
import { describeMachine, markdownTable, median, writeResult } from './figures.ts'
import { isJudgeable, type Judgement, judgeClip } from './judge-clip.ts'
import { numberIn, readArguments } from './read-arguments.ts'

const USAGE = `npm run bench:device -- [CUTS]
Cuts files of this device in a page of Chromium, and the same ranges by the command line, by mediabunny in the same
page, and by LosslessCut's calls of ffmpeg. Opens and cuts files of 3 GB. Five ranges by default.`
const [cuts = '5'] = readArguments(USAGE, { allowPositionals: true }).positionals
const CUT_COUNT = numberIn(cuts, USAGE)
const CLIP_SECONDS = 10
const OPEN_TRIES = 5
const FRAME_MILLISECONDS = 1000 / 30

interface DeviceRun extends Judgement {
  name: string
  milliseconds: number
  copiedBytes: number
  clipBytes: number
}

const folder = await mkdtemp(join(tmpdir(), 'kerf-device-'))
const [source] = await benchSources([{ layout: 'plain', seconds: 60 }])
try {
  const files = await largeFiles(folder)
  const largeRows = await withEngine((engine, peakBytes) => measureLargeFiles(engine, files, peakBytes))
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

async function measureLargeFiles(
  engine: BrowserEngine<DeviceCalls>,
  files: readonly LargeFile[],
  peakBytes: () => Promise<number>,
): Promise<string[][]> {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  const rows = [['an empty page with the engine', '', '', '', '', megabytes(await peakBytes())]]
  for (const { name, path, startTime } of files) {
    console.error(`3 GB, ${name}`)
    await engine.choose(path)
    const opened: { milliseconds: number; readBytes: number }[] = []
    for (let attempt = 0; attempt < OPEN_TRIES; attempt++) opened.push(await engine.call('open'))
    const cut = await engine.call('kerf', { startTime, endTime: startTime + CLIP_SECONDS })
    const openTimes = opened.map(({ milliseconds }) => milliseconds)
    rows.push([
      name,
      `${median(openTimes).toFixed(0)} (${Math.max(...openTimes).toFixed(0)})`,
      megabytes(opened[0]!.readBytes),
      cut.milliseconds.toFixed(0),
      megabytes(cut.readBytes),
      megabytes(await peakBytes()),
    ])
  }
  return rows
}

async function measureCuts(engine: BrowserEngine<DeviceCalls>): Promise<DeviceRun[]> {
  const runs: DeviceRun[] = []
  const methods = deviceMethods(engine)
  const path = source!.videoPath
  const output = join(folder, 'clip.mp4')
  const starts = randomStarts()
  // The first cut of every way is not measured: it fills caches.
  for (const [index, startTime] of [starts[0]!, ...starts].entries()) {
    for (const { name, cut } of methods) {
      console.error(`from ${startTime}: ${name}`)
      const endTime = startTime + CLIP_SECONDS
      const milliseconds = await cut({ path, startTime, endTime, output })
      if (index > 0) {
        const judgement = await judgeClip(output, startTime, endTime)
        const copiedBytes = await copiedFrameBytes(path, output)
        runs.push({ name, milliseconds, copiedBytes, clipBytes: (await stat(output)).size, ...judgement })
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
  const timesOf = (name: string) => runs.filter((run) => run.name === name).map(({ milliseconds }) => milliseconds)
  const reference = timesOf(COMMAND_LINE)
  const ratioOf = (name: string) => median(timesOf(name).map((time, index) => time / reference[index]!))
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
      worst((run) => soundOffset(run)).toFixed(1),
      (medianOf(({ copiedBytes }) => copiedBytes) / 1e6).toFixed(2),
      (medianOf(({ clipBytes }) => clipBytes) / 1e6).toFixed(2),
    ]
  })
  const headings =
    'way | s | ratio | wrong | doubled | missing | hidden | start off, frames | sound off, ms | copied MB | clip MB'
  return `${[
    '# Files of this device',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${describeMachine()}; load average ${loadavg()[0]!.toFixed(1)} after.`,
    `## ${CLIP_SECONDS} seconds of 1080p`,
    `Source: ${SOURCE_DESCRIPTION}; one plain MP4 of a minute. ${CUT_COUNT} random ranges, the same for every way and in turn; medians of time and bytes, and the worst of frames and sound. Times include opening the file, and starting the program where there is one. Ratios are to the command line, as medians of the ratios of each range. Wrong: shown, but outside of the range. Hidden: in the file, but not shown. Sound off: against the frames that are shown. Copied: bytes of frames that are the same as in the source. LosslessCut is an Electron app, which was not run: its calls of ffmpeg were. Requests of the page for anything but its own files: ${requests}.`,
    markdownTable(headings, rows),
    `Goal: in the page at most 3 times the command line. Measured: ${ratioOf(IN_PAGE).toFixed(2)}.`,
    '## Files of 3 GB',
    `1080p at 5 Mb/s for 80 minutes; everything but the index and what is cut is a hole in the file. Opened ${OPEN_TRIES} times: median, with the longest in brackets. The cut of ${CLIP_SECONDS} s opens the file again. Memory is the most that the page's process had since its start, the browser's code included.`,
    markdownTable('index | open, ms (goal 1000) | read, MB | cut, ms | read, MB | memory, MB (goal 400)', largeRows),
  ].join('\n\n')}\n`
}

/** Milliseconds by which the sound is later than the frames that are shown. */
function soundOffset({ audioOffsetMilliseconds, startOffsetFrames }: DeviceRun): number | null {
  return audioOffsetMilliseconds === null ? null : audioOffsetMilliseconds - startOffsetFrames * FRAME_MILLISECONDS
}
