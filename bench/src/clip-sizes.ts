import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cut, fileSink, fileSource, open, plan, readWeights } from '@kerf/cutter'
import { approximateClipBytes, clipBitrate, encodedShare } from '@kerf/domain/clip-size'
import { formWeight, MOST_PIECES, renditionToWeigh } from '@kerf/domain/clip-weights'
import { AUDIO_BITRATE, QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/quality'
import { chooseRenditions, isH264 } from '@kerf/domain/rendition-choice'
import { weighPictures, weighRange } from '@kerf/domain/weigh-range'
import { CONTENTS, FILM_FORMS, SECONDS, type SizedFilm, sizedFilm } from './sized-films.ts'

/**
 * How near what is told of a clip's size is to the clip: films of several kinds, each in several forms, in every quality
 * that they have, at random ranges. `node bench/src/clip-sizes.ts [ranges] [seed] [name] [way]`. SZ=1 tells each clip;
 * UNAIMED=1 makes them as when nobody was told, PIECES=16 tells them
 * by pieces as long as of an hour.
 */
const RANGES = Number(process.argv[2] ?? 6)
const SEED = Number(process.argv[3] ?? 1)
const NAME = process.argv[4] ?? ''
const WAY = process.argv[5]
const DETAIL = process.env.SZ
const IS_UNAIMED = process.env.UNAIMED !== undefined
const LENGTHS = [1, 2, 3, 5, 10]
const WITHIN = 0.15
/** Of a film of an hour a piece is of 1.5 s. */
const PIECES = Number(process.env.PIECES ?? MOST_PIECES)

interface Case {
  film: string
  quality: QualityId
  way: 'copied' | 'encoded' | 'sound'
  seconds: number
  share: number
}

const random = seeded(SEED)
const folder = await mkdtemp(join(tmpdir(), 'kerf-sizes-'))
const cases: Case[] = []
try {
  for (const content of CONTENTS) {
    for (const form of FILM_FORMS) {
      if (!`${content}, ${form}`.includes(NAME)) continue
      const film = await sizedFilm(content, form)
      await measure(film)
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
tell('all', cases)
for (const way of ['copied', 'encoded', 'sound'] as const) {
  const those = cases.filter((one) => one.way === way)
  tell(way, those)
  for (const length of [...LENGTHS, SECONDS])
    tell(
      `  ${way}, ${length} s`,
      those.filter(({ seconds }) => seconds === length),
    )
}

async function measure(film: SizedFilm): Promise<void> {
  const weighed = renditionToWeigh(film.renditions)
  const weights = weighed && (await readWeights(await open(await fileSource(weighed.path)), PIECES))
  for (const quality of QUALITY_IDS) {
    const choice = chooseRenditions(film.renditions, quality)
    if (!choice) continue
    const way = !choice.video ? 'sound' : choice.scaleToLines === null && isH264(choice.video) ? 'copied' : 'encoded'
    if (WAY && way !== WAY) continue
    const known = { durationSeconds: film.durationSeconds, artworkBytes: 0 }
    const weight =
      weights && formWeight(film.renditions, { quality, format: QUALITIES[quality].format }, known, weights)
    const mine: Case[] = []
    const files = new Map<string, Awaited<ReturnType<typeof fileSource>>>()
    for (const rendition of [choice.video, choice.audio])
      if (rendition) files.set(rendition.path, files.get(rendition.path) ?? (await fileSource(rendition.path)))
    const sourceOf = (rendition: { path: string } | null) => rendition && (files.get(rendition.path) ?? null)
    const media = await open({ video: sourceOf(choice.video), audio: sourceOf(choice.audio) })
    for (let index = 0; index < RANGES; index++) {
      const range = rangeOf(index, film.durationSeconds)
      const wish = choice.video
        ? {
            ...({ kind: 'video', height: choice.scaleToLines } as const),
            ...(weight && weights && !IS_UNAIMED && { pictureBytes: weighPictures(weights, weight, range) }),
            ...(way === 'encoded' && { share: encodedShare(choice, choice.video, film.durationSeconds) }),
          }
        : ({ kind: 'mp3', bitrate: AUDIO_BITRATE } as const)
      const seconds = range.endSeconds - range.startSeconds
      const { clipBytes } = await cut(await plan(media, range, wish), fileSink(join(folder, 'clip')))
      const told =
        weight && weights
          ? weighRange(weights, weight, range)
          : approximateClipBytes(clipBitrate(film.renditions, quality, film.durationSeconds)!, seconds)
      if (DETAIL) console.log(`  ${JSON.stringify({ range, told, clipBytes, share: told / clipBytes })}`)
      mine.push({ film: film.name, quality, way, seconds: Math.round(seconds), share: told / clipBytes })
    }
    await Promise.all([...files.values()].map((file) => file.close()))
    cases.push(...mine)
    tell(`${film.name}, ${quality} ${way}`, mine)
  }
}

/** Every length in turn, the last one the whole. */
function rangeOf(index: number, duration: number): { startSeconds: number; endSeconds: number } {
  const seconds = LENGTHS[index % (LENGTHS.length + 1)]
  if (seconds === undefined) return { startSeconds: 0, endSeconds: duration }
  const startSeconds = random() * (duration - seconds)
  return { startSeconds, endSeconds: startSeconds + seconds }
}

function tell(name: string, those: readonly Case[]): void {
  if (those.length === 0) return
  const shares = those.map(({ share }) => share).sort((a, b) => a - b)
  const at = (part: number) => shares[Math.min(shares.length - 1, Math.floor(part * shares.length))]!.toFixed(2)
  const near = those.filter(({ share }) => Math.abs(share - 1) <= WITHIN).length
  const within = `${String(Math.round((100 * near) / those.length)).padStart(3)} % of ${those.length}`
  console.log(`${name.padEnd(34)} ${within.padEnd(14)} told/real ${at(0)} ${at(0.05)} ${at(0.5)} ${at(0.95)} ${at(1)}`)
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
