import { describe, expect, it } from 'vitest'
import type { LocatedRendition, ResolvedVideo } from '../../ports/sources.ts'
import { DUBBED_VIDEO, RESOLVED_VIDEO } from '../testing/test-backend.ts'
import { boundedResolution, detailsOf } from './bounded-video.ts'

const [FRAMES_RENDITION] = RESOLVED_VIDEO.renditions as [LocatedRendition]
const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const repeat = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const addressOf = (index: number, length: number) => `https://media.example/${index}?${'a'.repeat(length)}`

const createCaptions = (count: number, length: number): NonNullable<ResolvedVideo['captions']> =>
  repeat(count, (index) => ({
    id: `captions-${index}`,
    language: 'pt-BR',
    label: 'Portuguese (Brazil) (automatic)',
    isAutomatic: true,
    address: addressOf(index, length),
  }))

/** A video in this number of languages, each in six formats, with addresses as long as YouTube's. */
const createDubbedVideo = (languages: number, length = 1000): ResolvedVideo => ({
  ...RESOLVED_VIDEO,
  renditions: [
    ...repeat(30, (index) => ({ ...FRAMES_RENDITION, id: `frames-${index}`, address: addressOf(index, length) })),
    ...repeat(languages * 6, (index) => ({
      ...FRAMES_RENDITION,
      id: `audio-${index}`,
      carries: 'audio' as const,
      videoCodec: null,
      width: null,
      height: null,
      audioTrack: `track-${Math.floor(index / 6)}`,
      address: addressOf(index, length),
      headers: { 'user-agent': 'a'.repeat(120) },
    })),
  ],
  audioTracks: repeat(languages, (index) => ({
    id: `track-${index}`,
    language: 'pt-BR',
    label: 'Portuguese (Brazil)',
    isOriginal: index === 0,
  })),
})

describe('a video within its bounds', () => {
  it('keeps everything, even with a hundred captions and thirty languages', () => {
    const video = { ...createDubbedVideo(30), captions: createCaptions(100, 600) }
    expect(boundedResolution('youtube', video)).toEqual(video)
    const details = detailsOf(video)!
    expect([details.renditions.length, details.audioTracks?.length, details.captions?.length]).toEqual([210, 30, 100])
    expect(jsonBytes(details)).toBeLessThan(64 * 1024)
  })

  it('contains no media URL', () => {
    const filmstrip = { frameWidth: 1, frameHeight: 1, columns: 1, rows: 1, frameCount: 2, secondsPerFrame: 1 }
    const details = detailsOf({
      ...DUBBED_VIDEO,
      thumbnailAddress: 'https://media.example/image',
      filmstrip: { ...filmstrip, sheetAddresses: ['https://media.example/a', 'https://media.example/b'] },
      waveform: { peaksPerSecond: 20, address: 'https://media.example/peaks' },
    })
    expect(JSON.stringify(details)).not.toMatch(/https:/)
    expect(details).toMatchObject({ hasThumbnail: true, filmstrip: { ...filmstrip, sheetCount: 2 } })
    expect(details).toMatchObject({ captions: [{ id: 'en' }, { id: 'de' }], audioTracks: [{ id: 'en' }, { id: 'de' }] })
  })
})

describe('a video beyond its bounds', () => {
  it('keeps its media, and as many choices as fit', () => {
    const hostileVideo: ResolvedVideo = {
      ...createDubbedVideo(10, 7800),
      renditions: [FRAMES_RENDITION, ...createDubbedVideo(10, 7800).renditions.slice(30)],
      captions: createCaptions(190, 7800),
    }
    const boundedVideo = boundedResolution('media', hostileVideo)!
    expect(jsonBytes(boundedVideo)).toBeLessThanOrEqual(256_000)
    const { renditions, audioTracks = [], captions: keptCaptions = [] } = boundedVideo
    expect(renditions[0]).toEqual(FRAMES_RENDITION)
    expect(audioTracks[0]).toMatchObject({ id: 'track-0', isOriginal: true })
    // Each listed track has all its renditions, and the other way round.
    for (const { id } of audioTracks) expect(renditions.filter(({ audioTrack }) => audioTrack === id)).toHaveLength(6)
    expect(renditions.every(({ audioTrack }) => !audioTrack || audioTracks.some(({ id }) => id === audioTrack))).toBe(
      true,
    )
    expect(keptCaptions.length).toBeLessThan(40)
    expect(keptCaptions).toEqual(createCaptions(keptCaptions.length, 7800))
  })

  it('is stored in 64 kB per viewer, however long its names are', () => {
    const label = '\u{1f600}'.repeat(100)
    const details = detailsOf({
      ...RESOLVED_VIDEO,
      captions: createCaptions(200, 10).map((choice) => ({ ...choice, label })),
      chapters: repeat(1000, (index) => ({ title: label, startTime: index, endTime: index + 1 })),
    })!
    expect(jsonBytes(details)).toBeLessThan(64 * 1024)
    expect(details.captions?.length).toBeGreaterThan(100)
    expect(details.renditions).toHaveLength(1)
  })

  it('is refused if its media exceeds the bounds', () => {
    const renditions = repeat(2000, (index) => ({ ...FRAMES_RENDITION, id: String(index) }))
    expect(detailsOf({ ...RESOLVED_VIDEO, renditions })).toBeNull()
    expect(
      boundedResolution('youtube', {
        ...RESOLVED_VIDEO,
        renditions: [{ ...FRAMES_RENDITION, address: addressOf(0, 600_000) }],
      }),
    ).toBeNull()
  })
})
