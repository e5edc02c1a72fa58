import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../tests/journeys/src/harness/seeded-random.ts'
import { type BenchSource, benchSources, GOP_SECONDS, type Layout } from './bench-sources.ts'
import type { Method, Run } from './cut-method.ts'
import { writeResult } from './figures.ts'
import { isJudgeable, judgeClip } from './judge-clip.ts'
import { kerfMethod, kerfStartCpuSeconds } from './kerf-methods.ts'
import { startMediaServer } from './media-server.ts'
import { numberIn, readArguments } from './read-arguments.ts'
import { reportCuts } from './report-cuts.ts'
import { rivalMethods } from './rival-methods.ts'
import { compareUhd } from './uhd-comparison.ts'

const USAGE = `npm run bench -- [--all] [--cuts 3] [--seconds 60 ...] [--layout plain|dash-pair ...] [--own] [--uhd]
Cuts the same random ten seconds with every method, in turn. Machines vary, so only the ratios count. Prints a table
and writes it to bench/results. --all adds sources of one and three hours. --own runs Kerf alone. --uhd compares cuts
of 2160p in AV1 and VP9 instead: in the source's codec, as H.264, and by yt-dlp.`
const { values: request } = readArguments(USAGE, {
  options: {
    all: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    uhd: { type: 'boolean', default: false },
    cuts: { type: 'string' },
    seconds: { type: 'string', multiple: true },
    layout: { type: 'string', multiple: true, default: ['plain', 'dash-pair'] },
  },
})
const CLIP_SECONDS = 10
const lengths =
  request.seconds?.map((text) => numberIn(text, USAGE)) ?? (request.all ? [60, 600, 3600, 10_800] : [60, 600])
const cuts = numberIn(request.cuts ?? (request.all ? '5' : '3'), USAGE)
const isFullRun = !request.own && !request.seconds && request.layout.length === 2

if (request.uhd) {
  await compareUhd(numberIn(request.cuts ?? '3', USAGE))
  process.exit()
}

const methods = [
  kerfMethod('Kerf, index known', 'warm'),
  kerfMethod('Kerf, index known, from a keyframe', 'keyframe'),
  kerfMethod('Kerf, first clip', 'cold'),
  ...(request.own ? [] : await rivalMethods()),
]
const sources = await benchSources(
  request.layout.flatMap((layout) => lengths.map((seconds) => ({ layout: layout as Layout, seconds }))),
)
const work = await mkdtemp(join(tmpdir(), 'kerf-bench-'))
const media = await startMediaServer(sources)
try {
  const runs: Run[] = []
  const sourceStarts = sources.map((source) => ({ source, starts: randomStarts(source.seconds) }))
  // Alternates between sources, because the speed of the machine changes over minutes.
  for (let index = 0; index < cuts; index++)
    for (const { source, starts } of sourceStarts)
      for (const method of methods) runs.push(await measureCut(method, source, starts[index]!))
  const report = reportCuts(runs, { cuts, clipSeconds: CLIP_SECONDS, startCpuSeconds: await kerfStartCpuSeconds() })
  if (!isFullRun) console.log(report)
  else await writeResult(request.all ? 'cuts.md' : 'cuts-quick.md', report)
} finally {
  for (const method of methods) method.close?.()
  media.close()
  await rm(work, { recursive: true })
}

async function measureCut(method: Method, source: BenchSource, start: number): Promise<Run> {
  const startTime = method.role === 'keyframe' ? start - (start % GOP_SECONDS) : start
  const endTime = startTime + CLIP_SECONDS
  console.error(`${source.layout}, ${source.seconds} s, from ${startTime}: ${method.name}`)
  const output = join(work, 'clip.mp4')
  const videoUrl = media.urlOf(source.videoPath)
  const audioUrl = source.audioPath && media.urlOf(source.audioPath)
  const task = { videoUrl, audioUrl, singleUrl: media.singleUrlOf(source), startTime, endTime, output }
  await method.prepare?.(task)
  media.takeTraffic()
  const begin = performance.now()
  const answer = await method.cut(task)
  const wallSeconds = (performance.now() - begin) / 1000
  const traffic = media.takeTraffic()
  const judgement = await judgeClip(output, startTime, endTime)
  const { size } = await stat(output)
  await rm(output)
  return { source, method, wallSeconds, ...answer, ...traffic, clipBytes: size, ...judgement }
}

/** Seeded random starts between keyframes, one in each equal part of a GOP. A fixed position would hide costs. */
function randomStarts(sourceSeconds: number): number[] {
  const phases = seededRandom(20_261_120)
  const groups = seededRandom(sourceSeconds)
  const lastGroup = Math.floor((sourceSeconds - CLIP_SECONDS - 1) / GOP_SECONDS)
  return Array.from({ length: cuts }, (_, index) => {
    // The position in the GOP decides the cost of a cut, so sources of every length get the same positions.
    const phase = Math.round(((index + phases()) / cuts) * GOP_SECONDS * 1000) / 1000
    for (;;) {
      const keyframe = Math.floor(groups() * lastGroup) * GOP_SECONDS
      if (isJudgeable(keyframe) && isJudgeable(keyframe + phase)) return keyframe + phase
    }
  })
}
