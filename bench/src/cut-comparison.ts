import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeStampedMedia, type StampedFiles, type StampedRecipe } from '@kerf/stamped-media/make-stamped-media'
import { type Judgement, judgeClip } from './judge-clip.ts'
import { startMediaServer } from './media-server.ts'
import { coldKerf, ffmpegCopy, ffmpegEncode, type Method, warmKerf, ytdlpExact } from './methods.ts'

/**
 * Cuts the same random ten seconds by every method, one after the other in one run, and prints wall time as a ratio to
 * yt-dlp's exact mode. These machines are noisy: only the ratios mean anything.
 *   node bench/src/cut-comparison.ts [--seconds 60] [--cuts 5] [--layout plain|dash-pair]
 */
const argument = (name: string, otherwise: string): string => {
  const at = process.argv.indexOf(`--${name}`)
  return at > 0 ? (process.argv[at + 1] ?? otherwise) : otherwise
}
const SOURCE_SECONDS = Number(argument('seconds', '60'))
const CUTS = Number(argument('cuts', '5'))
const LAYOUT = argument('layout', 'plain') as 'plain' | 'dash-pair'
const ROUND_TRIP_MILLISECONDS = 50
const CLIP_SECONDS = 10
const FRAME_RATE = 30
const RECIPE: StampedRecipe = {
  width: 1920,
  height: 1080,
  frameRate: [FRAME_RATE, 1],
  frames: SOURCE_SECONDS * FRAME_RATE,
  gopFrames: 5 * FRAME_RATE,
  bFrames: 3,
  video: 'h264',
  videoBitrate: 2_700_000,
  audio: 'aac',
  layout: LAYOUT,
}

interface Run {
  wallSeconds: number
  fetchedBytes: number
  clipBytes: number
  judgement: Judgement
}

const source = await cachedSource()
const work = await mkdtemp(join(tmpdir(), 'kerf-bench-'))
const paths = [...new Set([source.videoPath, source.audioPath].filter((path) => path !== null))]
const server = await startMediaServer(paths, ROUND_TRIP_MILLISECONDS)
try {
  const methods = await usableMethods()
  const runs = new Map<Method, Run[]>(methods.map((method) => [method, []]))
  const starts = randomStarts(CUTS)
  // The warm engine reads its index here, outside the measurement.
  await measure(methods[0] as Method, starts[0] ?? 0)
  for (const start of starts) for (const method of methods) runs.get(method)?.push(await measure(method, start))
  print(runs)
} finally {
  server.close()
  await rm(work, { recursive: true })
}

async function usableMethods(): Promise<Method[]> {
  const all = [warmKerf(), coldKerf, ffmpegCopy, ffmpegEncode, ytdlpExact]
  const usable: Method[] = []
  for (const method of all) {
    const fits = LAYOUT === 'plain' || method.takesPairs
    if (fits && (await method.available())) usable.push(method)
    else console.error(`skipped: ${method.name} (${fits ? 'not installed' : 'takes one file only'})`)
  }
  return usable
}

async function measure(method: Method, startSeconds: number): Promise<Run> {
  const output = join(work, 'clip.mp4')
  server.takeBytesSent()
  const begin = performance.now()
  await method.cut({
    videoUrl: server.urlOf(source.videoPath ?? ''),
    audioUrl: source.audioPath === source.videoPath ? null : server.urlOf(source.audioPath ?? ''),
    startSeconds,
    endSeconds: startSeconds + CLIP_SECONDS,
    output,
  })
  const wallSeconds = (performance.now() - begin) / 1000
  const fetchedBytes = server.takeBytesSent()
  const judgement = await judgeClip(output, startSeconds, startSeconds + CLIP_SECONDS, FRAME_RATE)
  const { size } = await stat(output)
  await rm(output)
  return { wallSeconds, fetchedBytes, clipBytes: size, judgement }
}

function print(runs: ReadonlyMap<Method, Run[]>): void {
  const yardstick = [...runs].find(([method]) => method === ytdlpExact) ?? [...runs].at(-1)
  const yardstickWall = median(yardstick?.[1].map((run) => run.wallSeconds) ?? [])
  console.log(
    `${SOURCE_SECONDS} s of 1080p30 H.264, 5 s between keyframes (${LAYOUT}); ${CUTS} random cuts of ${CLIP_SECONDS} s;`,
  )
  console.log(
    `${ROUND_TRIP_MILLISECONDS} ms round trip; ${cpus().length} cores. Medians; frames and sound are the worst of all cuts.\n`,
  )
  console.log('| way | wall s | ratio | fetched MB | clip MB | wrong | doubled | missing | leaked | sound off ms |')
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [method, all] of runs) {
    const wall = median(all.map((run) => run.wallSeconds))
    const worst = (pick: (judgement: Judgement) => number) => Math.max(...all.map((run) => pick(run.judgement)))
    const cells = [
      method.name,
      wall.toFixed(2),
      (wall / yardstickWall).toFixed(3),
      (median(all.map((run) => run.fetchedBytes)) / 1e6).toFixed(1),
      (median(all.map((run) => run.clipBytes)) / 1e6).toFixed(1),
      worst((j) => j.wrong),
      worst((j) => j.doubled),
      worst((j) => j.missing),
      worst((j) => j.leaked),
      worst((j) => Math.abs(j.soundOffsetMilliseconds ?? Number.NaN)).toFixed(1),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** Starts fall anywhere between two keyframes: a fixed phase would hide what a cut costs. Seeded, so that runs compare. */
function randomStarts(count: number): number[] {
  let state = 20_261_120
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, () => Math.round(next() * (SOURCE_SECONDS - CLIP_SECONDS - 1) * 1000) / 1000)
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Sources take minutes to make and are kept between runs. */
async function cachedSource(): Promise<StampedFiles> {
  const cache = join(import.meta.dirname, '../../node_modules/.cache/kerf-bench')
  const folder = join(cache, `${LAYOUT}-${SOURCE_SECONDS}`)
  if (!existsSync(folder)) {
    console.error(`Making ${SOURCE_SECONDS} s of source ...`)
    await mkdir(cache, { recursive: true })
    const draft = await mkdtemp(join(cache, 'draft-'))
    await makeStampedMedia(RECIPE, draft, 'source')
    await rename(draft, folder)
  }
  if (LAYOUT === 'plain') return { videoPath: join(folder, 'source.mp4'), audioPath: join(folder, 'source.mp4') }
  return { videoPath: join(folder, 'source-video.mp4'), audioPath: join(folder, 'source-audio.m4a') }
}
