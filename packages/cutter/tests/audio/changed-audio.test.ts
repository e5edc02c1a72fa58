import { readdir } from 'node:fs/promises'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { LOUD_SOURCES, loudnessOf, loudnessRatio, wavOf } from '../support/loud-sources.ts'
import { openMedia } from '../support/open-media.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 160, height: 96, frames: 120, gopFrames: 30, texture: false })
const { media } = await workshop.make(recipe, 'source')
const frames = (await workshop.make({ ...recipe, audio: null }, 'frames')).files[0]!
const range = { startTime: 0.7, endTime: 3.4 }
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describe('a clip with a target loudness', () => {
  const LOUDNESS_CASES: [string, ClipSpec & { loudness: number }][] = [
    ['quiet speech', { ...unscaledRequest, loudness: -14 }],
    ['loud music, clipped', { ...mp3Request, loudness: -14 }],
    // The size limit leaves few bits for the audio.
    ['music', { ...unscaledRequest, loudness: -11, maxBytes: 50_000 }],
  ]
  // loudness.hard.ts has more sources.
  const MORE_LOUDNESS_CASES: [string, ClipSpec & { loudness: number }][] = [
    ['speech of one channel', { ...unscaledRequest, loudness: -16 }],
    ['music in 5.1', { ...unscaledRequest, loudness: -14 }],
    ['bangs', { kind: 'flac', loudness: -18 }],
    ['music', { kind: 'opus', loudness: -14 }],
    ['speech', { kind: 'm4a', loudness: -14 }],
  ]
  it.each(isAtLength ? [...LOUDNESS_CASES, ...MORE_LOUDNESS_CASES] : LOUDNESS_CASES)(
    'has that loudness, and no peak above -1 dBTP: %s',
    async (name, request) => {
      const wav = bytesAsSource(wavOf(LOUD_SOURCES.find((source) => source.name === name)!, 2.7))
      const source = await openMedia({ video: frames, audio: wav })
      const { clip, receipt } = await workshop.cut(source, { startTime: 0.1, endTime: 2.6 }, request)
      const { lufs, peak } = await loudnessOf(clip.audio!)
      expect(Math.abs(lufs! - request.loudness)).toBeLessThan(0.5)
      expect(peak).toBeLessThanOrEqual(-1)
      expect(receipt.loudness!.after).toBeCloseTo(lufs!, 1)
    },
  )

  it('copies its frames, and its audio is in sync', async () => {
    const scratchDirectory = temporaryDirectory()
    for (const loudness of [-9, -24]) {
      const { plan, clip, receipt } = await workshop.cut(
        media,
        range,
        { ...unscaledRequest, loudness },
        { scratchDirectory },
      )
      expect(plan).toMatchObject({ way: 'smart', audio: { how: 'encoded' } })
      expect(receipt.framesCopied).toBeGreaterThan(40)
      expectAudioFrom(clip.audio!, receipt.firstFrameSeconds!)
      const { sampleRate, channels } = clip.audio!
      expect(channels[0]!.length).toBe(Math.round(receipt.durationSeconds * sampleRate))
    }
    expect(await readdir(scratchDirectory)).toEqual([])
  })

  it('of Opus in WebM is in sync, over joined ranges', async () => {
    const web = smallRecipe({ ...recipe, video: 'vp9', audio: 'opus', layout: 'webm' })
    const source = await workshop.make(web, 'web')
    const ranges = [
      { startTime: 2, endTime: 3.5 },
      { startTime: 0.5, endTime: 1.5 },
    ]
    const { clip, receipt } = await workshop.cut(source.media, ranges, { kind: 'original', loudness: -20 })
    const { lufs, peak } = await loudnessOf(clip.audio!)
    expect(Math.abs(lufs! + 20)).toBeLessThan(0.5)
    expect(peak).toBeLessThanOrEqual(-1)
    expect(receipt.loudness!.before).toBeGreaterThan(-20)
    const { sampleRate, channels } = clip.audio!
    const part = (from: number, to: number) => ({
      sampleRate,
      channels: channels.map((samples) => samples.subarray(from * sampleRate, to * sampleRate)),
    })
    expectAudioFrom(part(0, 1.4), 2)
    expectAudioFrom(part(1.5, 2.5), 0.5)
  })

  it('fetches its audio once', async () => {
    const source = await workshop.make(smallRecipe({ ...recipe, layout: 'dash-pair' }), 'pair')
    const plainCut = await workshop.cutOnly(source.media, range)
    const loudnessCut = await workshop.cutOnly(source.media, range, { ...unscaledRequest, loudness: -14 })
    expect(loudnessCut.receipt.bytesFetched).toBeLessThan(plainCut.receipt.bytesFetched * 1.05)
    expect(loudnessCut.receipt.bytesCovered).toBeGreaterThan(plainCut.receipt.bytesCovered * 0.9)
  })

  it('stays silent if the source is', async () => {
    const silentSource = { name: 'silence', channels: 2, sampleRate: 48_000, make: () => () => 0 } as const
    const { clip, receipt } = await workshop.cut(
      await openBytes(wavOf(silentSource, 2)),
      { startTime: 0, endTime: 1.5 },
      { ...mp3Request, loudness: -14 },
    )
    expect(receipt.loudness).toBeUndefined()
    expect(Math.max(...clip.audio!.channels[0]!)).toBe(0)
  })

  it('leaves nothing behind after a cancel', async () => {
    const scratchDirectory = temporaryDirectory()
    const controller = new AbortController()
    const cutting = workshop.cutOnly(
      media,
      range,
      { ...unscaledRequest, loudness: -14 },
      {
        scratchDirectory,
        signal: controller.signal,
        onProgress: () => controller.abort(),
      },
    )
    await expect(cutting).rejects.toMatchObject({ code: 'cancelled' })
    expect(await readdir(scratchDirectory)).toEqual([])
  })
})

describe('audio that fades', () => {
  it.each([unscaledRequest, mp3Request])('rises from silence and falls to it evenly: $kind', async (request) => {
    const fadedCut = await workshop.cut(media, range, { ...request, audioFade: 1 })
    const plainCut = await workshop.cut(media, range, request)
    const [fadedAudio, plainAudio] = [fadedCut.clip.audio!, plainCut.clip.audio!]
    expect(fadedAudio.channels[0]!.length).toBe(plainAudio.channels[0]!.length)
    const length = fadedAudio.channels[0]!.length
    for (const atSeconds of [0.02, 0.25, 0.5, 0.75, 1.2, 1.5]) {
      for (const at of [atSeconds * fadedAudio.sampleRate, length - atSeconds * fadedAudio.sampleRate]) {
        const gain = loudnessRatio(
          fadedAudio.channels[0]!,
          plainAudio.channels[0]!,
          Math.round(at),
          fadedAudio.sampleRate / 50,
        )
        expect(Math.abs(gain - Math.min(1, atSeconds))).toBeLessThan(0.05)
      }
    }
  })

  it('fades in over half of a short clip, and out over the other half', async () => {
    const shortRange = { startTime: 1, endTime: 2 }
    const fadedCut = await workshop.cut(media, shortRange, { ...unscaledRequest, audioFade: 2 })
    const plainCut = await workshop.cut(media, shortRange)
    const { channels, sampleRate } = fadedCut.clip.audio!
    const gainAt = (seconds: number) =>
      loudnessRatio(channels[0]!, plainCut.clip.audio!.channels[0]!, Math.round(seconds * sampleRate), sampleRate / 100)
    expect([0.25, 0.5, 0.75].map((seconds) => Math.round(gainAt(seconds) * 10) / 10)).toEqual([0.5, 1, 0.5])
    expect(fadedCut.receipt).toMatchObject({ framesCopied: plainCut.receipt.framesCopied })
    expect(fadedCut.receipt.loudness).toBeUndefined()
  })
})
