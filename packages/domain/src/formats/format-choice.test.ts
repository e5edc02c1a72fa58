import { describe, expect, it } from 'vitest'
import { chooseForm, originalForm } from './format-choice.ts'
import type { Rendition } from './rendition-choice.ts'

const picture = (id: string, videoCodec: string, height: number, frameRate = 30): Rendition => ({
  id,
  carries: 'video',
  container: /^(vp|av01)/.test(videoCodec) ? 'webm' : 'mp4',
  videoCodec,
  audioCodec: null,
  width: Math.round((height * 16) / 9),
  height,
  frameRate,
  bitrate: 1_000_000,
  sizeBytes: null,
  soundPreference: 0,
})
const sound = (id: string, audioCodec: string, bitrate: number): Rendition => ({
  ...picture(id, 'avc1', 360),
  carries: 'audio',
  videoCodec: null,
  audioCodec,
  bitrate,
})
const ALL = [
  picture('400', 'av01.0.12M.08', 1440),
  picture('313', 'vp09.00.50.08', 2160),
  picture('137', 'avc1.640028', 1080),
  picture('248', 'vp09.00.40.08', 1080),
  picture('399', 'av01.0.08M.08', 1080),
  picture('134', 'avc1.4d401e', 360),
  picture('243', 'vp09.00.21.08', 360),
  picture('160', 'avc1.4d400c', 144),
  sound('140', 'mp4a.40.2', 128_000),
  sound('251', 'opus', 136_000),
]
const ids = (choice: ReturnType<typeof chooseForm>) => choice && [choice.video?.id ?? null, choice.audio?.id ?? null]

describe('the codecs of the source', () => {
  it('are those that an MP4 would not have, with the sound that goes with them', () => {
    expect(ids(chooseForm(ALL, { quality: '1080p', format: 'original' }))).toEqual(['248', '251'])
    expect(ids(chooseForm(ALL, { quality: '2160p', format: 'original' }))).toEqual(['313', '251'])
    expect(originalForm(ALL, '1080p')).toEqual({ codec: 'VP9', container: 'webm' })
  })

  it('are H.264 with AAC where there is no other', () => {
    const plain = ALL.filter(({ id }) => ['137', '140', '251'].includes(id))
    expect(ids(chooseForm(plain, { quality: '1080p', format: 'original' }))).toEqual(['137', '140'])
    expect(originalForm(plain, '1080p')).toEqual({ codec: 'H.264', container: 'mp4' })
  })

  it('are offered in the sizes that the source has, and not scaled', () => {
    expect(chooseForm(ALL, { quality: '720p', format: 'original' })).toBeNull()
    expect(originalForm(ALL, '720p')).toBeNull()
    expect(chooseForm(ALL, { quality: 'audio', format: 'original' })).toBeNull()
  })

  it('are those of the one file, sound and all, where there is one', () => {
    const file: Rendition = { ...picture('file', 'h264', 1080), carries: 'both', audioCodec: 'aac' }
    expect(ids(chooseForm([file], { quality: '1080p', format: 'original' }))).toEqual(['file', 'file'])
    expect(originalForm([file], '1080p')).toEqual({ codec: 'H.264', container: 'mp4' })
    expect(originalForm([{ ...file, videoCodec: 'hevc' }], '1080p')).toBeNull()
  })
})

describe('moving pictures', () => {
  it('are made of the smallest picture that is wide enough, without sound', () => {
    expect(ids(chooseForm(ALL, { quality: '360p', format: 'gif' }))).toEqual(['134', null])
  })

  it('are made of the widest where all are narrow', () => {
    const narrow = [picture('a', 'avc1', 144), picture('b', 'avc1', 240)]
    expect(ids(chooseForm(narrow, { quality: '360p', format: 'webp' }))).toEqual(['b', null])
  })

  it('cannot be made of sound', () => {
    expect(chooseForm([sound('140', 'mp4a', 128_000)], { quality: '360p', format: 'gif' })).toBeNull()
  })
})

it('a still is of the picture alone, scaled where the source has none of its size', () => {
  expect(ids(chooseForm(ALL, { quality: '1080p', format: 'png' }))).toEqual(['137', null])
  expect(chooseForm(ALL, { quality: '720p', format: 'png' })).toMatchObject({ scaleToLines: 720, audio: null })
  expect(chooseForm([sound('140', 'mp4a', 128_000)], { quality: '1080p', format: 'png' })).toBeNull()
})
