import type { Receipt } from '@kerf/contract/download'
import { describe, expect, it } from 'vitest'
import { noteSentences, processingSentence, receiptParts } from './receipt-lines.ts'

const RECEIPT: Receipt = {
  frames: 2520,
  firstFrameSeconds: 607.2,
  lastFrameSeconds: 691.167,
  framesCopied: 2506,
  framesReencoded: 14,
  soundOffsetMilliseconds: -0.01,
  durationSeconds: 84,
  bytesFetched: 12_900_000,
  clipBytes: 12_300_000,
  wallMilliseconds: 2740,
  way: 'smart',
}
const receiptTexts = (receipt: Receipt) =>
  receiptParts(receipt, 'en').map(({ title, lines }) => [title, ...lines.map(({ term, value }) => `${term} ${value}`)])

describe('the receipt of a clip', () => {
  it('shows what the clip is, how exact it is, and what it cost', () => {
    expect(receiptTexts(RECEIPT)).toEqual([
      ['Your clip', 'Frames 2,520', 'First frame 10:07.200', 'Last frame 11:31.167', 'Length 1:24.000'],
      ['Accuracy', 'Original frames 2,506', 'Re-encoded frames 14', 'Audio offset 0.0 ms'],
      ['Processing', 'Data read 12.9 MB', 'Processing time 2.7 s'],
    ])
  })

  it('lists the parts of the source that the clip lacks', () => {
    const [clip] = receiptTexts({ ...RECEIPT, leftOut: ['alpha', 'other_audio', 'subtitles'] })
    expect(clip).toContain('Not included transparency, other audio tracks, subtitles')
  })

  it('names the times of unexpected media', () => {
    const notes = [
      { kind: 'begins_later' as const, seconds: 0.067 },
      { kind: 'ends_earlier' as const, seconds: 64.2 },
    ]
    expect(noteSentences({ ...RECEIPT, notes })).toEqual([
      'The first frame that can be shown is at 0:00.067.',
      'The recording breaks off at 1:04.200.',
    ])
    expect(noteSentences(RECEIPT)).toEqual([])
  })

  it('shows the audio track, subtitles and chapters of the clip', () => {
    const subtitles = { label: 'Deutsch', as: 'burned', cues: 1204 } as const
    const [clip] = receiptTexts({ ...RECEIPT, audioTrack: 'English', subtitles, chapters: 3 })
    expect(clip).toEqual([
      'Your clip',
      'Frames 2,520',
      'First frame 10:07.200',
      'Last frame 11:31.167',
      'Length 1:24.000',
      'Audio track English',
      'Subtitles Deutsch, burned in',
      'Lines of subtitles 1,204',
      'Chapters 3',
    ])
    expect(receiptTexts({ ...RECEIPT, subtitles: { ...subtitles, as: 'track' }, chapters: 0 })[0]).toContain(
      'Subtitles Deutsch, text track',
    )
  })

  it('leaves out rows that audio does not have, and zero re-encoded frames', () => {
    const audio: Receipt = {
      ...RECEIPT,
      frames: 0,
      firstFrameSeconds: null,
      lastFrameSeconds: null,
      soundOffsetMilliseconds: null,
      way: 'mp3',
    }
    expect(receiptTexts(audio)).toEqual([
      ['Your clip', 'Length 1:24.000'],
      ['Processing', 'Data read 12.9 MB', 'Processing time 2.7 s'],
    ])
    expect(receiptTexts({ ...RECEIPT, framesCopied: 2520, framesReencoded: 0 })[1]).toContain('Re-encoded frames 0')
  })

  it('lists the fit options, and the resulting size and loudness', () => {
    const receipt: Receipt = {
      ...RECEIPT,
      way: 'transcoded',
      size: { width: 608, height: 1080 },
      loudness: { before: -23.14, after: -14 },
    }
    expect(receiptTexts(receipt)[0]).toEqual(
      expect.arrayContaining(['Frame size 608 × 1080', 'Loudness −23.1 to −14.0 LUFS']),
    )
    const sentenceFor = (options: object) => processingSentence(receipt, { format: 'mp4', ...options })
    expect(sentenceFor({ crop: '9:16', maxBytes: 10_000_000, fade: { video: 1 } })).toBe(
      'Every frame was re-encoded: cropped, faded in and out, made to fit 10\u00a0MB.',
    )
    expect(sentenceFor({ loudness: -14, fade: { audio: 1 } })).toMatch(/no H\.264 video in this size/)
    expect(processingSentence(RECEIPT, { format: 'mp4', maxBytes: 10_000_000 })).toMatch(
      /^Only the frames at the edges/,
    )
  })
})
