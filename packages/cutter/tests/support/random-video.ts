import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import type { ExpectedVideo } from './expect-exact.ts'
import { frameSeconds } from './expect-exact.ts'
import {
  frameSamples,
  IMPLICIT_OFFSETS,
  moovOf,
  movieTimescale,
  reorderDelay,
  withEdits,
  withFragmentFlags,
  withFrameTimes,
  withLaterFragments,
  withLongBoxes,
  withoutBox,
  withSyncSamples,
} from './odd-mp4.ts'
import { withClockAt } from './ts-tables.ts'

/** A random video, like those that sites serve: its encoding, the change to its bytes, and the clip to request. */
export interface VideoShape {
  recipe: StampedRecipe
  oddity: Oddity
  /** Mostly a clip in the source's height; sometimes a scaled one, whose frames are all re-encoded. */
  request: ClipSpec
}

type Random = () => number

const frameRates = [
  [12, 1],
  [24_000, 1001],
  [25, 1],
  [30, 1],
  [30_000, 1001],
  [50, 1],
  [60, 1],
] as const
const quicktimeAudio = ['pcm-s16', 'pcm-s24be', 'alac', 'aac'] as const
const layouts = ['plain', 'moov-last', 'fragmented', 'dash-pair', 'mov', 'ts', 'webm'] as const
/** Changes to the bytes that apply to each layout. */
const oddities = {
  plain: ['none'],
  'dash-pair': ['none'],
  ts: ['none', 'late clock'],
  webm: ['none'],
  'moov-last': ['none', 'long boxes', 'no sync table', 'lying sync table', 'varying frame rate', 'begins later'],
  mov: ['none', 'begins later'],
  fragmented: ['none', 'late clock', 'sync samples only', 'implicit offsets'],
} as const

type Oddity = (typeof oddities)[keyof typeof oddities][number]

const CUES = [
  { startTime: 0.3, endTime: 1.11, text: 'Said' },
  { startTime: 1, endTime: 90, text: 'to the end' },
]
const CHAPTERS = [
  { startTime: 0, endTime: 0.77, title: 'One' },
  { startTime: 0.77, endTime: 90, title: 'Two' },
]
/** Text options. Text tracks and burned-in subtitles must move neither frames nor audio. */
const TEXTS = [
  {},
  { audioLanguage: 'de', chapters: CHAPTERS, subtitles: { as: 'track', language: 'en', cues: CUES } },
  { chapters: CHAPTERS, subtitles: { as: 'burned', style: 'box', language: 'en', cues: CUES } },
] as const satisfies Partial<ClipSpec>[]

const oneOf = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!
const randomUpTo = (random: Random, limit: number): number => Math.floor(random() * (limit + 1))

export function randomShape(random: Random): VideoShape {
  const layout = oneOf(random, layouts)
  const gopFrames = 1 + randomUpTo(random, 59)
  const bFrames = randomUpTo(random, 3)
  const fragmentSeconds = random() < 0.3 ? { fragmentSeconds: 0.25 + random() } : {}
  const recipe: StampedRecipe = {
    width: 160,
    height: 96,
    frameRate: oneOf(random, frameRates),
    frames: 50 + randomUpTo(random, 60),
    gopFrames,
    bFrames: gopFrames === 1 ? 0 : bFrames,
    video: 'h264',
    profile: oneOf(random, ['main', 'high']),
    openGop: random() < 0.2,
    audio: random() < 0.15 ? null : layout === 'mov' ? oneOf(random, quicktimeAudio) : 'aac',
    sampleRate: oneOf(random, [44_100, 48_000, 22_050]),
    channels: oneOf(random, [1, 2]),
    layout,
    ...fragmentSeconds,
  }
  const isSmall = random() < 0.15
  const oddity = oneOf<Oddity>(random, oddities[layout])
  const muxerOptions = oddity === 'implicit offsets' ? { muxerOptions: IMPLICIT_OFFSETS } : {}
  const text = oneOf(random, TEXTS)
  // At height 48, the box of two simultaneous cues covers the frame number.
  const height = isSmall && !('subtitles' in text && text.subtitles.as === 'burned') ? 48 : null
  return { recipe: { ...recipe, ...muxerOptions }, oddity, request: { kind: 'video', height, ...text } }
}

/** Applies the oddity to a video. Returns the new bytes, and the frames and audio that they then contain. */
export function applyOddity(
  sourceVideo: Buffer,
  { recipe, oddity }: VideoShape,
  random: Random,
): { sourceVideo: Buffer; shown: ExpectedVideo } {
  const seconds = Array.from({ length: recipe.frames }, (_, frame) => frameSeconds(recipe, frame))
  const endTime = frameSeconds(recipe, recipe.frames)
  const rounding = recipe.layout === 'webm' ? { roundedToSeconds: 0.001 } : {}
  const shownVideo: ExpectedVideo = { seconds, endTime, audioAtZero: recipe.audio && 0, ...rounding }
  switch (oddity) {
    case 'none':
    case 'implicit offsets':
      return { sourceVideo, shown: shownVideo }
    case 'long boxes':
      return { sourceVideo: withLongBoxes(sourceVideo), shown: shownVideo }
    case 'late clock':
      return {
        sourceVideo:
          recipe.layout === 'ts' ? withClockAt(sourceVideo, 3600 * 90_000) : withLaterFragments(sourceVideo, 3600),
        shown: shownVideo,
      }
    case 'begins later': {
      const firstFrame = 1 + randomUpTo(random, 20)
      const from = seconds[firstFrame]!
      const duration = Math.round((endTime - from) * movieTimescale(moovOf(sourceVideo)))
      const videoFrames = withEdits(sourceVideo, 'vide', [
        [duration, reorderDelay(sourceVideo) + frameTicks(sourceVideo, from)],
      ])
      const delay = recipe.audio === 'aac' ? 1024 : 0
      const audio: [number, number][] = [[duration, delay + Math.round(from * recipe.sampleRate!)]]
      return {
        sourceVideo: recipe.audio ? withEdits(videoFrames, 'soun', audio) : videoFrames,
        shown: {
          seconds: seconds.map((time, frame) => (frame < firstFrame ? null : time - from)),
          endTime: endTime - from,
          audioAtZero: recipe.audio && from,
        },
      }
    }
    case 'sync samples only':
      return { sourceVideo: withFragmentFlags(sourceVideo, 0x2000000), shown: shownVideo }
    case 'no sync table':
      return { sourceVideo: withoutBox(sourceVideo, 'stss'), shown: shownVideo }
    case 'lying sync table':
      return {
        sourceVideo: withSyncSamples(
          sourceVideo,
          seconds.flatMap((_, sample) => (random() < 0.2 ? [sample] : [])),
        ),
        shown: shownVideo,
      }
    case 'varying frame rate': {
      const times = seconds.map((time) => time + (random() - 0.5) * 0.6 * frameSeconds(recipe, 1))
      times[0] = 0
      return {
        sourceVideo: withFrameTimes(sourceVideo, (frame) => times[frame]!, endTime),
        shown: { ...shownVideo, seconds: times },
      }
    }
  }
}

const frameTicks = (sourceVideo: Buffer, seconds: number) =>
  Math.round(seconds * frameSamples(sourceVideo).track.timescale)

/**
 * Random ranges. The first is a special case, for example a single frame; the others mostly begin and end at keyframes.
 */
export function randomRanges(random: Random, { seconds, endTime }: ExpectedVideo, gopFrames: number, count: number) {
  const shownTimes = seconds.filter((time) => time !== null)
  const frames = shownTimes.length
  const hiddenCount = seconds.length - frames
  const timeOf = (frame: number) => (frame >= frames ? endTime : shownTimes[Math.max(0, frame)]!)
  const anyKey = () => gopFrames * randomUpTo(random, Math.floor((seconds.length - 1) / gopFrames)) - hiddenCount
  const anyFrame = () => randomUpTo(random, frames - 1)
  const anyTime = () => random() * endTime
  const border = () =>
    oneOf(random, [() => timeOf(anyKey()), () => timeOf(anyKey() + 1), () => timeOf(anyKey() - 1), anyTime])()
  const kinds: (() => TimeRange)[] = [
    () => {
      const frame = anyFrame()
      return { startTime: timeOf(frame), endTime: timeOf(frame + 1) }
    },
    () => ({ startTime: 0, endTime: timeOf(1) }),
    () => ({ startTime: timeOf(frames - 1), endTime }),
    () => ({ startTime: 0, endTime }),
    () => {
      const startTime = random() * Math.max(0.01, endTime - 1)
      return { startTime, endTime: Math.min(endTime, startTime + 1) }
    },
  ]
  const rangeAnywhere = (): TimeRange => {
    const [from, to] = [border(), border()].sort((a, b) => a - b) as [number, number]
    return { startTime: from, endTime: to }
  }
  const isShowing = ({ startTime, endTime: end }: TimeRange) =>
    shownTimes.some((time) => time >= startTime && time < end - 0.001)
  const ranges: TimeRange[] = [oneOf(random, kinds)()]
  while (ranges.length < count) {
    const candidate = rangeAnywhere()
    if (isShowing(candidate)) ranges.push(candidate)
  }
  return ranges
}
