import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { afterAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../../../../tests/journeys/src/harness/browser.ts'
import { cut, memorySink, plan } from '../../src/index.ts'
import { BROWSER_ENTRY, bundleForBrowser } from '../support/browser-bundle.ts'
import { openBrowserEngine } from '../support/browser-engine.ts'
import { describeMedia } from '../support/described-media.ts'
import { expectExactClip, uneditedVideo } from '../support/expect-exact.ts'
import { seededRandom, testSeed } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const MAX_GZIPPED_BYTES = 250_000

const workshop = stampedWorkshop()
const { browser, close } = await launchBrowser()
const engine = await openBrowserEngine(browser)
afterAll(async () => {
  await engine.close()
  await close()
})

const SHAPES = [
  ['plain', 'h264', 'aac'],
  ['moov-last', 'h264', 'aac'],
  ['fragmented', 'h264', 'aac'],
  ['mov', 'h264', 'pcm-s16'],
  ['ts', 'h264', 'aac'],
  ['webm', 'h264', 'aac'],
  ['webm', 'vp9', 'opus'],
  ['plain', 'av1', 'opus'],
] as const

describe('the engine in a browser', () => {
  it('is small', async () => {
    const files = await bundleForBrowser(BROWSER_ENTRY)
    const initialBytes = files.filter(({ isInitial }) => isInitial).reduce((sum, file) => sum + file.gzippedBytes, 0)
    expect(initialBytes).toBeGreaterThan(100_000)
    expect(initialBytes).toBeLessThanOrEqual(MAX_GZIPPED_BYTES)
  })

  it.each(SHAPES)('reads the same facts as Node, and plans the same cuts: %s with %s and %s', async (...shape) => {
    const [layout, video, audio] = shape
    const recipe = smallRecipe({
      width: 160,
      height: 96,
      frames: 90,
      gopFrames: 25,
      bFrames: 2,
      video,
      layout,
      audio,
    })
    const { path, media } = await workshop.make({ ...recipe, ...(video !== 'h264' && { bFrames: 0 }) }, shape.join('-'))
    const { durationSeconds } = media.facts
    const random = seededRandom(testSeed)
    const ranges = Array.from({ length: 10 }, () => {
      const startTime = random() * (durationSeconds - 0.2)
      return { startTime, endTime: startTime + 0.1 + random() * (durationSeconds - startTime - 0.1) }
    })
    await engine.choose(path)
    expect(JSON.parse(await engine.call('describe', ranges))).toEqual(JSON.parse(await describeMedia(media, ranges)))
  })

  it('writes the same bytes as Node, into a private file that can be removed', async () => {
    const recipe = smallRecipe({ width: 160, height: 96, frames: 75, gopFrames: 25, audio: null, layout: 'plain' })
    const { path, media } = await workshop.make(recipe, 'copied')
    const ranges = [
      { startTime: 0, endTime: media.facts.durationSeconds },
      { startTime: 25 / 30, endTime: media.facts.durationSeconds },
    ]
    const clips: string[] = []
    for (const range of ranges) {
      const sink = memorySink()
      const { way } = await cut(await plan(media, range, { kind: 'original' }), sink)
      expect(way).toBe('copied')
      clips.push(Buffer.from(sink.bytes!).toString('base64'))
    }
    await engine.choose(path)
    const stored = await engine.call('store', ranges, { kind: 'original' })
    expect(stored.clips.map(({ base64 }) => base64)).toEqual(clips)
    expect(stored.left).toEqual([])
  })

  it.each(['plain', 'fragmented', 'ts', 'webm'] as const)(
    'cuts %s to the frame, with seams encoded by the browser',
    async (layout) => {
      const recipe = smallRecipe({
        width: 320,
        height: 180,
        frames: 90,
        gopFrames: 25,
        bFrames: 2,
        audio: 'aac',
        layout,
      })
      const { path } = await workshop.make(recipe, `cut-${layout}`)
      const ranges = [
        { startTime: 11 / 30, endTime: 71 / 30 },
        { startTime: 3 / 30, endTime: 20 / 30 },
      ]
      await engine.choose(path)
      const { clips, left } = await engine.call('store', ranges, unscaledRequest)
      for (const [index, { receipt, base64 }] of clips.entries()) {
        const clipPath = workshop.clipPath()
        await writeFile(clipPath, Buffer.from(base64, 'base64'))
        const clip = await readStamps(clipPath)
        const rounding = layout === 'webm' ? { roundedToSeconds: 0.001 } : {}
        expectExactClip({ receipt, clip }, { ...uneditedVideo(recipe), ...rounding }, ranges[index]!)
      }
      expect(clips[0]!.receipt.framesCopied).toBeGreaterThan(20)
      expect(left).toEqual([])
    },
  )

  it('deletes clips of ended workers, and no clip that is being written', async () => {
    const { before, after } = await engine.call('removeLeft')
    expect(before).toContain('clip')
    expect(after).toEqual(before.filter((name) => name !== 'clip'))
    expect(after).toHaveLength(1)
  })

  it('reports a file that changed after it was chosen', async () => {
    const recipe = smallRecipe({ width: 160, height: 96, frames: 30, audio: null, layout: 'plain' })
    const { path } = await workshop.make(recipe, 'original')
    const bytes = await readFile(path)
    const changedPath = join(workshop.directory, 'changed.mp4')
    await writeFile(changedPath, bytes)
    await engine.choose(changedPath)
    await writeFile(changedPath, bytes.subarray(100))
    expect(await engine.call('failure')).toBe('source_failed: The file was changed or removed since it was chosen.')
  })

  it('requests nothing but its own files', () => {
    expect(engine.otherRequests).toEqual([])
  })
})
