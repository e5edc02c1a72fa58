import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import { playEveryFrame } from '../../../../tests/journeys/src/harness/play-every-frame.ts'
import { framesInRange } from '../support/expect-exact.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const { browser, close } = await launchBrowser()

describe('VP9 and AV1 in an MP4', () => {
  it.each([
    ['vp9', 'webm'],
    ['av1', 'plain'],
  ] as const)('plays in Chromium frame by frame: %s from %s', async (video, layout) => {
    const recipe = smallRecipe({ width: 320, height: 180, frames: 60, gopFrames: 20, video, layout, audio: 'opus' })
    const { media } = await workshop.make(recipe, video)
    const range = { startTime: 13 / 30, endTime: 46 / 30 }
    const { path, receipt } = await workshop.cutOnly(media, range, { kind: 'original', container: 'mp4' })
    expect(receipt.way).toBe('smart')
    const numbers = framesInRange(recipe, range)
    const playback = await playEveryFrame(browser, await readFile(path), numbers.length, 30)
    expect(playback.numbers).toEqual(numbers)
    expect(playback.durationSeconds).toBeCloseTo(33 / 30, 2)
  })
})

afterAll(close)
