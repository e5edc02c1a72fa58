import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CutWish, cut, fileSink, fileSource, type Media, open, plan, readWeights } from '@kerf/cutter'
import { formWeight, MOST_PIECES, renditionToWeigh } from '@kerf/domain/clip-weights'
import { AUDIO_BITRATE } from '@kerf/domain/quality'
import { weighPictures } from '@kerf/domain/weigh-range'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import { readPackets } from '@kerf/stamped-media/read-packets'
import { type FewestBytes, fewestBytes, mean, type PlainPicture, plainPicture, signalToNoise } from './fewest-bytes.ts'
import { CONTENTS, FILM_FORMS, type SizedFilm, sizedFilm } from './sized-films.ts'

/**
 * How few bytes a short clip could have: what its copied pictures, its sound and its tables take, and the fewest that x264
 * needs, with all its patience, for those encoded anew to look like the source (42 dB on average). Beside it, what the engine
 * makes. `npm run bench:seams -- [ranges] [seed] [film]`; UNAIMED=1 as when nobody was told a size, BOUND=0 without x264.
 */
const RANGES = Number(process.argv[2] ?? 4)
const NAME = process.argv[4] ?? 'squeezed'
const IS_UNAIMED = process.env.UNAIMED !== undefined
const IS_BOUND = process.env.BOUND !== '0'
const LENGTHS = [1, 2, 3, 5]
const FRAME_RATE = 25
const LEAST_DECIBELS = 42
const MOST_OF_COVERED = 1.1

interface Case {
  film: string
  startSeconds: number
  seconds: number
  covered: number
  clip: number
  copied: number
  seams: number
  /** Of what is neither pictures nor sound. */
  tables: number
  sound: number
  decibels: number
  bound: FewestBytes | null
}

let state = Number(process.argv[3] ?? 1)
const folder = await mkdtemp(join(tmpdir(), 'kerf-seams-'))
const cases: Case[] = []
console.log(
  'film, start, s | covered kB | of it: clip copied seams sound tables | dB | bound: clip seams first dB | seams/bound',
)
try {
  for (const content of CONTENTS) {
    for (const form of FILM_FORMS) {
      if (`${content}, ${form}`.includes(NAME) && form !== 'site') await measure(await sizedFilm(content, form))
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
    const startSeconds = Math.round(random() * (film.durationSeconds - seconds) * 1000) / 1000
    const range = { startSeconds, endSeconds: startSeconds + seconds }
    const told = weight && !IS_UNAIMED ? { pictureBytes: weighPictures(weights, weight, range) } : {}
    const made = await judge(media, rendition.path, range, { kind: 'video', height: null, ...told })
    const one = { film: film.name, startSeconds, seconds, ...made }
    cases.push(one)
    console.log(lineOf(one))
  }
  await file.close()
}

async function judge(media: Media, source: string, range: { startSeconds: number; endSeconds: number }, wish: CutWish) {
  const path = join(folder, 'clip.mp4')
  const planned = await plan(media, range, wish)
  const { bytesCovered: covered, clipBytes: clip } = await cut(planned, fileSink(path))
  const frameAt = (seconds: number) => Math.round(seconds * FRAME_RATE)
  const first = frameAt(planned.clip.startSeconds)
  const runs = planned
    .picture!.pieces.filter(({ how }) => how === 'encode')
    .map(({ fromSeconds, frames }) => Array.from({ length: frames }, (_, at) => frameAt(fromSeconds) + at))
  const wanted = new Set(runs.flat())
  const packets = await readPackets(path)
  const isSeam = ({ seconds }: { seconds: number }) => wanted.has(first + frameAt(seconds))
  const bytesOf = (those: typeof packets) => those.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const seams = bytesOf(packets.filter(isSeam))
  const copied = bytesOf(packets) - seams
  const sound = await soundBytesOf(path)
  const shown = await picturesOf(source, 0, wanted)
  const made = await picturesOf(path, first, wanted)
  const bound =
    IS_BOUND && runs.length > 0 ? await boundOf(runs.map((run) => run.map((number) => shown.get(number)!))) : null
  const decibels = mean([...wanted].map((number) => signalToNoise(shown.get(number)!, made.get(number)!)))
  return { covered, clip, copied, seams, sound, tables: clip - copied - seams - sound, decibels, bound }
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
  const range = { startSeconds: 0, endSeconds: clip.facts.durationSeconds }
  const { neededBytes } = await plan(clip, range, { kind: 'mp3', bitrate: AUDIO_BITRATE })
  await file.close()
  return neededBytes ?? 0
}

async function picturesOf(
  path: string,
  first: number,
  wanted: ReadonlySet<number>,
): Promise<Map<number, PlainPicture>> {
  const pictures = new Map<number, PlainPicture>()
  await decodeMedia(path, {
    ignoreEditLists: false,
    onPicture: (frame, seconds) => {
      const number = first + Math.round(seconds * FRAME_RATE)
      if (wanted.has(number)) pictures.set(number, plainPicture(frame))
    },
    onSound: () => {},
  })
  return pictures
}

function lineOf({ film, startSeconds, seconds, covered, clip, copied, seams, sound, tables, decibels, bound }: Case) {
  const share = (bytes: number) => (bytes / covered).toFixed(3)
  const made = [clip, copied, seams, sound, tables].map(share).join(' ')
  const least = bound
    ? `${share(clip - seams + bound.bytes)} ${share(bound.bytes)} ${share(bound.firstBytes)} ${bound.decibels.toFixed(1)} | ${(seams / bound.bytes).toFixed(2)}`
    : '-'
  return `${film}, ${startSeconds}, ${seconds} | ${(covered / 1000).toFixed(1)} | ${made} | ${decibels.toFixed(1)} | ${least}`
}

function summarize(): void {
  const beyond = cases.filter(({ clip, covered }) => clip > MOST_OF_COVERED * covered)
  const hopeless = beyond.filter(
    ({ clip, seams, covered, bound }) => bound && clip - seams + bound.bytes > MOST_OF_COVERED * covered,
  )
  const all = cases.reduce((sum, { clip }) => sum + clip, 0) / cases.reduce((sum, { covered }) => sum + covered, 0)
  const seen = cases.map(({ decibels }) => decibels).filter(Number.isFinite)
  console.log(
    `${cases.length} clips: ${beyond.length} above ${MOST_OF_COVERED}, ${hopeless.length} of them also by the bound; all together ${all.toFixed(3)}, ${mean(seen).toFixed(1)} dB, least ${Math.min(...seen).toFixed(1)}`,
  )
}

function random(): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
