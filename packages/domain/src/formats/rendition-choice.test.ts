import { describe, expect, it } from 'vitest'
import { chooseClipRenditions } from './format-choice.ts'
import {
  chooseRenditions,
  qualityLabel,
  type Rendition,
  renditionForWaveform,
  renditionToShow,
} from './rendition-choice.ts'
import { audio, rendition } from './testing/renditions.ts'

const YOUTUBE = [
  rendition('18', { carries: 'both', audioCodec: 'mp4a.40.2', width: 640, height: 360 }),
  rendition('134', { width: 640, height: 360 }),
  rendition('135', { width: 854, height: 480 }),
  rendition('137', { width: 1920, height: 1080 }),
  rendition('248', { videoCodec: 'vp9', container: 'webm', width: 1920, height: 1080 }),
  rendition('313', { videoCodec: 'vp9', container: 'webm', width: 3840, height: 2160 }),
  audio('140'),
  audio('251', { container: 'webm', audioCodec: 'opus', bitrate: 160_000 }),
]
const ids = (choice: ReturnType<typeof chooseRenditions>) =>
  choice && [choice.video?.id ?? null, choice.audio?.id ?? null, choice.scaleToHeight]

describe('the renditions for a quality', () => {
  it('are H.264 and AAC of that size, else VP9, else the next larger H.264', () => {
    expect(ids(chooseRenditions(YOUTUBE, '1080p'))).toEqual(['137', '140', null])
    expect(ids(chooseRenditions(YOUTUBE, '480p'))).toEqual(['135', '140', null])
    expect(ids(chooseRenditions(YOUTUBE, '360p'))).toEqual(['134', '140', null])
    expect(ids(chooseRenditions(YOUTUBE, '2160p'))).toEqual(['313', '140', null])
    expect(ids(chooseRenditions(YOUTUBE, '720p'))).toEqual(['137', '140', 720])
  })

  it('are the best audio-only one for audio, in the original language', () => {
    expect(ids(chooseRenditions(YOUTUBE, 'audio'))).toEqual([null, '251', null])
    const dubbed = [audio('dub', { audioPreference: -1, bitrate: 256_000 }), audio('original', { audioPreference: 10 })]
    expect(ids(chooseRenditions(dubbed, 'audio'))).toEqual([null, 'original', null])
  })

  it('are a single muxed file if there is nothing else', () => {
    const only18 = YOUTUBE.filter(({ id }) => id === '18')
    expect(ids(chooseRenditions(only18, '360p'))).toEqual(['18', '18', null])
    expect(ids(chooseRenditions(only18, 'audio'))).toEqual([null, '18', null])
  })

  it("are absent above the video's size, and silent for a silent video", () => {
    expect(chooseRenditions(YOUTUBE.slice(0, 2), '480p')).toBeNull()
    expect(chooseRenditions([audio('140')], '360p')).toBeNull()
    expect(chooseRenditions([rendition('silent', { width: 640, height: 360 })], 'audio')).toBeNull()
    expect(ids(chooseRenditions([rendition('silent', { width: 640, height: 360 })], '360p'))).toEqual([
      'silent',
      null,
      null,
    ])
  })

  it('follow the width of a widescreen video, which is never enlarged', () => {
    const wideRenditions = [
      rendition('137', { width: 1920, height: 800 }),
      rendition('136', { width: 1280, height: 534 }),
      rendition('313', { videoCodec: 'vp9', container: 'webm', width: 3840, height: 1600 }),
      rendition('140', { carries: 'audio', audioCodec: 'mp4a.40.2' }),
    ]
    const chosen = (quality: '2160p' | '1080p' | '720p' | '480p') => {
      const choice = chooseRenditions(wideRenditions, quality)
      return choice && [choice.video?.id, choice.scaleToHeight]
    }
    expect([chosen('2160p'), chosen('1080p'), chosen('720p')]).toEqual([
      ['313', null],
      ['137', null],
      ['136', null],
    ])
    expect(chosen('480p')).toEqual(['136', 356])
  })

  it('are the only ones of a video smaller than every quality', () => {
    const smallRenditions = [
      rendition('133', { width: 320, height: 240 }),
      rendition('160', { width: 192, height: 144 }),
      audio('140'),
    ]
    expect(ids(chooseRenditions(smallRenditions, '360p'))).toEqual(['133', '140', null])
    expect([qualityLabel(smallRenditions, '360p'), qualityLabel(YOUTUBE, '360p')]).toEqual(['240p', '360p'])
    expect(chooseRenditions(smallRenditions, '480p')).toBeNull()
    expect(ids(chooseClipRenditions(smallRenditions, { quality: '360p', format: 'original' }))).toEqual([
      '133',
      '140',
      null,
    ])
    const wideRenditions = [rendition('film', { width: 426, height: 180 })]
    expect([ids(chooseRenditions(wideRenditions, '360p')), qualityLabel(wideRenditions, '360p')]).toEqual([
      ['film', null, null],
      '240p',
    ])
  })

  it("are the video's largest ones above 1080p if it has less than 2160p", () => {
    const highRenditions = [
      rendition('400', { videoCodec: 'av01.0.12M.08', width: 2560, height: 1440 }),
      rendition('137', { width: 1920, height: 1080 }),
      audio('140'),
    ]
    expect(ids(chooseRenditions(highRenditions, '2160p'))).toEqual(['400', '140', null])
    expect([qualityLabel(highRenditions, '2160p'), qualityLabel(highRenditions, '1080p')]).toEqual([
      '1440p',
      '1080p (HD)',
    ])
    expect(
      ids(chooseClipRenditions(highRenditions, { quality: '2160p', format: 'original' }, { container: 'mp4' })),
    ).toEqual(['400', '140', null])
    // A 21:9 film with a height of 1080 counts as 1440p by its width, but its height is 1080 already.
    expect(chooseRenditions([rendition('film', { width: 2560, height: 1080 })], '2160p')).toBeNull()
    expect(qualityLabel(YOUTUBE, '2160p')).toBe('4K 2160p')
  })

  it('follow the shorter side of an upright video', () => {
    const upright = [rendition('short', { width: 1080, height: 1920 }), audio('140')]
    expect(ids(chooseRenditions(upright, '1080p'))).toEqual(['short', '140', null])
  })
})

it('the waveform comes from the smallest separate rendition of the expected audio', () => {
  const smallRendition = audio('249', { container: 'webm', audioCodec: 'opus', bitrate: 50_000 })
  const dub = audio('dub', { bitrate: 30_000, audioPreference: -10 })
  const unknownRendition = audio('unknown', { bitrate: null })
  expect(renditionForWaveform([...YOUTUBE, unknownRendition, smallRendition, dub])?.id).toBe('249')
  expect(renditionForWaveform(YOUTUBE.filter(({ carries }) => carries !== 'audio'))?.id).toBe('18')
  expect(renditionForWaveform([rendition('silent', {})])).toBeNull()
})

describe('the rendition for the frames beside the timeline', () => {
  const at = (id: string, height: number, frameRate: number | null, facts: Partial<Rendition> = {}) =>
    rendition(id, { height, width: Math.round((height * 16) / 9), frameRate, ...facts })

  it("is the smallest from 360p with the frame times of the clip's, preferably H.264", () => {
    const renditions = [at('160', 144, 30), at('134', 360, 30), at('136', 720, 30), at('137', 1080, 30), audio('140')]
    expect(renditionToShow(renditions)?.id).toBe('134')
    expect(renditionToShow([at('243', 360, 30, { videoCodec: 'vp9' }), ...renditions])?.id).toBe('134')
    expect(renditionToShow([at('160', 144, 30), at('133', 240, 30)])?.id).toBe('133')
    expect(renditionToShow([audio('140')])).toBeNull()
  })

  it('is a larger one if smaller ones have fewer frames', () => {
    const fastRenditions = [at('134', 360, 30), at('298', 720, 60), at('299', 1080, 60)]
    expect(renditionToShow(fastRenditions)?.id).toBe('298')
    expect(renditionToShow(fastRenditions, '360p')?.id).toBe('134')
    expect(renditionToShow([at('a', 360, 29.97), at('b', 1080, 30)])?.id).toBe('b')
    expect(renditionToShow([at('a', 360, null), at('b', 1080, null)])?.id).toBe('b')
  })
})
