import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClipSpec,
  CutterError,
  cut,
  fileSink,
  fileSource,
  type MeasuredWish,
  measureSize,
  open,
  plan,
  readWeights,
} from '@kerf/cutter'
import { ANIMATION_QUALITY, fitsAnimation, isAnimation } from '@kerf/domain/formats/clip-format'
import { chooseForm, type WishedForm } from '@kerf/domain/formats/format-choice'
import { AUDIO_BITRATE, QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { isH264, type RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import { approximateClipBytes, clipBitrate, encodedShare } from '@kerf/domain/sizes/clip-size'
import { formWeight, MOST_PIECES, renditionToWeigh } from '@kerf/domain/sizes/clip-weights'
import { weighPictures, weighRanges } from '@kerf/domain/sizes/weigh-range'
import { CONTENTS, FILM_FORMS, SECONDS, type SizedFilm, sizedFilm } from './sized-films.ts'
import { youtubeFilm } from './youtube-film.ts'

/**
 * How near what is told of a clip's size is to the clip: films of several kinds, each in several forms, in every quality
 * and in the codecs that they have, at random ranges. `node bench/src/clip-sizes.ts [ranges] [seed] [name] [way]`. SZ=1 tells
 * each clip; UNAIMED=1 makes them as when nobody was told, PIECES=16 tells them by pieces as long as of an hour, SECONDS=300 is of
 * films as long as that, JOINED=3 joins so many ranges in each clip.
 */
const RANGES = Number(process.argv[2] ?? 6)
const SEED = Number(process.argv[3] ?? 1)
const NAME = process.argv[4] ?? ''
const WAY = process.argv[5]
const DETAIL = process.env.SZ
const IS_UNAIMED = process.env.UNAIMED !== undefined
const JOINED = Number(process.env.JOINED ?? 1)
const LENGTHS = [1, 2, 3, 5, 10]
const WITHIN = 0.15
const MOST_OF_COVERED = 1.1
/** Of a film of an hour a piece is of 1.5 s. */
const PIECES = Number(process.env.PIECES ?? MOST_PIECES)
/** As large as a site's picture beside the sound; nobody looks further than how a JPEG begins. */
const ARTWORK = {
  mimeType: 'image/jpeg',
  bytes: Uint8Array.from({ length: 64_000 }, (_, at) => [0xff, 0xd8, 0xff][at] ?? 0),
} as const
const WAYS = ['copied', 'encoded', 'original', 'sound', 'gif', 'webp', 'png'] as const
const FORMS: WishedForm[] = [
  ...QUALITY_IDS.flatMap((quality): WishedForm[] => [
    { quality, format: QUALITIES[quality].format },
    ...(quality === 'audio' ? [] : (['original', 'png'] as const).map((format) => ({ quality, format }))),
  ]),
  ...(['gif', 'webp'] as const).map((format): WishedForm => ({ quality: ANIMATION_QUALITY, format })),
]
/** As the server's media process has it. */
const MEASURE_LIMITS = { mostPixels: 600e6, mostBytes: 24_000_000 }

interface Case {
  film: string
  quality: QualityId
  way: (typeof WAYS)[number]
  /** Of each range. */
  seconds: number
  told: number
  real: number
  /** Of the packets that the clip needed. */
  covered: number
}

const random = seeded(SEED)
const folder = await mkdtemp(join(tmpdir(), 'kerf-sizes-'))
const cases: Case[] = []
let untold = 0
/** Of the processor, for clips that are measured: to tell them, and to make them. */
const spent = { measured: 0, made: 0 }
try {
  for (const content of CONTENTS) {
    for (const form of FILM_FORMS) {
      if (!`${content}, ${form}`.includes(NAME)) continue
      const film = await sizedFilm(content, form)
      await measure(film)
    }
  }
  if ('youtube'.includes(NAME)) await measure(await youtubeFilm())
} finally {
  await rm(folder, { recursive: true, force: true })
}
tell('all', cases)
console.log(
  `Measured: ${untold} not told, ${(spent.measured / Math.max(1, spent.made)).toFixed(2)} of the processor time of making them`,
)
for (const way of WAYS) {
  const those = cases.filter((one) => one.way === way)
  tell(way, those)
  for (const length of [...LENGTHS, SECONDS])
    tell(
      `  ${way}, ${length} s`,
      those.filter(({ seconds }) => seconds === length),
    )
}

const timeRange = ({ startSeconds, endSeconds }: ReturnType<typeof rangesOf>[number]) => ({
  startTime: startSeconds,
  endTime: endSeconds,
})

async function measure(film: SizedFilm): Promise<void> {
  const weighed = renditionToWeigh(film.renditions)
  const weights = weighed && (await readWeights(await open(await fileSource(weighed.path)), PIECES))
  for (const form of FORMS) {
    const { quality } = form
    const choice = chooseForm(film.renditions, form)
    if (!choice) continue
    const way = wayOf(choice, form)
    // In H.264 it is the grid's own row.
    if ((WAY && way !== WAY) || (way === 'original' && choice.video && isH264(choice.video))) continue
    const known = { durationSeconds: film.durationSeconds, artworkBytes: ARTWORK.bytes.length }
    const weight = weights && formWeight(film.renditions, form, known, weights)
    const mine: Case[] = []
    const files = new Map<string, Awaited<ReturnType<typeof fileSource>>>()
    for (const rendition of [choice.video, choice.audio])
      if (rendition) files.set(rendition.path, files.get(rendition.path) ?? (await fileSource(rendition.path)))
    const sourceOf = (rendition: { path: string } | null) => rendition && (files.get(rendition.path) ?? null)
    const media = await open({ video: sourceOf(choice.video), audio: sourceOf(choice.audio) })
    for (let index = 0; index < RANGES; index++) {
      const ranges = rangesOf(index, film.durationSeconds)
      const told =
        weight && weights && !IS_UNAIMED
          ? { pictureBytes: ranges.reduce((sum, range) => sum + weighPictures(weights, weight, timeRange(range)), 0) }
          : {}
      const seconds = ranges[0]!.endSeconds - ranges[0]!.startSeconds
      if (isAnimation(form.format) && !fitsAnimation(seconds)) continue
      const measuring = measuredWish(form, choice)
      const isMeasured = measuring !== null && (!weight || seconds < weight.leastSeconds)
      // Nobody is told of several ranges of what would have to be measured.
      const bytes = isMeasured && JOINED === 1 ? await measured(media, ranges[0]!, measuring) : null
      if (isMeasured && bytes === null) {
        untold += 1
        continue
      }
      const video = (): ClipSpec =>
        choice.video
          ? {
              ...({ kind: 'video', height: choice.scaleToLines } as const),
              ...told,
              ...(way === 'encoded' && { share: encodedShare(choice, choice.video, film.durationSeconds) }),
            }
          : { kind: 'mp3', bitrate: AUDIO_BITRATE, tags: { artwork: ARTWORK } }
      const wish = measuring ?? video()
      const before = process.cpuUsage()
      const { clipBytes: real, bytesCovered: covered } = await cut(
        await plan(
          media,
          ranges.map(({ startSeconds: startTime, endSeconds: endTime }) => ({ startTime, endTime })),
          wish,
        ),
        fileSink(join(folder, 'clip')),
      )
      if (isMeasured) spent.made += secondsSince(before)
      const toldBytes =
        bytes ??
        (weight && weights && weighRanges(weights, weight, ranges.map(timeRange))) ??
        approximateClipBytes(clipBitrate(film.renditions, quality, film.durationSeconds)!, seconds * ranges.length)
      if (DETAIL)
        console.log(
          `  ${JSON.stringify({ ranges, told: toldBytes, real, share: toldBytes / real, ofCovered: real / covered })}`,
        )
      mine.push({ film: film.name, quality, way, seconds: Math.round(seconds), told: toldBytes, real, covered })
    }
    await Promise.all([...files.values()].map((file) => file.close()))
    cases.push(...mine)
    tell(`${film.name}, ${quality} ${way}`, mine)
  }
}

/** What is not told by weights alone. */
function measuredWish({ format }: WishedForm, { video, scaleToLines }: RenditionChoice): MeasuredWish | null {
  if (isAnimation(format)) return { kind: format }
  if (format === 'png') return { kind: 'still', height: scaleToLines }
  return format === 'original' && video && !isH264(video) ? { kind: 'original' } : null
}

async function measured(
  media: Awaited<ReturnType<typeof open>>,
  range: { startSeconds: number; endSeconds: number },
  wish: MeasuredWish,
): Promise<number | null> {
  const before = process.cpuUsage()
  const signal = new AbortController().signal
  const bytes = await measureSize(media, { startTime: range.startSeconds, endTime: range.endSeconds }, wish, {
    signal,
    limits: MEASURE_LIMITS,
  }).catch((error) => {
    if (error instanceof CutterError && error.code === 'too_large') return null
    throw error
  })
  spent.measured += secondsSince(before)
  return bytes
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function wayOf({ video, scaleToLines }: RenditionChoice, { format }: WishedForm): Case['way'] {
  if (!video) return 'sound'
  if (format === 'original' || format === 'gif' || format === 'webp' || format === 'png') return format
  return scaleToLines === null && isH264(video) ? 'copied' : 'encoded'
}

/** Every length in turn, the last one the whole, which is joined to nothing. */
function rangesOf(index: number, duration: number): { startSeconds: number; endSeconds: number }[] {
  const seconds = LENGTHS[index % (LENGTHS.length + (JOINED > 1 ? 0 : 1))]
  if (seconds === undefined) return [{ startSeconds: 0, endSeconds: duration }]
  return Array.from({ length: JOINED }, () => {
    const startSeconds = random() * (duration - seconds)
    return { startSeconds, endSeconds: startSeconds + seconds }
  })
}

function tell(name: string, those: readonly Case[]): void {
  if (those.length === 0) return
  const shares = those.map(({ told, real }) => told / real).sort((a, b) => a - b)
  const at = (part: number) => shares[Math.min(shares.length - 1, Math.floor(part * shares.length))]!.toFixed(2)
  const near = those.filter(({ told, real }) => isNear(told, real)).length
  const same = those.filter(({ told, real }) => isNear(told, real) || isShownAlike(told, real)).length
  const percent = (count: number) => `${((100 * count) / those.length).toFixed(1)} %`.padStart(7)
  const within = `${percent(near)}, as shown ${percent(same)} of ${those.length}`
  console.log(`${name.padEnd(34)} ${within.padEnd(34)} told/real ${at(0)} ${at(0.05)} ${at(0.5)} ${at(0.95)} ${at(1)}`)
  // What is encoded as a whole, out of another codec often, goes by other laws.
  const copied = those.filter(({ way }) => way === 'copied').map(({ real, covered }) => real / covered)
  if (copied.length === 0) return
  copied.sort((a, b) => a - b)
  const beyond = copied.filter((share) => share > MOST_OF_COVERED).length
  const [middle, most] = [copied[copied.length >> 1]!, copied.at(-1)!].map((share) => share.toFixed(3))
  console.log(
    `${''.padEnd(34)} clip/covered ${middle}, at most ${most}, above ${MOST_OF_COVERED}: ${beyond} of ${copied.length}`,
  )
}

function isNear(told: number, real: number): boolean {
  return Math.abs(told / real - 1) <= WITHIN
}

/** Below a megabyte, where its one decimal is coarser than that, people read the same number before and after. */
function isShownAlike(told: number, real: number): boolean {
  const shown = (bytes: number) => Math.max(0.1, bytes / 1e6).toFixed(1)
  return Math.max(told, real) < 1e6 && shown(told) === shown(real)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
