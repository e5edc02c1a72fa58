import { writeFile } from 'node:fs/promises'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { afterAll, expect, it } from 'vitest'
import { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { openBrowserEngine } from '../support/browser-engine.ts'
import { loudnessRatio } from '../support/loud-sources.ts'
import { lumaFrames } from '../support/luma-frames.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const RANGE = { startTime: 1, endTime: 3 }
const FRAME_RATE = 30
const BLACK_LUMA = 16

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 320, height: 180, frames: 120, gopFrames: 30, bFrames: 2 })
const { path } = await workshop.make(recipe, 'source')
const { browser, close } = await launchBrowser()
const engine = await openBrowserEngine(browser)
await engine.choose(path)
afterAll(async () => {
  await engine.close()
  await close()
})

async function cutInBrowser(request: ClipSpec): Promise<string> {
  const { clips } = await engine.call('store', [RANGE], request)
  const clipPath = workshop.clipPath()
  await writeFile(clipPath, Buffer.from(clips[0]!.base64, 'base64'))
  return clipPath
}

it('a clip that a browser makes comes from black and from silence, and goes to both', async () => {
  const [fadedPath, plainPath] = [
    await cutInBrowser({ ...unscaledRequest, videoFade: 0.5, audioFade: 1 }),
    await cutInBrowser(unscaledRequest),
  ]
  const [faded, plain] = [await lumaFrames(fadedPath), await lumaFrames(plainPath)]
  const frameCount = (RANGE.endTime - RANGE.startTime) * FRAME_RATE
  expect([faded.length, plain.length]).toEqual([frameCount, frameCount])
  const brightness = ({ luma }: { luma: Uint8Array }) =>
    luma.reduce((sum, value) => sum + value, 0) / luma.length - BLACK_LUMA
  for (const [index, frame] of faded.entries()) {
    const distance = Math.min(index, frameCount - 1 - index) / FRAME_RATE
    expect(brightness(frame) / brightness(plain[index]!), `frame ${index}`).toBeCloseTo(Math.min(1, distance / 0.5), 1)
  }

  const [fadedAudio, plainAudio] = [(await readStamps(fadedPath)).audio!, (await readStamps(plainPath)).audio!]
  const { sampleRate } = fadedAudio
  for (const seconds of [0.1, 0.25, 0.5, 0.75]) {
    for (const at of [seconds, RANGE.endTime - RANGE.startTime - seconds]) {
      const samples = [fadedAudio, plainAudio].map(({ channels }) => channels[0]!) as [Float32Array, Float32Array]
      const gain = loudnessRatio(...samples, Math.round(at * sampleRate), sampleRate / 50)
      expect(gain, `audio at ${at}`).toBeCloseTo(seconds, 1)
    }
  }
})
