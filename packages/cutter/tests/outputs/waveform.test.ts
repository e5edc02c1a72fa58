import { startAudioEncoding } from '@kerf/stamped-media/audio/encode-audio'
import { writeContainer } from '@kerf/stamped-media/write-container'
import { describe, expect, it } from 'vitest'
import { PacketList } from '../../src/demux/common/packet-list.ts'
import { arePeaksAffordable, readPeaks } from '../../src/preview/waveform.ts'
import { openMedia } from '../support/open-media.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

const REQUEST = { peaksPerSecond: 25, maxBytes: 40_000_000 }
const SAMPLE_RATE = 48_000
const AUDIO_SECONDS = 6

type Format = 'mp4' | 'webm' | 'matroska'

const workshop = stampedWorkshop()
/** Amplitude: two seconds of silence, two of loud audio, and two at a quarter of that. */
function amplitudeAt(seconds: number): number {
  if (seconds < 2) return 0
  return seconds < 4 ? 0.8 : 0.2
}

async function makeSong(name: string, codec: 'aac' | 'opus' | 'mp3', ending: string, format: Format) {
  const path = `${workshop.directory}/${name}.${ending}`
  const music = await startAudioEncoding({
    codec,
    samples: AUDIO_SECONDS * SAMPLE_RATE,
    sampleRate: SAMPLE_RATE,
    channels: 2,
    bitrate: 128_000,
    sampleAt: (index) => amplitudeAt(index / SAMPLE_RATE) * Math.sin((2 * Math.PI * 440 * index) / SAMPLE_RATE),
  })
  await writeContainer({ path, format, options: {} }, [music])
  const file = await workshop.openFile(path)
  return { file, media: await openMedia({ video: file, audio: file }) }
}

describe('the peaks of audio', () => {
  it.each<['aac' | 'opus' | 'mp3', string, Format]>([
    ['aac', 'm4a', 'mp4'],
    ['opus', 'webm', 'webm'],
    ['mp3', 'mka', 'matroska'],
  ])('follow the loudness: %s in %s', async (codec, ending, format) => {
    const { media } = await makeSong(`loud-${codec}`, codec, ending, format)
    const peaks = await readPeaks(media, REQUEST)
    expect(Math.abs(peaks.length - AUDIO_SECONDS * 25)).toBeLessThanOrEqual(2)
    const between = (from: number, to: number) => peaks.slice(from * 25, to * 25)
    // A codec smears a jump of loudness over some milliseconds.
    expect(Math.max(...between(0.1, 1.8))).toBeLessThanOrEqual(2)
    expect(Math.min(...between(2.2, 3.8))).toBeGreaterThan(72)
    expect(Math.max(...between(2.2, 3.8))).toBeLessThanOrEqual(90)
    expect(Math.min(...between(4.2, 5.8))).toBeGreaterThan(16)
    expect(Math.max(...between(4.2, 5.8))).toBeLessThan(26)
  })

  it.each(['plain', 'fragmented', 'moov-last', 'dash-pair'] as const)(
    'are read from a video as well, as whole numbers from 0 to 100: %s',
    async (layout) => {
      const { media } = await workshop.make(smallRecipe({ frames: 90, layout }), `video-${layout}`)
      const peaks = await readPeaks(media, REQUEST)
      expect(Math.abs(peaks.length - 75)).toBeLessThanOrEqual(2)
      expect(peaks.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 100)).toBe(true)
      expect(Math.min(...peaks.slice(2, 72))).toBeGreaterThan(20)
    },
  )

  it.each<['aac' | 'opus', string, Format]>([
    ['aac', 'm4a', 'mp4'],
    ['opus', 'webm', 'webm'],
  ])('cover only a requested part: %s in %s', async (codec, ending, format) => {
    const { file, media } = await makeSong(`part-${codec}`, codec, ending, format)
    const allPeaks = await readPeaks(media, REQUEST)
    const part = { startTime: 3.2, endTime: 4.8 }
    const secondSong = await makeSong(`part-${codec}`, codec, ending, format)
    const bytesBefore = secondSong.file.bytesRead
    const peaks = await readPeaks(secondSong.media, { ...REQUEST, part })
    expect(peaks).toHaveLength(40)
    // Earlier packets still change the decoder's output in its first packets a little.
    for (const [index, peak] of peaks.entries()) expect(Math.abs(peak - allPeaks[80 + index]!)).toBeLessThanOrEqual(2)
    if (format === 'mp4') expect(secondSong.file.bytesRead - bytesBefore).toBeLessThan(file.sizeBytes / 2)
    // A part that reaches past the end stops there. A part that begins after the end is refused.
    expect((await readPeaks(media, { ...REQUEST, part: { startTime: 5, endTime: 60 } })).length).toBe(
      allPeaks.length - 125,
    )
    const readingAfterEnd = readPeaks(media, { ...REQUEST, part: { startTime: 60, endTime: 120 } })
    await expect(readingAfterEnd).rejects.toMatchObject({ code: 'range_outside' })
  })

  it('can be read for a part if the whole is too large', async () => {
    for (const layout of ['plain', 'fragmented'] as const) {
      const { media, files } = await workshop.make(smallRecipe({ frames: 90, layout }), `part-of-${layout}`)
      const maxBytes = files[0]!.sizeBytes / 2
      const part = { startTime: 1, endTime: 1.5 }
      if (layout === 'fragmented') expect(await arePeaksAffordable(media, maxBytes)).toBe(false)
      expect(await arePeaksAffordable(media, maxBytes, part)).toBe(true)
      expect(await arePeaksAffordable(media, 1000, part)).toBe(false)
      expect(await readPeaks(media, { ...REQUEST, maxBytes, part })).toHaveLength(13)
      await expect(readPeaks(media, { ...REQUEST, maxBytes: 1000, part })).rejects.toMatchObject({ code: 'too_large' })
    }
  })

  it('are not read if the audio is too large, which is known beforehand', async () => {
    const { file, media } = await makeSong('dear', 'aac', 'm4a', 'mp4')
    const bytesBefore = file.bytesRead
    expect(await arePeaksAffordable(media, 20_000)).toBe(false)
    expect(await arePeaksAffordable(media, REQUEST.maxBytes)).toBe(true)
    await expect(readPeaks(media, { ...REQUEST, maxBytes: 20_000 })).rejects.toMatchObject({ code: 'too_large' })
    expect(file.bytesRead).toBe(bytesBefore)
  })

  it('are not read if the audio is too scattered between large frames', async () => {
    const { media } = await workshop.make(smallRecipe({ frames: 30 }), 'scattered')
    const { access } = media.audio!
    if (access.kind !== 'indexed') throw new Error('Not an MP4.')
    const scatteredPackets = Array.from({ length: 700 }, (_, index) => ({
      pts: index * 1024,
      duration: 1024,
      isSync: true,
      entryIndex: 0,
      offset: index,
      sizeBytes: 300,
    }))
    access.track.covering = async () => PacketList.of(scatteredPackets)
    expect(await arePeaksAffordable(media, REQUEST.maxBytes)).toBe(true)
    access.track.covering = async () =>
      PacketList.of(scatteredPackets.map((packet, index) => ({ ...packet, offset: index * 1_000_000 })))
    Object.defineProperty(access.reader, 'sizeBytes', { value: 1e9 })
    expect(await arePeaksAffordable(media, REQUEST.maxBytes)).toBe(false)
  })

  it('are absent without audio', async () => {
    const { media } = await workshop.make(smallRecipe({ frames: 30, audio: null }), 'mute')
    expect(await arePeaksAffordable(media, REQUEST.maxBytes)).toBe(false)
    await expect(readPeaks(media, REQUEST)).rejects.toMatchObject({ code: 'unsupported_media' })
  })

  it('are no longer read after a cancel', async () => {
    const { media } = await makeSong('unwanted', 'aac', 'm4a', 'mp4')
    await expect(readPeaks(media, REQUEST, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })
})
