import { readFile, writeFile } from 'node:fs/promises'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { afterAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { type BrowserCutFigures, expectBrowserAudio, expectBrowserCut } from '../support/browser-cuts.ts'
import { openBrowserEngine } from '../support/browser-engine.ts'
import { type ExpectedVideo, frameSeconds } from '../support/expect-exact.ts'
import { withTurn } from '../support/odd-mp4.ts'
import { randomRanges } from '../support/random-video.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
import { readFrames } from '../support/video-quality.ts'

const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
const RANGES = isAtLength ? 10 : 2
/** PSNR of the worst frame that OpenH264, Chromium's encoder, makes, in dB. */
const MIN_PSNR = 36
/** Largest error of a block's mean luma, in levels. */
const MAX_BLOCK_ERROR = 12

const workshop = stampedWorkshop()
const { browser, close } = await launchBrowser()
const engine = await openBrowserEngine(browser)
afterAll(async () => {
  await engine.close()
  await close()
})

interface Kind {
  recipe: Partial<StampedRecipe>
  turn?: 90 | 180 | 270
  request?: ClipSpec
}

const GOP_FRAMES = 25
/** Sixtieths of a second from a frame to the next. Around keyframes they are equal: muxers of fragments guess the last. */
const ticksAfter = (frame: number) => (frame % GOP_FRAMES > 4 && frame % GOP_FRAMES < 16 ? 1 + (frame % 4) : 2)
const VARIABLE_TIMES = Array.from({ length: 90 }, (_, frame) =>
  Array.from({ length: frame }, (_frame, before) => ticksAfter(before)).reduce((sum, ticks) => sum + ticks, 0),
)
const VARIABLE = {
  frameRate: [60, 1],
  frames: VARIABLE_TIMES.length,
  shownAt: VARIABLE_TIMES,
  audioToSeconds: (VARIABLE_TIMES.at(-1)! + 1) / 60,
} as const satisfies Partial<StampedRecipe>
const GOPS: Record<string, Kind> = {
  'closed GOPs': { recipe: {} },
  'open GOPs': { recipe: { openGop: true, bFrames: 3 } },
  '29.97 frames a second': { recipe: { frameRate: [30_000, 1001] } },
  'a variable rate': { recipe: VARIABLE },
  'turned frames': { recipe: {}, turn: 90 },
}
const LAYOUTS = ['plain', 'fragmented', 'mov', 'webm', 'ts'] as const
/** Kinds in `npm test`: each container, and each order of frames. */
const SHORT_KINDS = [
  'closed GOPs, plain',
  'turned frames, fragmented',
  'a variable rate, mov',
  '29.97 frames a second, webm',
  'open GOPs, ts',
]
const h264Kinds = LAYOUTS.flatMap((layout) =>
  Object.entries(GOPS).map(([name, kind]): [string, Kind] => [
    `${name}, ${layout}`,
    { ...kind, recipe: { ...kind.recipe, layout } },
  ]),
)
  // Only MP4 and MOV are turned by tests.
  .filter(([name]) => !/^turned.*(webm|ts)$/.test(name))
  .filter(([name]) => isAtLength || SHORT_KINDS.includes(name))

const own = { kind: 'original' } as const
const web = { bFrames: 0, layout: 'webm', audio: 'opus' } as const
const otherKinds: [string, Kind][] = [
  ['VP9 in WebM', { recipe: { ...web, video: 'vp9' }, request: own }],
  ['AV1 as H.264', { recipe: { ...web, video: 'av1' } }],
]
const otherKindsAtLength: [string, Kind][] = [
  ['VP8 in WebM', { recipe: { ...web, video: 'vp8' }, request: own }],
  ['AV1 in WebM', { recipe: { ...web, video: 'av1' }, request: own }],
  ['VP9 in MP4', { recipe: { ...web, video: 'vp9' }, request: { ...own, container: 'mp4' } }],
  ['AV1 in MP4', { recipe: { ...web, video: 'av1', layout: 'plain' }, request: { ...own, container: 'mp4' } }],
  ['VP9 as H.264', { recipe: { ...web, video: 'vp9' } }],
  ['VP8 as H.264', { recipe: { ...web, video: 'vp8' } }],
  ['full range', { recipe: { isFullRange: true } }],
  ['interlaced frames', { recipe: { x264: 'interlaced=1' } }],
  ['references among B-frames', { recipe: { x264: 'b-pyramid=normal:ref=4', bFrames: 3 } }],
  ['4:2:2 as 4:2:0', { recipe: { pixelFormat: 'yuv422p' } }],
  ['a recording without an index', { recipe: { ...web, video: 'h264', muxerOptions: { live: '1' } } }],
]
const audioKinds = (['opus', 'mp3', 'flac'] as const).map((audio): [string, Kind] => [
  `audio in ${audio.toUpperCase()}`,
  { recipe: { layout: 'webm', audio } },
])
const kinds = [...h264Kinds, ...otherKinds, ...(isAtLength ? otherKindsAtLength : []), ...audioKinds]

async function makeKind({ recipe: changes, turn, request = unscaledRequest }: Kind, name: string) {
  const recipe = smallRecipe({ width: 192, height: 108, frames: 90, gopFrames: GOP_FRAMES, bFrames: 2, ...changes })
  const { path, media } = await workshop.make(recipe, name.replace(/\W+/g, '-'))
  if (turn) await writeFile(path, withTurn(await readFile(path), turn))
  const source = { path, recipe, request, media: turn ? (await workshop.openClip(path)).media : media }
  const { frames } = await readStamps(path)
  const video: ExpectedVideo = {
    seconds: frames.map(({ seconds }) => seconds - frames[0]!.seconds),
    endTime: frameSeconds(recipe, (recipe.shownAt?.at(-1) ?? recipe.frames - 1) + 1),
    audioAtZero: 0,
    ...(recipe.layout === 'webm' && { roundedToSeconds: 0.001 }),
  }
  expect(frames.map(({ number }) => number)).toEqual(Array.from({ length: recipe.frames }, (_, frame) => frame))
  return { ...source, video }
}

/** Random ranges. Every other one is long enough for copied frames and two seams. */
function rangesOf(video: ExpectedVideo, gopFrames: number): TimeRange[] {
  const random = seededRandom(testSeed)
  return randomRanges(random, video, gopFrames, RANGES).map((range, index) => {
    if (index % 2 === 1) return range
    const startTime = video.endTime * (0.05 + 0.3 * random())
    return { startTime, endTime: startTime + video.endTime * (0.4 + 0.2 * random()) }
  })
}

describe('a browser cuts exactly like Node, and copies the same packets', () => {
  it.each(kinds)('%s', async (name, kind) => {
    const { path, media, recipe, video, request } = await makeKind(kind, name)
    const sourceFrames = await readFrames(path)
    await engine.choose(path)
    const figures: BrowserCutFigures[] = []
    for (const range of rangesOf(video, recipe.gopFrames)) {
      const cutCase = { engine, workshop, media, video, sourceFrames, request }
      const made = await expectBrowserCut(cutCase, range).catch((error: Error) => {
        error.message = `CUTTER_SEED=${testSeed}: ${JSON.stringify(range)}\n${error.message}`
        throw error
      })
      figures.push(made)
    }
    expect(Math.min(...figures.map(({ minPsnr }) => minPsnr))).toBeGreaterThanOrEqual(MIN_PSNR)
    expect(Math.max(...figures.map(({ blockError }) => blockError))).toBeLessThan(MAX_BLOCK_ERROR)
  })
})

describe('audio only', () => {
  it.each(['aac', 'opus', 'flac'] as const)('from %s is exact to the sample in every format', async (audio) => {
    const recipe = smallRecipe({ video: null, frames: 60, audio, layout: audio === 'aac' ? 'dash-pair' : 'webm' })
    const { path, media } = await workshop.make(recipe, `audio-${audio}`)
    await engine.choose(path)
    const range = { startTime: 0.4567, endTime: 1.5432 }
    for (const kind of ['m4a', 'mp3', 'opus', 'flac', 'wav'] as const) {
      const request: ClipSpec = kind === 'mp3' ? { kind, bitrate: 192_000 } : { kind }
      await expectBrowserAudio({ engine, workshop, media, request }, range)
    }
  })
})

it('no request leaves the page', () => {
  expect(engine.otherRequests).toEqual([])
})
