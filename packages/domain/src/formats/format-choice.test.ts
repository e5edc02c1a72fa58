import { describe, expect, it } from 'vitest'
import { chooseForm, originalForm } from './format-choice.ts'
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
const ALL = [
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
const ids = (choice: ReturnType<typeof chooseForm>) => choice && [choice.video?.id ?? null, choice.audio?.id ?? null]

describe('the codecs of the source', () => {
  it('are those that an MP4 would not have, or H.264 with AAC where there is no other', () => {
    expect(ids(chooseForm(ALL, { quality: '1080p', format: 'original' }))).toEqual(['248', '251'])
    expect(ids(chooseForm(ALL, { quality: '2160p', format: 'original' }))).toEqual(['313', '251'])
    expect(originalForm(ALL, '1080p')).toEqual({ codec: 'VP9', container: 'webm' })
    const plain = ALL.filter(({ id }) => ['137', '140', '251'].includes(id))
    expect(ids(chooseForm(plain, { quality: '1080p', format: 'original' }))).toEqual(['137', '140'])
    expect(originalForm(plain, '1080p')).toEqual({ codec: 'H.264', container: 'mp4' })
  })

  it('are offered in the sizes that the source has, and not scaled', () => {
    expect(chooseForm(ALL, { quality: '720p', format: 'original' })).toBeNull()
    expect(originalForm(ALL, '720p')).toBeNull()
    expect(chooseForm(ALL, { quality: 'audio', format: 'original' })).toBeNull()
  })

  it('are those of the one file, audio and all, where there is one', () => {
    const file: Rendition = { ...frame('file', 'h264', 1080), carries: 'both', audioCodec: 'aac' }
    expect(ids(chooseForm([file], { quality: '1080p', format: 'original' }))).toEqual(['file', 'file'])
    expect(originalForm([file], '1080p')).toEqual({ codec: 'H.264', container: 'mp4' })
    expect(originalForm([{ ...file, videoCodec: 'hevc' }], '1080p')).toBeNull()
  })
})

it('moving images are made of the smallest video that is wide enough, else of the widest, and not of audio', () => {
  expect(ids(chooseForm(ALL, { quality: '360p', format: 'gif' }))).toEqual(['134', null])
  const narrow = [frame('a', 'avc1', 144), frame('b', 'avc1', 240)]
  expect(ids(chooseForm(narrow, { quality: '360p', format: 'webp' }))).toEqual(['b', null])
  expect(chooseForm([audio('140')], { quality: '360p', format: 'gif' })).toBeNull()
})

it('a still is of the image alone, scaled where the source has none of its size', () => {
  expect(ids(chooseForm(ALL, { quality: '1080p', format: 'png' }))).toEqual(['137', null])
  expect(chooseForm(ALL, { quality: '720p', format: 'png' })).toMatchObject({ scaleToHeight: 720, audio: null })
  expect(chooseForm([audio('140')], { quality: '1080p', format: 'png' })).toBeNull()
})
