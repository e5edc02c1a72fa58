import type { ClipFormat } from '@kerf/domain/formats/clip-format'
import type { ClipOptions } from '@kerf/domain/formats/clip-options'
import { AUDIO_BITRATE } from '@kerf/domain/formats/quality'
import { describe, expect, it } from 'vitest'
import { type FetchedImage, SourceReadError, type VideoSource } from '../../ports/sources.ts'
import { RESOLVED_VIDEO } from '../testing/test-backend.ts'
import { prepareClip } from './prepare-clip.ts'

const [rendition] = RESOLVED_VIDEO.renditions as [(typeof RESOLVED_VIDEO.renditions)[number]]
const AUDIO_CHOICE = { video: null, audio: rendition, scaleToHeight: null }
const VIDEO_CHOICE = { video: rendition, audio: rendition, scaleToHeight: 720 }
const VIDEO = { ...RESOLVED_VIDEO, title: 'Two\r\nlines', channel: 'A channel', thumbnailAddress: 'poster' }

const sourceWithImage = (fetchImage: VideoSource['fetchImage']): VideoSource => ({
  resolve: () => Promise.reject(new Error('not asked')),
  openRendition: () => Promise.reject(new Error('not asked')),
  fetchImage,
})
const sourceWithImageOf = (mediaType: string, size = 3) =>
  sourceWithImage(async (): Promise<FetchedImage> => ({ mediaType, bytes: new Uint8Array(size) }))
const AREA = { left: 0.25, top: 0, width: 0.5, height: 1 }
const { signal } = new AbortController()
const RANGES = [{ startTime: 10, endTime: 20 }]
const requestOf = (format: ClipFormat, options: ClipOptions = {}) => ({ format, options, ranges: RANGES })
const mp3SpecOf = async (source: VideoSource) =>
  (await prepareClip(requestOf('mp3'), AUDIO_CHOICE, VIDEO, source, signal)).cutRequest.spec

describe('an MP3', () => {
  it('has its title, its author and the image of the video', async () => {
    expect(await mp3SpecOf(sourceWithImageOf('image/jpeg'))).toEqual({
      kind: 'mp3',
      bitrate: AUDIO_BITRATE,
      tags: {
        title: 'Two lines',
        artist: 'A channel',
        artwork: { mimeType: 'image/jpeg', bytes: new Uint8Array(3) },
      },
    })
  })

  it.each([
    ['cannot be fetched', sourceWithImage(() => Promise.reject(new SourceReadError('source_failed', 'gone')))],
    ['has a format that players do not show', sourceWithImageOf('image/webp')],
    ['is too large', sourceWithImageOf('image/png', 2 * 1024 * 1024 + 1)],
  ])('is made without the image if that %s', async (_, source) => {
    expect(await mp3SpecOf(source)).toMatchObject({ kind: 'mp3', tags: { title: 'Two lines' } })
    expect(await mp3SpecOf(source)).not.toHaveProperty('tags.artwork')
  })

  it('is not made after a cancellation', async () => {
    const cancelled = AbortSignal.abort(new Error('cancelled'))
    await expect(
      prepareClip(requestOf('mp3'), AUDIO_CHOICE, VIDEO, sourceWithImageOf('image/png'), cancelled),
    ).rejects.toThrow('cancelled')
  })
})

it.each<[ClipFormat, ClipOptions, object]>([
  [
    'mp4',
    { maxBytes: 8_000_000, crop: '1:1', loudness: -14, fade: { video: 0.5 } },
    { kind: 'video', height: 720, maxBytes: 8_000_000, crop: { ratio: 1 }, loudness: -14, videoFade: 0.5 },
  ],
  [
    'original',
    { container: 'mp4', fade: { audio: 1 }, loudness: -20 },
    { kind: 'original', container: 'mp4', audioFade: 1, loudness: -20 },
  ],
  ['png', { crop: AREA }, { kind: 'still', height: 720, crop: AREA }],
  [
    'gif',
    { crop: AREA, animation: { width: 320, frameRate: 10 } },
    { kind: 'gif', crop: AREA, width: 320, frameRate: 10 },
  ],
])('the cutter gets the fit options: %s with %j', async (format, options, request) => {
  const prepared = await prepareClip(
    requestOf(format, options),
    VIDEO_CHOICE,
    VIDEO,
    sourceWithImageOf('image/png'),
    signal,
  )
  expect(prepared.cutRequest.spec).toEqual(request)
})

it('audio only has tags in every format, and an MP3 has its bitrate', async () => {
  const specOf = async (format: ClipFormat, options: ClipOptions = {}) =>
    (await prepareClip(requestOf(format, options), AUDIO_CHOICE, VIDEO, sourceWithImageOf('image/png'), signal))
      .cutRequest.spec
  for (const format of ['m4a', 'opus', 'flac', 'wav'] as const)
    expect(await specOf(format)).toMatchObject({ kind: format, tags: { title: 'Two lines', artist: 'A channel' } })
  expect(await specOf('mp3', { bitrate: '192k' })).toMatchObject({ bitrate: 192_000 })
  expect(await specOf('mp3', { bitrate: 'v2' })).toMatchObject({ bitrate: 'v2' })
})

it('no cover image is fetched for a clip with frames', async () => {
  const sourceWithoutImage = sourceWithImage(() => Promise.reject(new Error('asked')))
  const specOf = async (format: ClipFormat) =>
    (await prepareClip(requestOf(format), VIDEO_CHOICE, VIDEO, sourceWithoutImage, signal)).cutRequest.spec
  expect(await specOf('mp4')).toEqual({ kind: 'video', height: 720 })
  expect(await specOf('png')).toEqual({ kind: 'still', height: 720 })
  expect(await specOf('original')).toEqual({ kind: 'original' })
  expect(await specOf('gif')).toEqual({ kind: 'gif' })
  expect(await specOf('webp')).toEqual({ kind: 'webp' })
})
