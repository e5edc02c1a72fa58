import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchSource, benchSources, GOP_SECONDS, type Layout } from './bench-sources.ts'
import type { ComparedSource, MethodRuns, Run } from './compared-source.ts'
import type { Method } from './cut-task.ts'
import { isJudgeable, judgeClip } from './judge-clip.ts'
import { coldKerf, kerfStartCpuSeconds, warmKerf } from './kerf-methods.ts'
import { type MediaServer, startMediaServer } from './media-server.ts'
import { reportCuts } from './report-cuts.ts'
import { ffmpegCopy, ffmpegEncode, ytdlpExact, ytdlpSections } from './rival-methods.ts'

/**
 * Cuts the same random ten seconds by every way, one after the other in one run. These machines are noisy: only the ratios
 * mean anything. Prints a table and writes it to bench/results.
 *   node bench/src/cut-comparison.ts [--all] [--cuts 5] [--seconds 60] [--layout plain|dash-pair] [--own]
 */
const { values: request } = parseArgs({
  options: {
    /** The lot: also sources of an hour and of three. */
    all: { type: 'boolean', default: false },
    own: { type: 'boolean', default: false },
    cuts: { type: 'string' },
    seconds: { type: 'string', multiple: true },
    layout: { type: 'string', multiple: true },
  },
})
const ROUND_TRIP_MILLISECONDS = 50
const CLIP_SECONDS = 10
const QUICK_SECONDS = [60, 600]
const ALL_SECONDS = [60, 600, 3600, 10_800]
const seconds = request.seconds?.map(Number) ?? (request.all ? ALL_SECONDS : QUICK_SECONDS)
const layouts = (request.layout ?? ['plain', 'dash-pair']) as Layout[]
const cuts = Number(request.cuts ?? (request.all ? 5 : 3))
const resultName =
  request.all && !request.own ? 'cuts.md' : request.own || request.seconds || request.layout ? null : 'cuts-quick.md'

const methods = await usableMethods()
const sources = await benchSources(layouts.flatMap((layout) => seconds.map((length) => ({ layout, seconds: length }))))
const work = await mkdtemp(join(tmpdir(), 'kerf-bench-'))
const server = await startMediaServer(sources, ROUND_TRIP_MILLISECONDS)
try {
  const compared = await compareAll(server)
  const facts = {
    cuts,
    clipSeconds: CLIP_SECONDS,
    roundTripMilliseconds: ROUND_TRIP_MILLISECONDS,
    kerfStartCpuSeconds: await kerfStartCpuSeconds(),
  }
  const report = reportCuts(compared, facts)
  console.log(report)
  if (resultName) await keep(resultName, report)
} finally {
  for (const { method } of methods) method.close?.()
  server.close()
  await rm(work, { recursive: true })
}

interface ComparedMethod {
  method: Method
  role: MethodRuns['role']
  onKeyframe: boolean
}

async function usableMethods(): Promise<ComparedMethod[]> {
  const any = { onKeyframe: false }
  const all: ComparedMethod[] = [
    { method: warmKerf('Kerf, index known'), role: 'warm', ...any },
    { method: warmKerf('Kerf, index known, from a keyframe'), role: 'keyframe', onKeyframe: true },
    { method: coldKerf('Kerf, first clip'), role: 'cold', ...any },
    { method: ffmpegCopy, role: 'rival', ...any },
    { method: ffmpegEncode, role: 'rival', ...any },
    { method: ytdlpSections, role: 'rival', ...any },
    { method: ytdlpExact, role: 'yardstick', ...any },
  ]
  const usable: ComparedMethod[] = []
  for (const candidate of all) {
    if (request.own && ['rival', 'yardstick'].includes(candidate.role)) continue
    if (await candidate.method.available()) usable.push(candidate)
    else console.error(`skipped, because it is not installed: ${candidate.method.name}`)
  }
  return usable
}

/** Every source is cut at its first start before any is at its second: the machine is another one a quarter of an hour later. */
async function compareAll(media: MediaServer): Promise<ComparedSource[]> {
  const all = sources.map((source) => ({
    source,
    starts: randomStarts(source.seconds),
    runs: methods.map(({ method, role }): MethodRuns => ({ name: method.name, role, runs: [] })),
  }))
  for (let index = 0; index < cuts; index++)
    for (const { source, starts, runs } of all) await cutAt(starts[index]!, source, media, runs)
  return all.map(({ source: { layout, seconds }, runs }) => ({ layout, seconds, methods: runs }))
}

async function cutAt(start: number, source: BenchSource, media: MediaServer, runs: MethodRuns[]): Promise<void> {
  for (const [index, { method, onKeyframe }] of methods.entries()) {
    const from = onKeyframe ? start - (start % GOP_SECONDS) : start
    console.error(`${source.layout}, ${source.seconds} s, from ${from}: ${method.name}`)
    runs[index]?.runs.push(await measure(method, source, media, from))
  }
}

async function measure(method: Method, source: BenchSource, media: MediaServer, startTime: number): Promise<Run> {
  const output = join(work, 'clip.mp4')
  const videoUrl = media.urlOf(source.videoPath)
  const endTime = startTime + CLIP_SECONDS
  const task = {
    videoUrl,
    audioUrl: source.audioPath && media.urlOf(source.audioPath),
    oneUrl: media.manifestOf(source) ?? videoUrl,
    startTime,
    endTime,
    output,
  }
  await method.prepare?.(task)
  media.takeTraffic()
  const begin = performance.now()
  const answer = await method.cut(task)
  const wallSeconds = (performance.now() - begin) / 1000
  const traffic = media.takeTraffic()
  const judgement = await judgeClip(output, startTime, endTime)
  const { size } = await stat(output)
  await rm(output)
  return { wallSeconds, ...answer, traffic, clipBytes: size, judgement }
}

/** Stratified random starts between two keyframes: a fixed phase would hide costs. Seeded. */
function randomStarts(sourceSeconds: number): number[] {
  const phases = seeded(20_261_120)
  const groups = seeded(sourceSeconds)
  const lastGroup = Math.floor((sourceSeconds - CLIP_SECONDS - 1) / GOP_SECONDS)
  return Array.from({ length: cuts }, (_, index) => {
    // Where in its group a cut begins decides what it costs: sources of any length are given the same places in other groups.
    const phase = Math.round(((index + phases()) / cuts) * GOP_SECONDS * 1000) / 1000
    for (;;) {
      const group = Math.floor(groups() * lastGroup) * GOP_SECONDS
      if (isJudgeable(group) && isJudgeable(group + phase)) return group + phase
    }
  })
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function keep(name: string, report: string): Promise<void> {
  const folder = join(import.meta.dirname, '../results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), report)
}
