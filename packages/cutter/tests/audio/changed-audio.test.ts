import { readdir } from 'node:fs/promises'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { openMedia } from '../../src/open-media.ts'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { LOUD_SOURCES, loudnessOf, wavOf } from '../support/loud-sources.ts'
import { asItIs, asMp3, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const recipe = smallRecipe({ width: 160, height: 96, frames: 120, gopFrames: 30, texture: false })
const { media } = await workshop.make(recipe, 'source')
const frames = (await workshop.make({ ...recipe, audio: null }, 'frames')).files[0]!
const range = { startTime: 0.7, endTime: 3.4 }
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describe('A clip with a loudness', () => {
  const LOUD: [string, ClipSpec & { loudness: number }][] = [
    ['quiet speech', { ...asItIs, loudness: -14 }],
    ['loud music, clipped', { ...asMp3, loudness: -14 }],
    // Tried out with as few bits as it gets under a limit.
    ['music', { ...asItIs, loudness: -11, maxBytes: 50_000 }],
  ]
  // Still more of them: loudness.hard.ts.
  const LOUD_BESIDES: [string, ClipSpec & { loudness: number }][] = [
    ['speech of one channel', { ...asItIs, loudness: -16 }],
    ['music in 5.1', { ...asItIs, loudness: -14 }],
    ['bangs', { kind: 'flac', loudness: -18 }],
    ['music', { kind: 'opus', loudness: -14 }],
    ['speech', { kind: 'm4a', loudness: -14 }],
  ]
  it.each(isAtLength ? [...LOUD, ...LOUD_BESIDES] : LOUD)(
    'has it, and no peak above -1 dBTP: %s',
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

  it('copies its frames, and its audio is in time', async () => {
    const scratchDirectory = temporaryDirectory()
    for (const loudness of [-9, -24]) {
      const { plan, clip, receipt } = await workshop.cut(media, range, { ...asItIs, loudness }, { scratchDirectory })
      expect(plan).toMatchObject({ way: 'smart', audio: { how: 'encoded' } })
      expect(receipt.framesCopied).toBeGreaterThan(40)
      expectAudioFrom(clip.audio!, receipt.firstFrameSeconds!)
      const { sampleRate, channels } = clip.audio!
      expect(channels[0]!.length).toBe(Math.round(receipt.durationSeconds * sampleRate))
    }
    expect(await readdir(scratchDirectory)).toEqual([])
  })

  it('of Opus in WebM is in time, over joined ranges', async () => {
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
    const plain = await workshop.cutOnly(source.media, range)
    const fitted = await workshop.cutOnly(source.media, range, { ...asItIs, loudness: -14 })
    expect(fitted.receipt.bytesFetched).toBeLessThan(plain.receipt.bytesFetched * 1.05)
    expect(fitted.receipt.bytesCovered).toBeGreaterThan(plain.receipt.bytesCovered * 0.9)
  })

  it('stays silent if it is', async () => {
    const silent = { name: 'silence', channels: 2, sampleRate: 48_000, make: () => () => 0 } as const
    const { clip, receipt } = await workshop.cut(
      await openBytes(wavOf(silent, 2)),
      { startTime: 0, endTime: 1.5 },
      { ...asMp3, loudness: -14 },
    )
    expect(receipt.loudness).toBeUndefined()
    expect(Math.max(...clip.audio!.channels[0]!)).toBe(0)
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const scratchDirectory = temporaryDirectory()
    const leaving = new AbortController()
    const cutting = workshop.cutOnly(
      media,
      range,
      { ...asItIs, loudness: -14 },
      {
        scratchDirectory,
        signal: leaving.signal,
        onProgress: () => leaving.abort(),
      },
    )
    await expect(cutting).rejects.toMatchObject({ code: 'cancelled' })
    expect(await readdir(scratchDirectory)).toEqual([])
  })
})

describe('Audio that fades', () => {
  it.each([asItIs, asMp3])('comes from silence and goes to it, evenly: $kind', async (request) => {
    const faded = await workshop.cut(media, range, { ...request, audioFade: 1 })
    const plain = await workshop.cut(media, range, request)
    const [own, whole] = [faded.clip.audio!, plain.clip.audio!]
    expect(own.channels[0]!.length).toBe(whole.channels[0]!.length)
    const length = own.channels[0]!.length
    for (const atSeconds of [0.02, 0.25, 0.5, 0.75, 1.2, 1.5]) {
      for (const at of [atSeconds * own.sampleRate, length - atSeconds * own.sampleRate]) {
        const gain = powerRatio(own.channels[0]!, whole.channels[0]!, Math.round(at), own.sampleRate / 50)
        expect(Math.abs(gain - Math.min(1, atSeconds))).toBeLessThan(0.05)
      }
    }
  })

  it('fades in over half of a short clip, and out over the other', async () => {
    const short = { startTime: 1, endTime: 2 }
    const faded = await workshop.cut(media, short, { ...asItIs, audioFade: 2 })
    const plain = await workshop.cut(media, short)
    const { channels, sampleRate } = faded.clip.audio!
    const gainAt = (seconds: number) =>
      powerRatio(channels[0]!, plain.clip.audio!.channels[0]!, Math.round(seconds * sampleRate), sampleRate / 100)
    expect([0.25, 0.5, 0.75].map((seconds) => Math.round(gainAt(seconds) * 10) / 10)).toEqual([0.5, 1, 0.5])
    expect(faded.receipt).toMatchObject({ framesCopied: plain.receipt.framesCopied })
    expect(faded.receipt.loudness).toBeUndefined()
  })
})

/** How loud one is as a share of the other, around a sample. */
function powerRatio(one: Float32Array, other: Float32Array, at: number, around: number): number {
  const power = (samples: Float32Array) =>
    samples.subarray(Math.max(0, at - around), at + around).reduce((sum, sample) => sum + sample * sample, 0)
  return Math.sqrt(power(one) / power(other))
}
