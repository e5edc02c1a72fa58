import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CutterError,
  type ClipSpec,
  cut,
  fileSink,
  fileSource,
  type MeasuredRequest,
  measureSize,
  open,
  plan,
  readSizeIndex,
} from '@kerf/cutter'
import { ANIMATION_QUALITY, fitsAnimation, isAnimation } from '@kerf/domain/formats/clip-format'
import { chooseForm, type RequestedForm } from '@kerf/domain/formats/format-choice'
import { AUDIO_BITRATE, QUALITIES, QUALITY_IDS, type QualityId } from '@kerf/domain/formats/quality'
import { isH264, type RenditionChoice } from '@kerf/domain/formats/rendition-choice'
import { approximateClipBytes, clipBitrate, encodedShare } from '@kerf/domain/sizes/clip-size'
import { formSize, MOST_SEGMENTS, renditionToEstimate } from '@kerf/domain/sizes/clip-size-index'
import { estimateFrames, estimateRanges } from '@kerf/domain/sizes/estimate-range'
import { CONTENTS, VIDEO_FORMS, SECONDS, type SizedVideo, sizedVideo } from './sized-videos.ts'
import { youtubeVideo } from './youtube-video.ts'

/**
 * How near what is told of a clip's size is to the clip: videos of several kinds, each in several forms, in every quality
 * and in the codecs that they have, at random ranges. `node bench/src/clip-sizes.ts [ranges] [seed] [name] [way]`. SZ=1 tells
 * each clip; UNAIMED=1 makes them as when nobody was told, PIECES=16 tells them by pieces as long as of an hour, SECONDS=300 is of
 * videos as long as that, JOINED=3 joins so many ranges in each clip.
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
/** Of a video of an hour a piece is of 1.5 s. */
const SEGMENTS = Number(process.env.SEGMENTS ?? MOST_SEGMENTS)
/** As large as a site's frame beside the audio; nobody looks further than how a JPEG begins. */
const ARTWORK = {
  mimeType: 'image/jpeg',
  bytes: Uint8Array.from({ length: 64_000 }, (_, at) => [0xff, 0xd8, 0xff][at] ?? 0),
} as const
const WAYS = ['copied', 'encoded', 'original', 'audio', 'gif', 'webp', 'png'] as const
const FORMS: RequestedForm[] = [
  ...QUALITY_IDS.flatMap((quality): RequestedForm[] => [
    { quality, format: QUALITIES[quality].format },
    ...(quality === 'audio' ? [] : (['original', 'png'] as const).map((format) => ({ quality, format }))),
  ]),
  ...(['gif', 'webp'] as const).map((format): RequestedForm => ({ quality: ANIMATION_QUALITY, format })),
]
/** As the server's media process has it. */
const MEASURE_LIMITS = { mostPixels: 600e6, mostBytes: 24_000_000 }

interface Case {
  sourceVideo: string
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
let unsent = 0
/** Of the processor, for clips that are measured: to tell them, and to make them. */
const spent = { measured: 0, made: 0 }
try {
  for (const content of CONTENTS) {
    for (const form of VIDEO_FORMS) {
      if (!`${content}, ${form}`.includes(NAME)) continue
      const sourceVideo = await sizedVideo(content, form)
      await measure(sourceVideo)
    }
  }
  if ('youtube'.includes(NAME)) await measure(await youtubeVideo())
} finally {
  await rm(folder, { recursive: true, force: true })
}
tell('all', cases)
console.log(
  `Measured: ${unsent} not told, ${(spent.measured / Math.max(1, spent.made)).toFixed(2)} of the processor time of making them`,
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

async function measure(sourceVideo: SizedVideo): Promise<void> {
  const estimated = renditionToEstimate(sourceVideo.renditions)
  const sizeIndex = estimated && (await readSizeIndex(await open(await fileSource(estimated.path)), SEGMENTS))
  for (const form of FORMS) {
    const { quality } = form
    const choice = chooseForm(sourceVideo.renditions, form)
    if (!choice) continue
    const way = wayOf(choice, form)
    // In H.264 it is the grid's own row.
    if ((WAY && way !== WAY) || (way === 'original' && choice.video && isH264(choice.video))) continue
    const known = { durationSeconds: sourceVideo.durationSeconds, artworkBytes: ARTWORK.bytes.length }
    const weight = sizeIndex && formSize(sourceVideo.renditions, form, known, sizeIndex)
    const mine: Case[] = []
    const files = new Map<string, Awaited<ReturnType<typeof fileSource>>>()
    for (const rendition of [choice.video, choice.audio])
      if (rendition) files.set(rendition.path, files.get(rendition.path) ?? (await fileSource(rendition.path)))
    const sourceOf = (rendition: { path: string } | null) => rendition && (files.get(rendition.path) ?? null)
    const media = await open({ video: sourceOf(choice.video), audio: sourceOf(choice.audio) })
    for (let index = 0; index < RANGES; index++) {
      const ranges = rangesOf(index, sourceVideo.durationSeconds)
      const told =
        weight && sizeIndex && !IS_UNAIMED
          ? { frameBytes: ranges.reduce((sum, range) => sum + estimateFrames(sizeIndex, weight, timeRange(range)), 0) }
          : {}
      const seconds = ranges[0]!.endSeconds - ranges[0]!.startSeconds
      if (isAnimation(form.format) && !fitsAnimation(seconds)) continue
      const measuring = measuredRequest(form, choice)
      const isMeasured = measuring !== null && (!weight || seconds < weight.leastSeconds)
      // Nobody is told of several ranges of what would have to be measured.
      const bytes = isMeasured && JOINED === 1 ? await measured(media, ranges[0]!, measuring) : null
      if (isMeasured && bytes === null) {
        unsent += 1
        continue
      }
      const video = (): ClipSpec =>
        choice.video
          ? {
              ...({ kind: 'video', height: choice.scaleToLines } as const),
              ...told,
              ...(way === 'encoded' && { share: encodedShare(choice, choice.video, sourceVideo.durationSeconds) }),
            }
          : { kind: 'mp3', bitrate: AUDIO_BITRATE, tags: { artwork: ARTWORK } }
      const request = measuring ?? video()
      const before = process.cpuUsage()
      const { clipBytes: real, bytesCovered: covered } = await cut(
        await plan(media, ranges, request),
        fileSink(join(folder, 'clip')),
      )
      if (isMeasured) spent.made += secondsSince(before)
      const estimatedBytes =
        bytes ??
        (weight && sizeIndex && estimateRanges(sizeIndex, weight, ranges.map(timeRange))) ??
        approximateClipBytes(clipBitrate(sourceVideo.renditions, quality, sourceVideo.durationSeconds)!, seconds * ranges.length)
      if (DETAIL)
        console.log(
          `  ${JSON.stringify({ ranges, told: estimatedBytes, real, share: estimatedBytes / real, ofCovered: real / covered })}`,
        )
      mine.push({ sourceVideo: sourceVideo.name, quality, way, seconds: Math.round(seconds), told: estimatedBytes, real, covered })
    }
    await Promise.all([...files.values()].map((file) => file.close()))
    cases.push(...mine)
    tell(`${sourceVideo.name}, ${quality} ${way}`, mine)
  }
}

/** What is not told by weights alone. */
function measuredRequest({ format }: RequestedForm, { video, scaleToLines }: RenditionChoice): MeasuredRequest | null {
  if (isAnimation(format)) return { kind: format }
  if (format === 'png') return { kind: 'still', height: scaleToLines }
  return format === 'original' && video && !isH264(video) ? { kind: 'original' } : null
}

async function measured(
  media: Awaited<ReturnType<typeof open>>,
  range: { startSeconds: number; endSeconds: number },
  request: MeasuredRequest,
): Promise<number | null> {
  const before = process.cpuUsage()
  const signal = new AbortController().signal
  const bytes = await measureSize(media, range, request, { signal, limits: MEASURE_LIMITS }).catch((error) => {
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

function wayOf({ video, scaleToLines }: RenditionChoice, { format }: RequestedForm): Case['way'] {
  if (!video) return 'audio'
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
