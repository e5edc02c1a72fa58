import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CutPlan,
  type ClipSpec,
  cut,
  fileSink,
  fileSource,
  type Media,
  open,
  plan,
  readSizeIndex,
} from '@kerf/cutter'
import { AUDIO_BITRATE } from '@kerf/domain/formats/quality'
import { formSize, MOST_SEGMENTS, renditionToEstimate } from '@kerf/domain/sizes/clip-size-index'
import { estimateFrames } from '@kerf/domain/sizes/estimate-range'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import { readPackets } from '@kerf/stamped-media/read-packets'
import { type FewestBytes, fewestBytes, mean, type PlainImage, plainImage, signalToNoise } from './fewest-bytes.ts'
import { CONTENTS, SEAM_FORMS, type SizedVideo, sizedVideo } from './sized-videos.ts'

/**
 * How few bytes a short clip could have: what its copied frames, its audio and its tables take, and the fewest that x264
 * needs, with all its patience, for those re-encoded to look like the source (42 dB on average). Beside it, what the engine
 * makes, and the processor time that it took. `npm run bench:seams -- [ranges] [seed] [video]`; UNAIMED=1 as when nobody was told a
 * size, LENGTHS=2,10 other seconds, JOINED=2 so many ranges in each clip, BOUND=0 without x264, BOUND=beyond with it only for clips
 * that are too large or look too little like their source.
 */
const RANGES = Number(process.argv[2] ?? 4)
const NAME = process.argv[4] ?? 'squeezed'
const IS_UNAIMED = process.env.UNAIMED !== undefined
const BOUND = process.env.BOUND
const LENGTHS = (process.env.LENGTHS ?? '1,2,3,5').split(',').map(Number)
const JOINED = Number(process.env.JOINED ?? 1)
const FRAME_RATE = 25
const LEAST_PSNR = 42
const MOST_OF_COVERED = 1.1

interface Case {
  video: string
  starts: number[]
  seconds: number
  covered: number
  clip: number
  copied: number
  seams: number
  /** Of what is neither frames nor audio. */
  tables: number
  audio: number
  psnr: number
  processorSeconds: number
  bound: FewestBytes | null
}

type Range = { startSeconds: number; endSeconds: number }

let state = Number(process.argv[3] ?? 1)
const folder = await mkdtemp(join(tmpdir(), 'kerf-seams-'))
const cases: Case[] = []
console.log(
  'video, start, s | covered kB | of it: clip copied seams audio tables | dB | CPU s | bound: clip seams first dB | seams/bound',
)
try {
  for (const content of CONTENTS) {
    for (const form of SEAM_FORMS) {
      if (`${content}, ${form}`.includes(NAME)) await measure(await sizedVideo(content, form))
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
summarize()

async function measure(video: SizedVideo): Promise<void> {
  const rendition = renditionToEstimate(video.renditions)!
  const file = await fileSource(rendition.path)
  const media = await open(file)
  const sizeIndex = await readSizeIndex(media, MOST_SEGMENTS)
  const form = { quality: '480p', format: 'mp4' } as const
  const known = { durationSeconds: video.durationSeconds, artworkBytes: 0 }
  const weight = formSize(video.renditions, form, known, sizeIndex)
  for (let index = 0; index < RANGES; index++) {
    const seconds = LENGTHS[index % LENGTHS.length]!
    const ranges = Array.from({ length: JOINED }, () => {
      const startSeconds = Math.round(random() * (video.durationSeconds - seconds) * 1000) / 1000
      return { startSeconds, endSeconds: startSeconds + seconds }
    })
    const estimatedBytes =
      weight &&
      ranges.reduce(
        (sum, range) =>
          sum + estimateFrames(sizeIndex, weight, { startTime: range.startSeconds, endTime: range.endSeconds }),
        0,
      )
    const told = estimatedBytes && !IS_UNAIMED ? { frameBytes: estimatedBytes } : {}
    const made = await judge(media, rendition.path, ranges, { kind: 'video', height: null, ...told })
    const one = { video: video.name, starts: ranges.map(({ startSeconds }) => startSeconds), seconds, ...made }
    cases.push(one)
    console.log(lineOf(one))
  }
  await file.close()
}

async function judge(media: Media, source: string, ranges: readonly Range[], request: ClipSpec) {
  const path = join(folder, 'clip.mp4')
  const planned = await plan(media, ranges, request)
  const before = process.cpuUsage()
  const { bytesCovered: covered, clipBytes: clip } = await cut(planned, fileSink(path))
  const { user, system } = process.cpuUsage(before)
  const packets = await readPackets(path)
  const seamFrames = seamFramesOf(planned)
  const isSeam = ({ seconds }: { seconds: number }) => seamFrames.sources.has(frameAt(seconds))
  const bytesOf = (those: typeof packets) => those.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const seams = bytesOf(packets.filter(isSeam))
  const copied = bytesOf(packets) - seams
  const audio = await audioBytesOf(path)
  const shown = await framesOf(source, new Set(seamFrames.sources.values()))
  const made = await framesOf(path, new Set(seamFrames.sources.keys()))
  const psnr = mean(
    [...seamFrames.sources].map(([inClip, number]) => signalToNoise(shown.get(number)!, made.get(inClip)!)),
  )
  const isWrong = clip > MOST_OF_COVERED * covered || psnr < LEAST_PSNR
  const isBound = BOUND !== '0' && (BOUND !== 'beyond' || isWrong) && seamFrames.runs.length > 0
  const bound = isBound ? await boundOf(seamFrames.runs.map((run) => run.map((number) => shown.get(number)!))) : null
  const tables = clip - copied - seams - audio
  const processorSeconds = (user + system) / 1e6
  return { covered, clip, copied, seams, audio, tables, psnr, processorSeconds, bound }
}

function frameAt(seconds: number): number {
  return Math.round(seconds * FRAME_RATE)
}

/** Frames that are re-encoded: by their number in the clip that of the source, and the runs of them by that of the source. */
function seamFramesOf({ videoFrame }: CutPlan): { sources: Map<number, number>; runs: number[][] } {
  const sources = new Map<number, number>()
  const runs: number[][] = []
  let inClip = 0
  for (const { how, fromSeconds, frames } of videoFrame!.pieces) {
    const numbers = Array.from({ length: frames }, (_, at) => frameAt(fromSeconds) + at)
    if (how === 'encode') {
      runs.push(numbers)
      for (const [at, number] of numbers.entries()) sources.set(inClip + at, number)
    }
    inClip += frames
  }
  return { sources, runs }
}

/** Each seam by itself is to look right: one of many frames must not make up for one of few. */
async function boundOf(runs: readonly PlainImage[][]): Promise<FewestBytes> {
  const all: FewestBytes[] = []
  for (const run of runs) all.push(await fewestBytes(run, LEAST_PSNR))
  const sum = (of: (one: FewestBytes) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    bytes: sum(({ bytes }) => bytes),
    firstBytes: sum(({ firstBytes }) => firstBytes),
    psnr: mean(all.flatMap(({ psnr }, at) => runs[at]!.map(() => psnr))),
  }
}

async function audioBytesOf(path: string): Promise<number> {
  const file = await fileSource(path)
  const clip = await open(file)
  const range = { startSeconds: 0, endSeconds: clip.facts.durationSeconds }
  const { neededBytes } = await plan(clip, range, { kind: 'mp3', bitrate: AUDIO_BITRATE })
  await file.close()
  return neededBytes ?? 0
}

async function framesOf(path: string, wanted: ReadonlySet<number>): Promise<Map<number, PlainImage>> {
  const videoFrames = new Map<number, PlainImage>()
  await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame: (frame, seconds) => {
      const number = frameAt(seconds)
      if (wanted.has(number)) videoFrames.set(number, plainImage(frame))
    },
    onAudio: () => {},
  })
  return videoFrames
}

function lineOf({ video, starts, seconds, covered, bound, psnr, processorSeconds, ...made }: Case): string {
  const share = (bytes: number) => (bytes / covered).toFixed(3)
  const { clip, copied, seams, audio, tables } = made
  const parts = [clip, copied, seams, audio, tables].map(share).join(' ')
  const least = bound
    ? `${share(clip - seams + bound.bytes)} ${share(bound.bytes)} ${share(bound.firstBytes)} ${bound.psnr.toFixed(1)} | ${(seams / bound.bytes).toFixed(2)}`
    : '-'
  const where = `${video}, ${starts.join('+')}, ${seconds} | ${(covered / 1000).toFixed(1)}`
  return `${where} | ${parts} | ${psnr.toFixed(1)} | ${processorSeconds.toFixed(2)} | ${least}`
}

function summarize(): void {
  const beyond = cases.filter(({ clip, covered }) => clip > MOST_OF_COVERED * covered)
  const dull = cases.filter(({ psnr }) => psnr < LEAST_PSNR)
  const isHopeless = ({ clip, seams, covered, bound }: Case) =>
    bound !== null && clip - seams + bound.bytes > MOST_OF_COVERED * covered
  const total = (of: (one: Case) => number) => cases.reduce((sum, one) => sum + of(one), 0)
  const seen = cases.map(({ psnr }) => psnr).filter(Number.isFinite)
  console.log(
    `${cases.length} clips: ${beyond.length} above ${MOST_OF_COVERED}, ${beyond.filter(isHopeless).length} of them also by the bound; ${dull.length} below ${LEAST_PSNR} dB, ${dull.filter(isHopeless).length} of them out of reach; all together ${(total(({ clip }) => clip) / total(({ covered }) => covered)).toFixed(3)}, ${mean(seen).toFixed(1)} dB, least ${Math.min(...seen).toFixed(1)}; ${total(({ processorSeconds }) => processorSeconds).toFixed(1)} s`,
  )
}

function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
