import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClipSpec,
  type CutPlan,
  cut,
  fileSink,
  fileSource,
  type Media,
  open,
  plan,
  readWeights,
} from '@kerf/cutter'
import { AUDIO_BITRATE } from '@kerf/domain/formats/quality'
import { formWeight, MOST_PIECES, renditionToWeigh } from '@kerf/domain/sizes/clip-weights'
import { weighPictures } from '@kerf/domain/sizes/weigh-range'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import { readPackets } from '@kerf/stamped-media/read-packets'
import { type FewestBytes, fewestBytes, mean, type PlainPicture, plainPicture, signalToNoise } from './fewest-bytes.ts'
import { CONTENTS, SEAM_FORMS, type SizedFilm, sizedFilm } from './sized-films.ts'

/**
 * How few bytes a short clip could have: what its copied pictures, its sound and its tables take, and the fewest that x264
 * needs, with all its patience, for those encoded anew to look like the source (42 dB on average). Beside it, what the engine
 * makes, and the processor time that it took. `npm run bench:seams -- [ranges] [seed] [film]`; UNAIMED=1 as when nobody was told a
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
const LEAST_DECIBELS = 42
const MOST_OF_COVERED = 1.1

interface Case {
  film: string
  starts: number[]
  seconds: number
  covered: number
  clip: number
  copied: number
  seams: number
  /** Of what is neither pictures nor sound. */
  tables: number
  sound: number
  decibels: number
  processorSeconds: number
  bound: FewestBytes | null
}

type Range = { startSeconds: number; endSeconds: number }

let state = Number(process.argv[3] ?? 1)
const folder = await mkdtemp(join(tmpdir(), 'kerf-seams-'))
const cases: Case[] = []
console.log(
  'film, start, s | covered kB | of it: clip copied seams sound tables | dB | CPU s | bound: clip seams first dB | seams/bound',
)
try {
  for (const content of CONTENTS) {
    for (const form of SEAM_FORMS) {
      if (`${content}, ${form}`.includes(NAME)) await measure(await sizedFilm(content, form))
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
summarize()

async function measure(film: SizedFilm): Promise<void> {
  const rendition = renditionToWeigh(film.renditions)!
  const file = await fileSource(rendition.path)
  const media = await open(file)
  const weights = await readWeights(media, MOST_PIECES)
  const form = { quality: '480p', format: 'mp4' } as const
  const known = { durationSeconds: film.durationSeconds, artworkBytes: 0 }
  const weight = formWeight(film.renditions, form, known, weights)
  for (let index = 0; index < RANGES; index++) {
    const seconds = LENGTHS[index % LENGTHS.length]!
    const ranges = Array.from({ length: JOINED }, () => {
      const startSeconds = Math.round(random() * (film.durationSeconds - seconds) * 1000) / 1000
      return { startSeconds, endSeconds: startSeconds + seconds }
    })
    const toldBytes =
      weight &&
      ranges.reduce(
        (sum, range) =>
          sum + weighPictures(weights, weight, { startTime: range.startSeconds, endTime: range.endSeconds }),
        0,
      )
    const told = toldBytes && !IS_UNAIMED ? { pictureBytes: toldBytes } : {}
    const made = await judge(media, rendition.path, ranges, { kind: 'video', height: null, ...told })
    const one = { film: film.name, starts: ranges.map(({ startSeconds }) => startSeconds), seconds, ...made }
    cases.push(one)
    console.log(lineOf(one))
  }
  await file.close()
}

async function judge(media: Media, source: string, ranges: readonly Range[], wish: ClipSpec) {
  const path = join(folder, 'clip.mp4')
  const planned = await plan(
    media,
    ranges.map(({ startSeconds: startTime, endSeconds: endTime }) => ({ startTime, endTime })),
    wish,
  )
  const before = process.cpuUsage()
  const { bytesCovered: covered, clipBytes: clip } = await cut(planned, fileSink(path))
  const { user, system } = process.cpuUsage(before)
  const packets = await readPackets(path)
  const seamPictures = seamPicturesOf(planned)
  const isSeam = ({ seconds }: { seconds: number }) => seamPictures.sources.has(frameAt(seconds))
  const bytesOf = (those: typeof packets) => those.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const seams = bytesOf(packets.filter(isSeam))
  const copied = bytesOf(packets) - seams
  const sound = await soundBytesOf(path)
  const shown = await picturesOf(source, new Set(seamPictures.sources.values()))
  const made = await picturesOf(path, new Set(seamPictures.sources.keys()))
  const decibels = mean(
    [...seamPictures.sources].map(([inClip, number]) => signalToNoise(shown.get(number)!, made.get(inClip)!)),
  )
  const isWrong = clip > MOST_OF_COVERED * covered || decibels < LEAST_DECIBELS
  const isBound = BOUND !== '0' && (BOUND !== 'beyond' || isWrong) && seamPictures.runs.length > 0
  const bound = isBound ? await boundOf(seamPictures.runs.map((run) => run.map((number) => shown.get(number)!))) : null
  const tables = clip - copied - seams - sound
  const processorSeconds = (user + system) / 1e6
  return { covered, clip, copied, seams, sound, tables, decibels, processorSeconds, bound }
}

function frameAt(seconds: number): number {
  return Math.round(seconds * FRAME_RATE)
}

/** Pictures that are encoded anew: by their number in the clip that of the source, and the runs of them by that of the source. */
function seamPicturesOf({ picture }: CutPlan): { sources: Map<number, number>; runs: number[][] } {
  const sources = new Map<number, number>()
  const runs: number[][] = []
  let inClip = 0
  for (const { how, fromSeconds, frames } of picture!.pieces) {
    const numbers = Array.from({ length: frames }, (_, at) => frameAt(fromSeconds) + at)
    if (how === 'encode') {
      runs.push(numbers)
      for (const [at, number] of numbers.entries()) sources.set(inClip + at, number)
    }
    inClip += frames
  }
  return { sources, runs }
}

/** Each seam by itself is to look right: one of many pictures must not make up for one of few. */
async function boundOf(runs: readonly PlainPicture[][]): Promise<FewestBytes> {
  const all: FewestBytes[] = []
  for (const run of runs) all.push(await fewestBytes(run, LEAST_DECIBELS))
  const sum = (of: (one: FewestBytes) => number) => all.reduce((total, one) => total + of(one), 0)
  return {
    bytes: sum(({ bytes }) => bytes),
    firstBytes: sum(({ firstBytes }) => firstBytes),
    decibels: mean(all.flatMap(({ decibels }, at) => runs[at]!.map(() => decibels))),
  }
}

async function soundBytesOf(path: string): Promise<number> {
  const file = await fileSource(path)
  const clip = await open(file)
  const range = { startTime: 0, endTime: clip.facts.durationSeconds }
  const { neededBytes } = await plan(clip, range, { kind: 'mp3', bitrate: AUDIO_BITRATE })
  await file.close()
  return neededBytes ?? 0
}

async function picturesOf(path: string, wanted: ReadonlySet<number>): Promise<Map<number, PlainPicture>> {
  const pictures = new Map<number, PlainPicture>()
  await decodeMedia(path, {
    ignoreEditLists: false,
    onPicture: (frame, seconds) => {
      const number = frameAt(seconds)
      if (wanted.has(number)) pictures.set(number, plainPicture(frame))
    },
    onSound: () => {},
  })
  return pictures
}

function lineOf({ film, starts, seconds, covered, bound, decibels, processorSeconds, ...made }: Case): string {
  const share = (bytes: number) => (bytes / covered).toFixed(3)
  const { clip, copied, seams, sound, tables } = made
  const parts = [clip, copied, seams, sound, tables].map(share).join(' ')
  const least = bound
    ? `${share(clip - seams + bound.bytes)} ${share(bound.bytes)} ${share(bound.firstBytes)} ${bound.decibels.toFixed(1)} | ${(seams / bound.bytes).toFixed(2)}`
    : '-'
  const where = `${film}, ${starts.join('+')}, ${seconds} | ${(covered / 1000).toFixed(1)}`
  return `${where} | ${parts} | ${decibels.toFixed(1)} | ${processorSeconds.toFixed(2)} | ${least}`
}

function summarize(): void {
  const beyond = cases.filter(({ clip, covered }) => clip > MOST_OF_COVERED * covered)
  const dull = cases.filter(({ decibels }) => decibels < LEAST_DECIBELS)
  const isHopeless = ({ clip, seams, covered, bound }: Case) =>
    bound !== null && clip - seams + bound.bytes > MOST_OF_COVERED * covered
  const total = (of: (one: Case) => number) => cases.reduce((sum, one) => sum + of(one), 0)
  const seen = cases.map(({ decibels }) => decibels).filter(Number.isFinite)
  console.log(
    `${cases.length} clips: ${beyond.length} above ${MOST_OF_COVERED}, ${beyond.filter(isHopeless).length} of them also by the bound; ${dull.length} below ${LEAST_DECIBELS} dB, ${dull.filter(isHopeless).length} of them out of reach; all together ${(total(({ clip }) => clip) / total(({ covered }) => covered)).toFixed(3)}, ${mean(seen).toFixed(1)} dB, least ${Math.min(...seen).toFixed(1)}; ${total(({ processorSeconds }) => processorSeconds).toFixed(1)} s`,
  )
}

function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
