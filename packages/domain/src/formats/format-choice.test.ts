import { describe, expect, it } from 'vitest'
import { CLIP_FORMATS, isAudio } from './clip-format.ts'
import { chooseClipRenditions, originalCodecAndContainer } from './format-choice.ts'
import type { Rendition } from './rendition-choice.ts'
import { audio, rendition } from './testing/renditions.ts'

const frame = (id: string, videoCodec: string, height: number, frameRate = 30) =>
  rendition(id, {
    container: /^(vp|av01)/.test(videoCodec) ? 'webm' : 'mp4',
    videoCodec,
    width: Math.round((height * 16) / 9),
    height,
    frameRate,
  })
const RENDITIONS = [
  frame('400', 'av01.0.12M.08', 1440),
  frame('313', 'vp09.00.50.08', 2160),
  frame('137', 'avc1.640028', 1080),
  frame('248', 'vp09.00.40.08', 1080),
  frame('399', 'av01.0.08M.08', 1080),
  frame('134', 'avc1.4d401e', 360),
  frame('243', 'vp09.00.21.08', 360),
  frame('160', 'avc1.4d400c', 144),
  audio('140'),
  audio('251', { audioCodec: 'opus', bitrate: 136_000 }),
]
const ids = (choice: ReturnType<typeof chooseClipRenditions>) =>
  choice && [choice.video?.id ?? null, choice.audio?.id ?? null]

describe('the source codecs', () => {
  it('are those that an MP4 would not have, or else H.264 with AAC', () => {
    expect(ids(chooseClipRenditions(RENDITIONS, { quality: '1080p', format: 'original' }))).toEqual(['248', '251'])
    expect(ids(chooseClipRenditions(RENDITIONS, { quality: '2160p', format: 'original' }))).toEqual(['313', '251'])
    expect(originalCodecAndContainer(RENDITIONS, '1080p')).toEqual({ codec: 'VP9', container: 'webm' })
    const h264Renditions = RENDITIONS.filter(({ id }) => ['137', '140', '251'].includes(id))
    expect(ids(chooseClipRenditions(h264Renditions, { quality: '1080p', format: 'original' }))).toEqual(['137', '140'])
    expect(originalCodecAndContainer(h264Renditions, '1080p')).toEqual({ codec: 'H.264', container: 'mp4' })
  })

  it("are offered only in the source's own sizes", () => {
    expect(chooseClipRenditions(RENDITIONS, { quality: '720p', format: 'original' })).toBeNull()
    expect(originalCodecAndContainer(RENDITIONS, '720p')).toBeNull()
    expect(chooseClipRenditions(RENDITIONS, { quality: 'audio', format: 'original' })).toBeNull()
  })

  it('include the audio of a single muxed file', () => {
    const file: Rendition = { ...frame('file', 'h264', 1080), carries: 'both', audioCodec: 'aac' }
    expect(ids(chooseClipRenditions([file], { quality: '1080p', format: 'original' }))).toEqual(['file', 'file'])
    expect(originalCodecAndContainer([file], '1080p')).toEqual({ codec: 'H.264', container: 'mp4' })
    expect(originalCodecAndContainer([{ ...file, videoCodec: 'hevc' }], '1080p')).toBeNull()
  })
})

it('an animation uses the smallest video that is wide enough, else the widest, without audio', () => {
  expect(ids(chooseClipRenditions(RENDITIONS, { quality: '360p', format: 'gif' }))).toEqual(['134', null])
  const animation = { width: 720, frameRate: 12 }
  expect(ids(chooseClipRenditions(RENDITIONS, { quality: '360p', format: 'gif' }, { animation }))).toEqual([
    '137',
    null,
  ])
  const narrowRenditions = [frame('a', 'avc1', 144), frame('b', 'avc1', 240)]
  expect(ids(chooseClipRenditions(narrowRenditions, { quality: '360p', format: 'webp' }))).toEqual(['b', null])
  expect(chooseClipRenditions([audio('140')], { quality: '360p', format: 'gif' })).toBeNull()
})

it('a still uses only video, scaled if the source has no such size', () => {
  expect(ids(chooseClipRenditions(RENDITIONS, { quality: '1080p', format: 'png' }))).toEqual(['137', null])
  expect(chooseClipRenditions(RENDITIONS, { quality: '720p', format: 'png' })).toMatchObject({
    scaleToHeight: 720,
    audio: null,
  })
  expect(chooseClipRenditions([audio('140')], { quality: '1080p', format: 'png' })).toBeNull()
})

it('an audio clip uses audio that can be copied, else the best audio', () => {
  const renditions = [
    audio('140', { bitrate: 129_000 }),
    audio('251', { audioCodec: 'opus', bitrate: 136_000 }),
    audio('vorbis', { audioCodec: 'vorbis', bitrate: 192_000 }),
  ]
  const chosen = CLIP_FORMATS.filter(isAudio).map((format) => [
    format,
    chooseClipRenditions(renditions, { quality: 'audio', format })?.audio?.id,
  ])
  expect(Object.fromEntries(chosen)).toEqual({ mp3: 'vorbis', m4a: '140', opus: '251', flac: 'vorbis', wav: 'vorbis' })
  expect(
    chooseClipRenditions([rendition('silent', { audioCodec: null })], { quality: 'audio', format: 'm4a' }),
  ).toBeNull()
})

describe('with several audio tracks,', () => {
  const dubbed = [
    ...RENDITIONS.filter(({ carries }) => carries === 'video'),
    rendition('18', {
      ...frame('', 'avc1.42001E', 360),
      id: '18',
      carries: 'both',
      audioCodec: 'mp4a',
      audioTrack: 'en',
    }),
    audio('140-en', { audioTrack: 'en', audioPreference: 10 }),
    audio('140-de', { audioTrack: 'de', audioPreference: -1 }),
    audio('251-de', { audioTrack: 'de', audioPreference: -1, audioCodec: 'opus', bitrate: 136_000 }),
  ]
  const mp4 = { quality: '1080p', format: 'mp4' } as const

  it('a clip has the chosen track, or else the original', () => {
    expect(ids(chooseClipRenditions(dubbed, mp4, { audioTrack: 'de' }))).toEqual(['137', '140-de'])
    expect(ids(chooseClipRenditions(dubbed, mp4))).toEqual(['137', '140-en'])
    expect(ids(chooseClipRenditions(dubbed, mp4, { audioTrack: 'en' }))).toEqual(['137', '140-en'])
    expect(ids(chooseClipRenditions(dubbed, { quality: '1080p', format: 'original' }, { audioTrack: 'de' }))).toEqual([
      '248',
      '251-de',
    ])
    expect(ids(chooseClipRenditions(dubbed, { quality: 'audio', format: 'mp3' }, { audioTrack: 'de' }))).toEqual([
      null,
      '251-de',
    ])
  })

  it('a missing track gives no clip', () => {
    for (const form of [mp4, { quality: '1080p', format: 'original' }, { quality: 'audio', format: 'mp3' }] as const)
      expect(chooseClipRenditions(dubbed, form, { audioTrack: 'fr' })).toBeNull()
  })

  it('a muxed file with the original gives its video to another track, but not its audio', () => {
    const muxed = dubbed.filter(({ id }) => ['18', '140-de'].includes(id))
    const smallForm = { quality: '360p', format: 'mp4' } as const
    expect(ids(chooseClipRenditions(muxed, smallForm))).toEqual(['18', '18'])
    expect(ids(chooseClipRenditions(muxed, smallForm, { audioTrack: 'de' }))).toEqual(['18', '140-de'])
    const unnamed = muxed.map(({ audioTrack, ...rendition }) =>
      rendition.id === '18' ? rendition : { ...rendition, audioTrack: 'de' },
    )
    expect(ids(chooseClipRenditions(unnamed, smallForm))).toEqual(['18', '18'])
    expect(ids(chooseClipRenditions(unnamed, { quality: 'audio', format: 'mp3' }))).toEqual([null, '18'])
  })

  it('a file with all tracks is used for each', () => {
    const file = { ...frame('file', 'avc1', 1080), carries: 'both', audioCodec: 'aac' } as const
    expect(ids(chooseClipRenditions([file], mp4, { audioTrack: 'track-2' }))).toEqual(['file', 'file'])
  })
})
