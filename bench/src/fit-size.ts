import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { CutterError, cut, fileSink, fileSource, type Media, open, plan, type TimeRange } from '@kerf/cutter'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { benchSources } from './bench-sources.ts'
import { describeMachine, markdownTable, median, writeResult } from './figures.ts'
import { numberIn, readArguments } from './read-arguments.ts'

const USAGE = `npm run bench:fit -- [--clips 40] [--seed 23] [--own] [FILE ...]
Cuts random clips with five size limits each, which are shares of the clip's size without a limit. Prints the used
share of each limit. If ffmpeg is on the PATH, also compares PSNR with ffmpeg's two-pass encode at the same frame
size and bitrate. --own leaves ffmpeg out.`
const { values: request, positionals } = readArguments(USAGE, {
  options: {
    clips: { type: 'string', default: '40' },
    seed: { type: 'string', default: '23' },
    own: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const LIMITS_PER_CLIP = 5
/** Limits are evenly spaced between these shares of a clip's size, with a minimum in bytes. */
const TIGHTEST_SHARE = 0.15
const LOOSEST_SHARE = 0.9
const MIN_LIMIT_BYTES = 100_000
/** Minimum and maximum length of a clip in seconds. */
const MIN_CLIP_SECONDS = 3
const MAX_CLIP_SECONDS = 12
const MIN_USED_SHARE = 0.85
const ENCODER_OPTIONS = ['-preset', 'fast', '-tune', 'psnr']

const clips = numberIn(request.clips, USAGE)
const random = seededRandom(numberIn(request.seed, USAGE))
const folder = await mkdtemp(join(tmpdir(), 'kerf-fit-'))
const run = promisify(execFile)
const ffmpeg = (...options: string[]) => run('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...options])
const hasFfmpeg =
  !request.own &&
  (await ffmpeg('-version').then(
    () => true,
    () => false,
  ))
const pathOf = (name: string): string => join(folder, name)
const paths = positionals.length > 0 ? positionals : await defaultSources()

interface FitMeasurement {
  clip: string
  limit: number
  usedShare: number
  size: string
  seconds: number
  /** PSNR in dB. */
  psnr: number | null
  rivalPsnr: number | null
}
/** An attempt that made no clip. */
interface Failure {
  clip: string
  limit: number
  reason: string
}
/** Results of all attempts, in their order. */
const attempts: (FitMeasurement | Failure)[] = []
try {
  for (let count = 0; count < clips; count++) {
    const path = paths[Math.floor(random() * paths.length)]!
    const file = await fileSource(path)
    const media = await open(file)
    const seconds =
      MIN_CLIP_SECONDS + random() * (Math.min(MAX_CLIP_SECONDS, media.facts.durationSeconds / 2) - MIN_CLIP_SECONDS)
    const startTime = betweenFrames(random() * (media.facts.durationSeconds - seconds), media)
    const range = { startTime, endTime: betweenFrames(startTime + seconds, media) }
    const unlimitedReceipt = await cut(
      await plan(media, range, { kind: 'video', height: null }),
      fileSink(pathOf('usual.mp4')),
    )
    const reference = pathOf('reference.mp4')
    if (hasFfmpeg) await writeFrames(path, range, reference)
    const tightestBytes = Math.max(MIN_LIMIT_BYTES, TIGHTEST_SHARE * unlimitedReceipt.clipBytes)
    for (let limit = 0; limit < LIMITS_PER_CLIP; limit++) {
      const maxBytes = Math.round(
        tightestBytes + (limit / (LIMITS_PER_CLIP - 1)) * (LOOSEST_SHARE * unlimitedReceipt.clipBytes - tightestBytes),
      )
      const begin = performance.now()
      const cutPlan = await plan(media, range, { kind: 'video', height: null, maxBytes })
      const receipt = await cut(cutPlan, fileSink(pathOf('clip.mp4'))).catch((error: Error) => error)
      const clip = `${basename(path)}, ${seconds.toFixed(1)} s from ${startTime.toFixed(2)} s`
      if (receipt instanceof Error) {
        console.log(`${clip}, ${maxBytes} bytes: ${receipt.message}`)
        const reason = receipt instanceof CutterError ? receipt.code : receipt.name
        attempts.push({ clip, limit: maxBytes, reason })
        continue
      }
      const { width, height } = receipt.size!
      const fit: FitMeasurement = {
        clip,
        limit: maxBytes,
        usedShare: receipt.clipBytes / maxBytes,
        size: `${width}x${height}`,
        seconds: (performance.now() - begin) / 1000,
        psnr: hasFfmpeg ? await measurePsnr(pathOf('clip.mp4'), reference, `${width}:${height}`) : null,
        rivalPsnr: hasFfmpeg ? await measureRivalPsnr(reference, `${width}:${height}`, receipt.durationSeconds) : null,
      }
      attempts.push(fit)
      console.log(Object.values(fit).join(' | '))
    }
    await file.close()
  }
  await report()
} finally {
  await rm(folder, { recursive: true })
}

/** A time between two frames: at the exact time of a frame, ffmpeg may round to another one. */
function betweenFrames(seconds: number, { facts }: Media): number {
  const { frameRate } = facts.video!
  return (Math.floor(seconds * frameRate) + 0.5) / frameRate
}

/** Default sources: the filmed sample, and stamped 1080p frames. */
async function defaultSources(): Promise<string[]> {
  const samples = ['sample-1080p.mp4', 'sample-360p.mp4']
  const [stamped] = await benchSources([{ layout: 'plain', seconds: 60 }])
  return [...samples.map((name) => join(import.meta.dirname, '../../apps/server/sample', name)), stamped!.videoPath]
}

/** Writes the frames of the range without loss. */
async function writeFrames(path: string, { startTime, endTime }: TimeRange, reference: string): Promise<void> {
  // The filter is exact. Seeking could add a frame.
  const section = ['-i', path, '-an', '-vf', `trim=${startTime}:${endTime},setpts=PTS-STARTPTS`]
  await ffmpeg(...section, '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', reference)
}

/** PSNR of the luma over all frames, against the reference scaled to the clip's size. */
async function measurePsnr(path: string, reference: string, size: string): Promise<number> {
  const compare = `[0:v]setpts=PTS-STARTPTS[a];[1:v]scale=${size}:flags=bicubic[b];[a][b]psnr`
  const { stderr } = await ffmpeg('-i', path, '-i', reference, '-an', '-lavfi', compare, '-f', 'null', '-')
  return Number(/PSNR y:([\d.]+|inf)/.exec(stderr)?.[1])
}

/** PSNR of ffmpeg's two passes. The second pass runs twice, so that its frames take as many bytes as the clip's. */
async function measureRivalPsnr(reference: string, size: string, seconds: number): Promise<number> {
  const clipBytes = await videoBytes('clip.mp4')
  const encoderOptions = [
    '-i',
    reference,
    '-an',
    '-vf',
    `scale=${size}:flags=bicubic`,
    '-c:v',
    'libx264',
    ...ENCODER_OPTIONS,
  ]
  const passes = (bytes: number) => [
    ...encoderOptions,
    '-b:v',
    String(Math.round((8 * bytes) / seconds)),
    '-passlogfile',
    pathOf('log'),
  ]
  await ffmpeg(...passes(clipBytes), '-pass', '1', '-f', 'null', '-')
  await ffmpeg(...passes(clipBytes), '-pass', '2', pathOf('rival.mp4'))
  const rivalBytes = await videoBytes('rival.mp4')
  await ffmpeg(...passes(clipBytes * (clipBytes / rivalBytes)), '-pass', '2', pathOf('rival.mp4'))
  return measurePsnr(pathOf('rival.mp4'), reference, size)
}

async function videoBytes(name: string): Promise<number> {
  await ffmpeg('-i', pathOf(name), '-map', '0:v', '-c', 'copy', '-f', 'h264', pathOf('frames.h264'))
  return (await stat(pathOf('frames.h264'))).size
}

async function report(): Promise<void> {
  const db = (value: number | null) => (value === null ? '' : value.toFixed(2))
  const signedDb = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)} dB`
  const rows = attempts.map((attempt) => {
    if ('reason' in attempt) return [attempt.clip, attempt.limit, `failed: ${attempt.reason}`, '', '', '', '']
    const { clip, limit, usedShare, size, seconds, psnr, rivalPsnr } = attempt
    return [clip, limit, `${(100 * usedShare).toFixed(1)} %`, size, seconds.toFixed(1), db(psnr), db(rivalPsnr)]
  })
  const fittedAttempts = attempts.filter((attempt) => 'usedShare' in attempt)
  const differences = fittedAttempts.flatMap(({ psnr, rivalPsnr }) =>
    psnr !== null && rivalPsnr !== null ? [psnr - rivalPsnr] : [],
  )
  const countAbove = fittedAttempts.filter(({ usedShare }) => usedShare > 1).length
  const countBelow = fittedAttempts.filter(({ usedShare }) => usedShare < MIN_USED_SHARE).length
  const isFullRun = positionals.length === 0 && !request.own
  const lines = [
    '# Clips that are made to fit a size',
    `${attempts.length} attempts: ${clips} random clips (seed ${request.seed}) with ${LIMITS_PER_CLIP} size limits each. ${describeMachine()}.`,
    `${fittedAttempts.length} clips were made, ${attempts.length - fittedAttempts.length} attempts failed. ${countAbove} clips are larger than their limit, ${countBelow} use less than ${100 * MIN_USED_SHARE} % of it.`,
    ...(isFullRun
      ? ['`source.mp4` is a generated 1080p video of 60 s. The other files are the samples in `apps/server/sample`.']
      : []),
    ...(differences.length > 0
      ? [
          `Difference in PSNR (luma) to ffmpeg's two-pass encode (${ENCODER_OPTIONS.join(' ')}) at the same frame size and bitrate: median ${signedDb(median(differences))}, worst ${signedDb(Math.min(...differences))}. Positive: Kerf is better.`,
        ]
      : []),
    markdownTable(
      "clip | limit, bytes | share of the limit used | frame size | seconds to make | Kerf's PSNR, dB | ffmpeg's PSNR, dB",
      rows,
    ),
    '',
  ].join('\n\n')
  await (isFullRun ? writeResult('fit.md', lines) : console.log(lines))
}
