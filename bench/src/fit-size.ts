import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { cut, fileSink, fileSource, type Media, open, plan, type TimeRange } from '@kerf/cutter'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { benchSources } from './bench-sources.ts'
import { machineWords, markdownTable, median, writeResult } from './figures.ts'

/**
 * Makes random clips fit five limits each: shares of what they are without one. Prints how much of each limit is used, and,
 * if ffmpeg is on the PATH, the PSNR beside its own two passes over the same frames at the same size and bitrate.
 *   node bench/src/fit-size.ts [--clips 40] [--seed 23] [--own] [FILE ...]
 */
const { values: request, positionals } = parseArgs({
  options: {
    clips: { type: 'string', default: '40' },
    seed: { type: 'string', default: '23' },
    own: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const LIMITS = 5
/** The limits are spread evenly between these shares of a clip, the least of them not below so many bytes. */
const TIGHTEST = 0.15
const LOOSEST = 0.9
const LEAST_BYTES = 100_000
/** Of the clips: seconds, chosen evenly in between. */
const SHORTEST = 3
const LONGEST = 12
const LEAST_USED = 0.85
const ENCODER = ['-preset', 'fast', '-tune', 'psnr']

const clips = Number(request.clips)
const random = seededRandom(Number(request.seed))
const folder = await mkdtemp(join(tmpdir(), 'kerf-fit-'))
const run = promisify(execFile)
const ffmpeg = (...options: string[]) => run('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...options])
const hasFfmpeg =
  !request.own &&
  (await ffmpeg('-version').then(
    () => true,
    () => false,
  ))
const at = (name: string): string => join(folder, name)
const paths = positionals.length > 0 ? positionals : await usualSources()

interface Fit {
  clip: string
  limit: number
  used: number
  size: string
  seconds: number
  /** dB. */
  psnr: number | null
  rival: number | null
}
const fits: Fit[] = []
try {
  for (let count = 0; count < clips; count++) {
    const path = paths[Math.floor(random() * paths.length)]!
    const file = await fileSource(path)
    const media = await open(file)
    const seconds = SHORTEST + random() * (Math.min(LONGEST, media.facts.durationSeconds / 2) - SHORTEST)
    const startTime = betweenFrames(random() * (media.facts.durationSeconds - seconds), media)
    const range = { startTime, endTime: betweenFrames(startTime + seconds, media) }
    const usual = await cut(await plan(media, range, { kind: 'video', height: null }), fileSink(at('usual.mp4')))
    const reference = at('reference.mp4')
    if (hasFfmpeg) await writeFrames(path, range, reference)
    const tightest = Math.max(LEAST_BYTES, TIGHTEST * usual.clipBytes)
    for (let limit = 0; limit < LIMITS; limit++) {
      const maxBytes = Math.round(tightest + (limit / (LIMITS - 1)) * (LOOSEST * usual.clipBytes - tightest))
      const begin = performance.now()
      const planned = await plan(media, range, { kind: 'video', height: null, maxBytes })
      const receipt = await cut(planned, fileSink(at('clip.mp4'))).catch((error: Error) => error)
      const clip = `${basename(path)} ${startTime.toFixed(2)} s, ${seconds.toFixed(1)} s long`
      if (receipt instanceof Error) {
        console.log(`${clip}, ${maxBytes} bytes: ${receipt.message}`)
        continue
      }
      const { width, height } = receipt.size!
      const fit: Fit = {
        clip,
        limit: maxBytes,
        used: receipt.clipBytes / maxBytes,
        size: `${width}x${height}`,
        seconds: (performance.now() - begin) / 1000,
        psnr: hasFfmpeg ? await psnrOf(at('clip.mp4'), reference, `${width}:${height}`) : null,
        rival: hasFfmpeg ? await rivalPsnr(reference, `${width}:${height}`, receipt.durationSeconds) : null,
      }
      fits.push(fit)
      console.log(Object.values(fit).join(' | '))
    }
    await file.close()
  }
  await report()
} finally {
  await rm(folder, { recursive: true })
}

/** ffmpeg rounds times: at a frame's own it may take another one. */
function betweenFrames(seconds: number, { facts }: Media): number {
  const { frameRate } = facts.video!
  return (Math.floor(seconds * frameRate) + 0.5) / frameRate
}

/** The sample, which was filmed, and stamped frames of 1080p. */
async function usualSources(): Promise<string[]> {
  const samples = ['sample-1080p.mp4', 'sample-360p.mp4']
  const [stamped] = await benchSources([{ layout: 'plain', seconds: 60 }])
  return [...samples.map((name) => join(import.meta.dirname, '../../apps/server/sample', name)), stamped!.videoPath]
}

/** The frames of the range as they are, without any loss. */
async function writeFrames(path: string, { startTime, endTime }: TimeRange, reference: string): Promise<void> {
  // Seeking may give a frame more.
  const section = ['-i', path, '-an', '-vf', `trim=${startTime}:${endTime},setpts=PTS-STARTPTS`]
  await ffmpeg(...section, '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', reference)
}

/** Of the luma of all frames together, beside the reference scaled to the clip's size. */
async function psnrOf(path: string, reference: string, size: string): Promise<number> {
  const compare = `[0:v]setpts=PTS-STARTPTS[a];[1:v]scale=${size}:flags=bicubic[b];[a][b]psnr`
  const { stderr } = await ffmpeg('-i', path, '-i', reference, '-an', '-lavfi', compare, '-f', 'null', '-')
  return Number(/PSNR y:([\d.]+|inf)/.exec(stderr)?.[1])
}

/** ffmpeg's two passes over the reference, whose frames take as many bytes as those of the clip: the second is repeated for that. */
async function rivalPsnr(reference: string, size: string, seconds: number): Promise<number> {
  const wanted = await videoBytes('clip.mp4')
  const scaled = ['-i', reference, '-an', '-vf', `scale=${size}:flags=bicubic`, '-c:v', 'libx264', ...ENCODER]
  const passes = (bytes: number) => [
    ...scaled,
    '-b:v',
    String(Math.round((8 * bytes) / seconds)),
    '-passlogfile',
    at('log'),
  ]
  await ffmpeg(...passes(wanted), '-pass', '1', '-f', 'null', '-')
  await ffmpeg(...passes(wanted), '-pass', '2', at('rival.mp4'))
  const made = await videoBytes('rival.mp4')
  await ffmpeg(...passes(wanted * (wanted / made)), '-pass', '2', at('rival.mp4'))
  return psnrOf(at('rival.mp4'), reference, size)
}

async function videoBytes(name: string): Promise<number> {
  await ffmpeg('-i', at(name), '-map', '0:v', '-c', 'copy', '-f', 'h264', at('frames.h264'))
  return (await stat(at('frames.h264'))).size
}

async function report(): Promise<void> {
  const db = (value: number | null) => (value === null ? '' : value.toFixed(2))
  const rows = fits.map(({ clip, limit, used, size, seconds, psnr, rival }) => [
    clip,
    limit,
    `${(100 * used).toFixed(1)} %`,
    size,
    seconds.toFixed(1),
    db(psnr),
    db(rival),
  ])
  const differences = fits.flatMap(({ psnr, rival }) => (psnr !== null && rival !== null ? [psnr - rival] : []))
  const above = fits.filter(({ used }) => used > 1).length
  const below = fits.filter(({ used }) => used < LEAST_USED).length
  const isWhole = positionals.length === 0 && !request.own
  const lines = [
    '# Clips that are made to fit a size',
    `${clips} random clips of seed ${request.seed}, ${LIMITS} limits each. ${machineWords()}.`,
    `${fits.length} clips: ${above} above their limit, ${below} use less than ${100 * LEAST_USED} % of it.`,
    ...(differences.length > 0
      ? [
          `PSNR beside ffmpeg's two passes (${ENCODER.join(' ')}): median ${median(differences).toFixed(2)} dB, worst ${Math.min(...differences).toFixed(2)} dB.`,
        ]
      : []),
    markdownTable('clip | limit, bytes | used | frames | seconds to make | PSNR, dB | ffmpeg, dB', rows),
    '',
  ].join('\n\n')
  await (isWhole ? writeResult('fit.md', lines) : console.log(lines))
}
