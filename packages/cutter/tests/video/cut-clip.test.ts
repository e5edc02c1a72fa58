import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { readStamps } from '@kerf/stamped-media/read-stamps'
import { describe, expect, it } from 'vitest'
import type { CutProgress } from '../../src/api/receipt.ts'
import type { TimeRange } from '../../src/api/time-range.ts'
import { cut } from '../../src/index.ts'
import { fileSink } from '../../src/io/node/files.ts'
import { planCut } from '../../src/plan-cut.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { videoOfTwoConfigurations } from '../support/rebuilt-mp4.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const range: TimeRange = { startTime: 1.31, endTime: 4.2 }

const workshop = stampedWorkshop()
const { media, files } = await workshop.make(smallRecipe(), 'usual')

it.each([
  ['is H.264 and AAC when it comes from VP9 and Opus in a WebM', 'vp9', 'opus', 'webm', 'transcoded'],
  ['keeps its frames and gets AAC when only its audio is MP3', 'h264', 'mp3', 'plain', 'smart'],
] as const)('a clip of other codecs than H.264 and AAC %s', async (_, video, audio, layout, way) => {
  const recipe = smallRecipe({ video, audio, layout, frames: 150 })
  const { media } = await workshop.make(recipe, `from-${audio}`)
  const { clip, receipt } = await expectExact(media, uneditedVideo(recipe), range, workshop)
  expect(clip.codecs).toEqual({ video: 'h264', audio: 'aac' })
  expect(receipt.way).toBe(way)
})

describe('a clip that is scaled down', () => {
  it('has the requested height, every frame, and untouched audio', async () => {
    const recipe = smallRecipe({ width: 1920, height: 1080, frames: 60, gopFrames: 30 })
    const { media } = await workshop.make(recipe, 'full-hd')
    const request = { kind: 'video', height: 360 } as const
    const { clip, plan } = await expectExact(
      media,
      uneditedVideo(recipe),
      { startTime: 0.4, endTime: 1.6 },
      workshop,
      request,
    )
    expect([clip.width, clip.height]).toEqual([640, 360])
    expect(plan.audio?.how).toBe('spliced')
  })

  it('is no larger than its source if more height is requested', async () => {
    const { media } = await workshop.make(smallRecipe({ frames: 60, gopFrames: 30 }), 'small')
    const plan = await planCut(media, { startTime: 1, endTime: 2 }, { kind: 'video', height: 1080 })
    expect(plan.way).toBe('copied')
    expect(plan.video).toMatchObject({ width: 384, height: 216 })
  })
})

describe('an MP3', () => {
  it('begins at the exact time, lasts as long as the range, and has no frames', async () => {
    const { media, files } = await workshop.make(smallRecipe({ layout: 'dash-pair' }), 'mp3-of-pair')
    const bytesBefore = files.map((file) => file.bytesRead)
    const { clip, receipt, path } = await workshop.cut(media, range, mp3Request)
    expect(clip.codecs).toEqual({ video: null, audio: 'mp3' })
    expect(clip.audio!.channels[0]!.length / 44_100).toBeCloseTo(2.89, 4)
    expectAudioFrom(clip.audio!, range.startTime)
    expect(receipt).toMatchObject({ way: 'mp3', frames: 0, durationSeconds: 2.89 })
    // No byte of the file with frames is fetched.
    expect(files[0]!.bytesRead).toBe(bytesBefore[0])
    expect(bitratesOfFrames(await readFile(path))).toEqual(new Set([320]))
  })

  it('of audio only starts at the very beginning, without the priming', async () => {
    const { media } = await workshop.make(smallRecipe({ layout: 'dash-pair', video: null }), 'audio-alone')
    expect(media.facts.video).toBeNull()
    const { clip } = await workshop.cut(media, { startTime: 0, endTime: 2 }, mp3Request)
    expectAudioFrom(clip.audio!, 0)
  })

  it('of Opus keeps its time', async () => {
    const { media } = await workshop.make(smallRecipe({ layout: 'webm', video: 'vp9', audio: 'opus' }), 'opus-to-mp3')
    const { clip } = await workshop.cut(media, range, mp3Request)
    expect(clip.audio!.sampleRate).toBe(48_000)
    expectAudioFrom(clip.audio!, range.startTime)
  })

  it('cannot be made from silent media', async () => {
    const { media } = await workshop.make(smallRecipe({ audio: null, frames: 60 }), 'silent')
    await expect(planCut(media, { startTime: 0, endTime: 1 }, mp3Request)).rejects.toMatchObject({
      code: 'unsupported_media',
    })
  })
})

/** The bitrates of all frames of an MP3, in kbit/s, found through their headers. */
function bitratesOfFrames(file: Buffer): Set<number> {
  const KBPS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  const bitrates = new Set<number>()
  for (let at = 0; at + 4 <= file.length; ) {
    const kbps = KBPS[file[at + 2]! >> 4]!
    bitrates.add(kbps)
    at += Math.floor((144_000 * kbps) / 44_100) + ((file[at + 2]! >> 1) & 1)
  }
  return bitrates
}

it('a clip across a change of the codec configuration is exact', async () => {
  const media = await openBytes(await videoOfTwoConfigurations(workshop))
  const cutAcross = await workshop.cut(media, { startTime: 1.5, endTime: 2.5 })
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
  expect(cutAcross.clip.frames.map(({ number }) => number)).toEqual([...numbers(45, 60), ...numbers(0, 15)])
  const cutInside = await workshop.cut(media, { startTime: 2.5, endTime: 3.8 })
  expect(cutInside.clip.frames.map(({ number }) => number)).toEqual(numbers(15, 54))
  expect(cutInside.receipt.framesCopied).toBeGreaterThan(0)
})

describe('cut', () => {
  it('reports a progress that never falls and ends with 1', async () => {
    const reports: CutProgress[] = []
    await workshop.cut(media, range, unscaledRequest, { onProgress: (progress) => reports.push(progress) })
    const shares = reports.map(({ done }) => done)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(reports.at(-1)).toEqual({ done: 1, stage: 'writing' })
    expect(new Set(reports.map(({ stage }) => stage))).toEqual(new Set(['reading', 'encoding', 'writing']))
  })

  it('leaves no file if it is cancelled at any time', async () => {
    for (const report of [1, 2, 5, 9]) {
      const path = workshop.clipPath()
      const controller = new AbortController()
      let reports = 0
      const onProgress = () => {
        reports += 1
        if (reports === report) controller.abort()
      }
      const plan = await planCut(media, range, unscaledRequest)
      const cutting = cut(plan, fileSink(path), { signal: controller.signal, onProgress })
      await expect(cutting).rejects.toMatchObject({ code: 'cancelled' })
      expect(existsSync(path)).toBe(false)
    }
  })

  it('accepts a clip of exactly the size limit, and leaves no file if it is a byte larger', async () => {
    const path = workshop.clipPath()
    const plan = await planCut(media, range, unscaledRequest)
    const { clipBytes } = await cut(plan, fileSink(path))
    expect((await cut(plan, fileSink(path), { limits: { maxClipBytes: clipBytes } })).clipBytes).toBe(clipBytes)
    const cutting = cut(plan, fileSink(path), { limits: { maxClipBytes: clipBytes - 1 } })
    await expect(cutting).rejects.toMatchObject({ code: 'too_large' })
    expect(existsSync(path)).toBe(false)
  })

  it('leaves no file if the source fails halfway', async () => {
    const file = files[0]!
    let isFailing = false
    const source = {
      sizeBytes: file.sizeBytes,
      read: (start: number, end: number) =>
        isFailing ? Promise.reject(new Error('403 Forbidden')) : file.read(start, end),
    }
    const failingMedia = await openMedia({ video: source, audio: source })
    const plan = await planCut(failingMedia, range, unscaledRequest)
    isFailing = true
    const path = workshop.clipPath()
    await expect(cut(plan, fileSink(path))).rejects.toMatchObject({ code: 'source_failed' })
    expect(existsSync(path)).toBe(false)
  })

  it('replaces an existing file at the path', async () => {
    const path = workshop.clipPath()
    await writeFile(path, Buffer.alloc(3_000_000, 1))
    const plan = await planCut(media, range, unscaledRequest)
    const receipt = await cut(plan, fileSink(path))
    expect((await readFile(path)).length).toBe(receipt.clipBytes)
    expect((await readStamps(path)).frames).toHaveLength(receipt.frames)
  })

  it('cuts the same media twice at once without mixing them up', async () => {
    const ranges = [range, { startTime: 2.5, endTime: 5 }]
    await Promise.all(ranges.map((clipRange) => expectExact(media, uneditedVideo(smallRecipe()), clipRange, workshop)))
  })
})
