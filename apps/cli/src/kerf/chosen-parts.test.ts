import { describe, expect, it } from 'vitest'
import { audioTrackOption, chooseCaptions, chooseParts } from './chosen-parts.ts'

const { signal } = new AbortController()
const captions = [
  { id: 'en', language: 'en', label: 'English', isAutomatic: false },
  { id: 'de-auto', language: 'de', label: 'German (automatic)', isAutomatic: true },
]
const audioTracks = [
  { id: 'en', language: 'en', label: 'English (original)', isOriginal: true },
  { id: 'de', language: 'de', label: 'German', isOriginal: false },
]
const chapters = [
  { title: 'Intro', startTime: 0, endTime: 12.5 },
  { title: 'The saw', startTime: 12.5, endTime: 60 },
  { title: 'The blade', startTime: 60, endTime: 90 },
  { title: '1', startTime: 90, endTime: 100 },
]
const requestedCaptions: string[] = []
type Video = Parameters<typeof chooseParts>[0]
const video: Video = {
  title: 'A talk',
  channel: null,
  durationSeconds: 100,
  hasVideo: true,
  hasAudio: true,
  range: {},
  qualities: [],
  renditions: [],
  captions,
  audioTracks,
  chapters,
  async readTranscript(id) {
    requestedCaptions.push(id)
    const words = ['Measure', 'twice,', 'cut', 'once.'].map((text, index) => ({ text, startTime: 20 + index / 2 }))
    const repetition = { startTime: 50, endTime: 52, text: 'Measure twice.' }
    return { ok: true, value: { language: 'en', cues: [{ startTime: 20, endTime: 22, text: '', words }, repetition] } }
  },
  plan: () => Promise.reject(new Error('not asked')),
  cut: () => Promise.reject(new Error('not asked')),
}
const emptyRequest = { chapters: [], words: [], subtitles: null, link: 'talk.mp4' }
const chapterParts = (...names: string[]) => chooseParts(video, { ...emptyRequest, chapters: names }, signal)
const partsSaying = (words: string[], captionsId: string | null = null, from = video) =>
  chooseParts(from, { ...emptyRequest, words, subtitles: { as: 'file', captions: captionsId } }, signal)

describe('a chapter', () => {
  it('is found by its title, its number, or a unique part of its title', async () => {
    const [, sawChapter, bladeChapter, lastChapter] = chapters.map(({ title: name, ...range }) => ({ name, ...range }))
    expect(await chapterParts('the SAW')).toEqual([sawChapter])
    expect(await chapterParts('3', 'saw')).toEqual([bladeChapter, sawChapter])
    // A matching title has priority over a matching number.
    expect(await chapterParts('1')).toEqual([lastChapter])
  })

  it.each([
    ['The hammer', 'This video has no chapter "The hammer". Use --info to see its chapters.'],
    ['9', 'This video has no chapter "9". Use --info to see its chapters.'],
    ['the', 'Several chapters are like "the": 2 The saw, 3 The blade. Use a number.'],
  ])('is refused if it is missing or ambiguous: %s', async (chapterTitle, message) => {
    await expect(chapterParts(chapterTitle)).rejects.toMatchObject({ code: 'no_chapter', message })
  })

  it('is refused if the video has no chapters', async () => {
    const videoWithoutChapters = { ...video, chapters: [] }
    const parts = chooseParts(videoWithoutChapters, { ...emptyRequest, chapters: ['1'] }, signal)
    await expect(parts).rejects.toMatchObject({
      code: 'no_chapters',
      message: 'This video has no chapters.',
    })
  })
})

describe('a spoken phrase', () => {
  it('is found at its first occurrence, from its first word to its last', async () => {
    expect(await partsSaying(['measure TWICE'])).toEqual([{ name: 'Measure twice,', startTime: 20, endTime: 21 }])
    expect(await partsSaying(['once', 'twice cut'])).toMatchObject([
      { startTime: 21.5 },
      { startTime: 20.5, endTime: 21.5 },
    ])
  })

  it('is searched in the chosen captions, or else in the best ones', async () => {
    requestedCaptions.length = 0
    await partsSaying(['cut'])
    await partsSaying(['cut'], 'de-auto')
    expect(requestedCaptions).toEqual(['en', 'de-auto'])
  })

  it('is refused with a sentence if it is missing or cannot be searched', async () => {
    await expect(partsSaying(['saw twice'])).rejects.toMatchObject({
      code: 'not_said',
      message: '"saw twice" is not in the captions en (English).',
    })
    const limitedVideo: Video = { ...video, readTranscript: async () => ({ ok: false, code: 'source_rate_limited' }) }
    await expect(partsSaying(['cut'], null, limitedVideo)).rejects.toMatchObject({ code: 'source_rate_limited' })
    await expect(partsSaying(['cut'], 'fr')).rejects.toMatchObject({
      code: 'no_captions',
      message: 'This video has no captions fr. It has en, de-auto.',
    })
  })

  it('is not searched if times are given', async () => {
    expect(await chooseParts(video, emptyRequest, signal)).toBeNull()
  })
})

it('the original audio track needs no option, and missing tracks and captions are refused', () => {
  expect([null, 'en', 'de'].map((id) => audioTrackOption(video, id))).toEqual([{}, {}, { audioTrack: 'de' }])
  expect(() => audioTrackOption(video, 'fr')).toThrow('This video has no audio track fr. It has en, de.')
  expect(() => audioTrackOption({ audioTracks: [] }, 'en')).toThrow('This video has no choice of audio tracks.')
  expect(() => chooseCaptions({ captions: [] }, null)).toThrow('This video has no captions.')
})
