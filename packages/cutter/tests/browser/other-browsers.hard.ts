import { writeFile } from 'node:fs/promises'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { describe, expect, it, onTestFinished } from 'vitest'
import { BROWSER_FAMILIES } from '../../../../tests/journeys/src/harness/browsers/families.ts'
import { expectBrowserCut } from '../support/browser-cuts.ts'
import { openDrivenEngine } from '../support/browser-engine.ts'
import { uneditedVideo } from '../support/expect-exact.ts'
import { randomRanges } from '../support/random-video.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
import { readFrames } from '../support/video-quality.ts'

const RANGES = 10
/** PSNR of the worst frame, in dB. Firefox decodes to RGB, which costs 2 dB. */
const MIN_PSNR = 34
/** Largest error of a block's mean luma, in levels. */
const MAX_BLOCK_ERROR = 12

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 320, height: 180, frames: 90, gopFrames: 25, bFrames: 2 })
const { path, media } = await workshop.make(recipe, 'source')
const sourceFrames = await readFrames(path)
const video = uneditedVideo(recipe)
const ranges = randomRanges(seededRandom(testSeed), video, recipe.gopFrames, RANGES)

const isGnomeWebkit = (name: string) => name === 'WebKit'

describe.each(BROWSER_FAMILIES)('in $name', ({ name, open }) => {
  it.skipIf(open === null)(
    'any range of an MP4 is cut exactly like in Node, with the same copied packets',
    async () => {
      const engine = await openDrivenEngine(await open!())
      onTestFinished(() => engine.close())
      await engine.choose(path)
      for (const range of ranges) {
        const cutCase = { engine, workshop, media, video, sourceFrames, request: unscaledRequest }
        const { minPsnr, blockError } = await expectBrowserCut(cutCase, range)
        expect(minPsnr, JSON.stringify({ testSeed, range })).toBeGreaterThanOrEqual(MIN_PSNR)
        expect(blockError).toBeLessThan(MAX_BLOCK_ERROR)
      }
    },
  )

  it.skipIf(open === null)('VP9 in a WebM, whose times are whole milliseconds, becomes an exact MP4', async () => {
    const webm = smallRecipe({ ...recipe, video: 'vp9', bFrames: 0, layout: 'webm', audio: 'opus' })
    const source = await workshop.make(webm, 'webm')
    const engine = await openDrivenEngine(await open!())
    onTestFinished(() => engine.close())
    await engine.choose(source.path)
    const webmVideo = { ...uneditedVideo(webm), roundedToSeconds: 0.001 }
    const cutCase = { engine, workshop, media: source.media, video: webmVideo, request: unscaledRequest }
    const webmFrames = await readFrames(source.path)
    const { minPsnr } = await expectBrowserCut(
      { ...cutCase, sourceFrames: webmFrames },
      { startTime: 0.4, endTime: 1.9 },
    )
    expect(minPsnr).toBeGreaterThanOrEqual(MIN_PSNR)
  })

  it.skipIf(open === null)(
    'an encoder that spoils frames, and a decoder without output, are known before a cut',
    async () => {
      const engine = await openDrivenEngine(await open!())
      onTestFinished(() => engine.close())
      await engine.choose(path)
      const ifGnome = (code: string) => (isGnomeWebkit(name) ? [code] : [])
      for (const codec of ['vp8', 'vp9'] as const) {
        const encodedVideo = { codec, width: 1280, height: 720, frameRate: 30, profile: null }
        expect(await engine.call('missing', { encodedVideo }), codec).toEqual(ifGnome('faithfulVideo'))
      }
      const decodedAudio = { codec: 'mp3', sampleRate: 44_100, channels: 2, configuration: null } as const
      expect(await engine.call('missing', { decodedAudio })).toEqual(ifGnome('decodedAudio'))
    },
  )

  it.skipIf(open === null)('an MP3 is made, exact to the sample', async () => {
    const engine = await openDrivenEngine(await open!())
    onTestFinished(() => engine.close())
    await engine.choose(path)
    const range = { startTime: 0.4567, endTime: 1.5432 }
    const { base64 } = await engine.call('count', range, mp3Request)
    const clipPath = workshop.clipPath('mp3')
    await writeFile(clipPath, Buffer.from(base64, 'base64'))
    const audio = (await readStamps(clipPath)).audio!
    expect(Math.abs(audioOffsetSeconds(audio, range.startTime) ?? Infinity) * audio.sampleRate).toBeLessThan(1)
  })
})
