import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import { playEveryFrame } from '../../../../tests/journeys/src/harness/play-every-frame.ts'
import { codecsWithBrowserEncoder } from '../support/browser-encoder.ts'
import { expectSplice } from '../support/expect-splice.ts'
import { stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const { browser, close } = await launchBrowser()
// Only a page of a safe origin, such as this machine's, has WebCodecs.
const server = createServer((_request, response) => response.end('')).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const page = await browser.newPage()
await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
afterAll(async () => {
  await close()
  server.close()
})

const minPsnr = 38

describe("seams of Chromium's encoder", () => {
  it.each([
    ['Baseline', 'avc1.42E01F', { profile: 'baseline', bFrames: 0 }],
    ['Main', 'avc1.4d0028', { profile: 'main', bFrames: 2 }],
    ['High', 'avc1.640028', { profile: 'high', bFrames: 2, x264: 'b-pyramid=normal:ref=4' }],
  ] as const)('fit copied frames of x264, and play: %s', async (_name, codec, changes) => {
    const codecs = codecsWithBrowserEncoder(page, codec)
    const { path, numbers } = await expectSplice(workshop, changes, { codecs, minPsnr })
    const playback = await playEveryFrame(browser, await readFile(path), numbers.length, 30)
    expect(playback.numbers).toEqual(numbers)
  })
})
