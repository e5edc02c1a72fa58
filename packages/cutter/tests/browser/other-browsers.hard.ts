import { describe, expect, it, onTestFinished } from 'vitest'
import { BROWSER_FAMILIES } from '../../../../tests/journeys/src/harness/browsers/families.ts'
import { expectBrowserCut } from '../support/browser-cuts.ts'
import { openDrivenEngine } from '../support/browser-engine.ts'
import { uneditedVideo } from '../support/expect-exact.ts'
import { randomRanges } from '../support/random-video.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
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

describe.each(BROWSER_FAMILIES)('in $name', ({ open }) => {
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
})
