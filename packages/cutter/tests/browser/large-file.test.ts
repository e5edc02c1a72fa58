import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { afterAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import { openBrowserEngine } from '../support/browser-engine.ts'
import { mostRendererBytes } from '../support/renderer-memory.ts'
import { writeSparseVideo } from '../support/sparse-video.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const LARGE_BYTES = 3_000_000_000
const MAX_RENDERER_BYTES = 400_000_000
const ROUND_FRAMES = 48
const ROUND_SECONDS = ROUND_FRAMES / 30
const WRITTEN_ROUNDS = [1000, 1005] as const
const RANGE = { startTime: 1001 * ROUND_SECONDS + 0.5, endTime: 1004 * ROUND_SECONDS - 0.5 }
/** Frames of 1080p that are as large as in a 5 Mb/s video. One repetition lasts 1.6 s. */
const RECIPE = smallRecipe({
  width: 1920,
  height: 1080,
  frames: ROUND_FRAMES,
  gopFrames: ROUND_FRAMES,
  sampleRate: 48_000,
  frameBytes: { key: 100_000, other: 18_000 },
})

const workshop = stampedWorkshop()
const { media } = await workshop.make(RECIPE, 'round')
const { browser, close } = await launchBrowser()
const engine = await openBrowserEngine(browser)
afterAll(async () => {
  await engine.close()
  await close()
})

describe('a file of 3 GB in a browser', () => {
  it.each(['start', 'end'] as const)(
    'is cut to the frame by reading little of it, with its index at the %s',
    async (indexPlace) => {
      const path = join(workshop.directory, `large-${indexPlace}.mp4`)
      await writeSparseVideo(path, media, { sizeBytes: LARGE_BYTES, indexPlace, writtenRounds: WRITTEN_ROUNDS })
      await engine.choose(path)
      const { receipt, openBytes, cutBytes, base64 } = await engine.call('count', RANGE, unscaledRequest)
      const clipPath = workshop.clipPath()
      await writeFile(clipPath, Buffer.from(base64, 'base64'))
      const { frames, hidden } = await readStamps(clipPath)
      const first = Math.round(RANGE.startTime * 30)
      const numbers = Array.from(
        { length: Math.round(RANGE.endTime * 30) - first },
        (_, index) => (first + index) % ROUND_FRAMES,
      )
      expect(frames.map(({ number }) => number)).toEqual(numbers)
      expect(hidden.frames).toBe(numbers.length)
      expect(receipt.framesCopied).toBeGreaterThan(ROUND_FRAMES)
      // The index by itself has about 3 MB.
      expect(openBytes).toBeLessThan(6_000_000)
      expect(cutBytes).toBeLessThan(1.2 * receipt.bytesCovered)
      expect(await mostRendererBytes(browser)).toBeLessThanOrEqual(MAX_RENDERER_BYTES)
    },
  )
})
