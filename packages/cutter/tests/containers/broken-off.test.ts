import { describe, expect, it } from 'vitest'
import { bytesAsSource, openBytes } from '../support/counting-file.ts'
import { expectAudioFrom } from '../support/expect-audio.ts'
import { openMedia } from '../support/open-media.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { FFMPEG_PIDS, packetsOf, pidOf } from '../support/ts-tables.ts'

const workshop = stampedWorkshop()
const videoRecipe = smallRecipe({ width: 160, height: 90, frames: 120, gopFrames: 30, bFrames: 2 })
const audioRecipe = smallRecipe({ video: null, frames: 120 })
const wav = await workshop.video({ ...audioRecipe, audio: 'pcm-s16', layout: 'wav' })

describe('a video that breaks off is cut to its last frame, and the receipt says so:', () => {
  it.each([
    ['MP4 whose index comes first', { ...videoRecipe, layout: 'plain' }],
    ['fragmented MP4', { ...videoRecipe, layout: 'fragmented' }],
    ['Matroska', { ...videoRecipe, layout: 'webm' }],
    ['WebM', { ...videoRecipe, layout: 'webm', video: 'vp9', audio: 'opus', bFrames: 0 }],
    ['transport stream', { ...videoRecipe, layout: 'ts' }],
  ] as const)('%s', async (_, recipe) => {
    const completeFile = await workshop.video(recipe)
    for (const share of [0.55, 0.7, 0.86, 0.97]) {
      const media = await openBytes(completeFile.subarray(0, Math.round(share * completeFile.length)))
      const { durationSeconds } = media.facts
      expect(durationSeconds).toBeGreaterThan(0.8)
      expect(durationSeconds).toBeLessThanOrEqual(4.1)
      const { clip, receipt } = await workshop.cut(media, { startTime: 0.5, endTime: durationSeconds + 0.5 })
      // The clip ends before the first missing frame. In a fragment, one track may follow the other.
      const numbers = clip.frames.map(({ number }) => number)
      expect(numbers).toEqual(Array.from(numbers, (_number, index) => 15 + index))
      expect(numbers.at(-1)! / 30).toBeGreaterThan(durationSeconds - 0.2)
      expectAudioFrom(clip.audio!, 0.5)
      if (recipe.layout === 'ts') continue
      expect(receipt.notes).toEqual([{ kind: 'ends_earlier', seconds: expect.any(Number) }])
      expect(Math.abs(receipt.notes![0]!.seconds - durationSeconds)).toBeLessThan(1.1)
      const { receipt: earlierReceipt } = await workshop.cutOnly(media, { startTime: 0.2, endTime: 0.6 })
      expect(earlierReceipt.notes).toBeUndefined()
    }
  })

  it('transport stream, cut after the first packet of a frame, with a clock before its payload', async () => {
    const completeFile = await workshop.video({ ...videoRecipe, layout: 'ts', texture: true, audio: null })
    const starts = packetsOf(completeFile).flatMap((packet, index) => {
      const hasClock = (packet[3]! & 0x20) !== 0 && packet[4]! === 7 && (packet[5]! & 0x10) !== 0
      return pidOf(packet) === FFMPEG_PIDS.video && (packet[1]! & 0x40) !== 0 && hasClock ? [index] : []
    })
    expect(starts.length).toBeGreaterThan(20)
    for (const start of starts.slice(-8)) {
      const media = await openBytes(completeFile.subarray(0, 188 * (start + 1)))
      const { clip, receipt } = await workshop.cut(media, { startTime: 0.5, endTime: media.facts.durationSeconds })
      const numbers = clip.frames.map(({ number }) => number)
      expect(numbers).toEqual(Array.from(numbers, (_number, index) => 15 + index))
      expect(receipt.notes).toMatchObject([{ kind: 'ends_earlier' }])
      expect(receipt.durationSeconds).toBeCloseTo(numbers.length / 30, 2)
      expect(media.facts.durationSeconds).toBeCloseTo((numbers.at(-1)! + 1) / 30, 2)
    }
  })

  it('a failing source does not count as broken off', async () => {
    const completeFile = await workshop.video({ ...videoRecipe, layout: 'plain' })
    const firstHalf = bytesAsSource(completeFile.subarray(0, completeFile.length / 2))
    const failingSource = { ...firstHalf, sizeBytes: completeFile.length }
    const media = await openMedia({ video: failingSource, audio: failingSource })
    expect(media.facts.durationSeconds).toBeCloseTo(4, 1)
    await expect(workshop.cut(media, { startTime: 0, endTime: 4 })).rejects.toMatchObject({ code: 'source_failed' })
  })

  it.each([
    ['after an unfinished recording', 'moov-last', 0.8],
    ['after a download that stopped in it', 'plain', 0.004],
  ] as const)('an MP4 without the index %s is refused with that reason', async (_, layout, share) => {
    const completeFile = await workshop.video({ ...videoRecipe, layout })
    const truncatedFile = completeFile.subarray(0, Math.round(share * completeFile.length))
    await expect(openBytes(truncatedFile)).rejects.toMatchObject({ code: 'unfinished_media' })
  })
})

describe('audio that breaks off is cut to its last packet, and the receipt says so:', () => {
  it.each([
    ['MP3', { ...audioRecipe, audio: 'mp3', layout: 'mp3' }],
    ['ADTS', { ...audioRecipe, layout: 'adts' }],
    ['Ogg of Opus', { ...audioRecipe, audio: 'opus', layout: 'ogg', sampleRate: 48_000 }],
    ['Ogg of Vorbis', { ...audioRecipe, audio: 'vorbis', layout: 'ogg' }],
    ['FLAC', { ...audioRecipe, audio: 'flac', layout: 'flac' }],
    ['WAV', { ...audioRecipe, audio: 'pcm-s16', layout: 'wav' }],
    ['M4A', { ...audioRecipe, layout: 'plain' }],
  ] as const)('%s', async (_, recipe) => {
    const completeFile = await workshop.video(recipe)
    const media = await openBytes(completeFile.subarray(0, Math.round(0.701 * completeFile.length)))
    const { durationSeconds } = media.facts
    expect(durationSeconds).toBeGreaterThan(1.9)
    expect(durationSeconds).toBeLessThan(3.2)
    const { clip, receipt } = await workshop.cut(media, { startTime: 0.5, endTime: durationSeconds }, mp3Request)
    const { sampleRate, channels } = clip.audio!
    expect(channels[0]!.length / sampleRate).toBeCloseTo(durationSeconds - 0.5, 2)
    // ADTS does not state the delay of its encoder.
    const delaySeconds = recipe.layout === 'adts' ? 1024 / sampleRate : 0
    expectAudioFrom(
      { sampleRate, channels: channels.map((samples) => samples.slice(0, sampleRate)) },
      0.5 - delaySeconds,
    )
    const lastChannels = channels.map((samples) => samples.slice(-0.7 * sampleRate))
    expectAudioFrom(
      { sampleRate, channels: lastChannels },
      durationSeconds - delaySeconds - lastChannels[0]!.length / sampleRate,
    )
    expect(receipt.notes).toEqual([{ kind: 'ends_earlier', seconds: durationSeconds }])
  })
})

describe('a WAV whose recorder did not write its size', () => {
  const dataAt = wav.indexOf('data')
  const wavOfSizes = (riff: number, data: number) => {
    const bytes = Buffer.from(wav)
    bytes.writeUInt32LE(riff, 4)
    bytes.writeUInt32LE(data, dataAt + 4)
    return bytes
  }
  /** Puts a ds64 chunk in front, whose 64-bit sizes are -1. */
  const wavWithLongSizes = (kind: string) => {
    const sizes = Buffer.concat([Buffer.from('ds64\x1c\0\0\0', 'latin1'), Buffer.alloc(16, 0xff), Buffer.alloc(12)])
    const bytes = wavOfSizes(0xffff_ffff, 0xffff_ffff)
    return Buffer.concat([Buffer.from(kind), bytes.subarray(4, 12), sizes, bytes.subarray(12)])
  }

  it.each([
    ['0', wavOfSizes(0, 0)],
    ['-1', wavOfSizes(0xffff_ffff, 0xffff_ffff)],
    ['0 for the file only', wavOfSizes(0, wav.readUInt32LE(dataAt + 4))],
    ['the size written to a pipe', wavOfSizes(0x7fff_f024, 0x7fff_f000)],
    ['-1 in an RF64', wavWithLongSizes('RF64')],
    ['-1 in a BW64', wavWithLongSizes('BW64')],
  ])('is as long as its bytes: %s', async (_, bytes) => {
    const media = await openBytes(bytes)
    expect(media.facts.durationSeconds).toBeCloseTo(4, 3)
    const { clip, receipt } = await workshop.cut(media, { startTime: 3, endTime: 4 }, { kind: 'wav' })
    expect(clip.audio!.channels[0]!.length / clip.audio!.sampleRate).toBeCloseTo(1, 3)
    expectAudioFrom(clip.audio!, 3)
    expect(receipt.notes).toBeUndefined()
  })
})
