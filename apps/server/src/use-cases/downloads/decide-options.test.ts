import type { FitOptions } from '@kerf/contract/download'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
import { describe, expect, it } from 'vitest'
import { DUBBED_VIDEO, RESOLVED_VIDEO } from '../testing/test-backend.ts'
import { decideOptions } from './decide-options.ts'

const [H264] = RESOLVED_VIDEO.renditions as [(typeof RESOLVED_VIDEO.renditions)[number]]
const VP9 = { ...H264, id: '243', carries: 'video' as const, videoCodec: 'vp09.00.21.08', audioCodec: null }
const SILENT_RENDITIONS = [{ ...H264, carries: 'video' as const, audioCodec: null }]
const RANGES = [{ startTime: 10, endTime: 11.5 }]
const FORMS = {
  mp4: { quality: '360p', format: 'mp4' },
  mp3: { quality: 'audio', format: 'mp3' },
  original: { quality: '360p', format: 'original' },
  gif: { quality: '360p', format: 'gif' },
  png: { quality: '360p', format: 'png' },
} as const satisfies Record<string, ClipForm>
type Format = keyof typeof FORMS

const decideOptionsOf = (
  format: Format,
  requestedFit: FitOptions,
  renditions = RESOLVED_VIDEO.renditions,
  ranges = RANGES,
) => decideOptions({ renditions }, FORMS[format], ranges, requestedFit)
const decidedOptions = (...decideArguments: Parameters<typeof decideOptionsOf>) => {
  const outcome = decideOptionsOf(...decideArguments)
  if (!outcome.ok) throw new Error(outcome.meaning)
  return outcome.value.options
}
const cropOf = (left: number, top: number, width: number, height: number) => ({ crop: { left, top, width, height } })

describe('a request for a clip', () => {
  it.each<[Format, FitOptions, FitOptions]>([
    ['mp4', { maxBytes: 10_000_000, crop: '9:16' }, { maxBytes: 10_000_000, crop: '9:16' }],
    ['mp4', cropOf(0.25001, 0, 0.49999, 1), cropOf(0.25, 0, 0.5, 1)],
    ['mp4', { loudness: -14.04 }, { loudness: -14 }],
    ['mp4', { fade: { video: 0.5004, audio: 0.75 } }, { fade: { video: 0.5, audio: 0.75 } }],
    [
      'mp3',
      { bitrate: 'v2', loudness: -16, fade: { audio: 0.3 } },
      { bitrate: 'v2', loudness: -16, fade: { audio: 0.3 } },
    ],
    ['gif', { animation: { width: 480, frameRate: 12 } }, { animation: { width: 480, frameRate: 12 } }],
    ['png', { crop: '1:1' }, { crop: '1:1' }],
  ])('as %s with %j is accepted', (format, requestedFit, options) => {
    expect(decidedOptions(format, requestedFit)).toEqual(options)
  })

  it.each<[Format, FitOptions]>([
    ['mp4', cropOf(0, 0, 1, 1)],
    ['mp4', cropOf(0.00001, 0, 0.99999, 1)],
    ['mp4', { fade: {} }],
    ['mp3', { bitrate: '320k' }],
    ['original', { container: 'mp4' }],
  ])('as %s with %j gets the plain clip', (format, requestedFit) => {
    expect(decidedOptions(format, requestedFit)).toEqual({})
  })

  it('as an MP4 with the source codec is kept if the default is WebM', () => {
    expect(decidedOptions('original', { container: 'mp4' }, [...RESOLVED_VIDEO.renditions, VP9])).toEqual({
      container: 'mp4',
    })
  })

  it('may have a language, subtitles and a size limit at once', () => {
    const subtitles = { captions: 'en', as: 'burned' } as const
    const outcome = decideOptions(DUBBED_VIDEO, FORMS.mp4, RANGES, { audioTrack: 'de', subtitles, maxBytes: 8_000_000 })
    const burned = { ...subtitles, style: 'outline' }
    expect(outcome).toMatchObject({ value: { options: { audioTrack: 'de', subtitles: burned, maxBytes: 8_000_000 } } })
  })
})

it.each<[Format, FitOptions, string]>([
  ['mp3', { maxBytes: 1_000_000 }, '"maxBytes" is offered with format mp4, not mp3.'],
  ['original', { maxBytes: 1_000_000 }, '"maxBytes" is offered with format mp4, not original.'],
  ['mp3', { crop: '1:1' }, '"crop" is offered with format mp4, gif, webp, png, not mp3.'],
  ['original', { fade: { video: 0.5 } }, '"fade.video" is offered with format mp4, not original.'],
  ['mp4', { bitrate: '128k' }, '"bitrate" is offered with format mp3, not mp4.'],
  ['mp4', { animation: { width: 480, frameRate: 12 } }, '"animation" is offered with format gif, webp, not mp4.'],
  ['mp4', { container: 'mp4' }, '"container" is offered with format original, not mp4.'],
  ['mp4', { fade: { video: 0.751 } }, '"fade.video" must be at most half of the clip: 0.75 seconds.'],
  ['mp3', { fade: { audio: 2 } }, '"fade.audio" must be at most half of the clip: 0.75 seconds.'],
  ['mp4', cropOf(0.6, 0, 0.5, 1), '"crop" must be inside the frame, and at least 0.05 of its width and of its height.'],
  ['png', cropOf(0, 0, 0.04, 1), '"crop" must be inside the frame, and at least 0.05 of its width and of its height.'],
])('a clip as %s with %j is refused: %s', (format, requestedFit, meaning) => {
  expect(decideOptionsOf(format, requestedFit)).toEqual({ ok: false, code: 'invalid_request', meaning })
})

it('loudness and audio fades of a GIF or a silent video are refused', () => {
  expect(decideOptionsOf('gif', { loudness: -14 })).toMatchObject({
    meaning: expect.stringMatching(/^"loudness" .* not gif\.$/),
  })
  const refuseSilent = (requestedFit: FitOptions) => decideOptionsOf('mp4', requestedFit, SILENT_RENDITIONS)
  expect(refuseSilent({ loudness: -14 })).toMatchObject({
    meaning: '"loudness" must be left out: this video has no audio.',
  })
  expect(refuseSilent({ fade: { audio: 0.5 } })).toMatchObject({
    meaning: '"fade.audio" must be left out: this video has no audio.',
  })
  expect(decidedOptions('mp4', { fade: { video: 0.5 } }, SILENT_RENDITIONS)).toEqual({ fade: { video: 0.5 } })
})

it('a joined clip fades over up to half of all its ranges', () => {
  const ranges = [...RANGES, { startTime: 20, endTime: 22.5 }]
  expect(decidedOptions('mp4', { fade: { video: 2 } }, RESOLVED_VIDEO.renditions, ranges)).toEqual({
    fade: { video: 2 },
  })
})
