import { describe, expect, it } from 'vitest'
import { audioTrackOption, captionsOf, chosenParts } from './chosen-parts.ts'

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
type Video = Parameters<typeof chosenParts>[0]
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
    const words = ['Measure', 'twice,', 'cut', 'once.'].map((text, at) => ({ text, startTime: 20 + at / 2 }))
    const twice = { startTime: 50, endTime: 52, text: 'Measure twice.' }
    return { ok: true, value: { language: 'en', cues: [{ startTime: 20, endTime: 22, text: '', words }, twice] } }
  },
  plan: () => Promise.reject(new Error('not asked')),
  cut: () => Promise.reject(new Error('not asked')),
}
const emptyRequest = { chapters: [], words: [], subtitles: null, link: 'talk.mp4' }
const chapterParts = (...names: string[]) => chosenParts(video, { ...emptyRequest, chapters: names }, signal)
const saying = (words: string[], captionsId: string | null = null, from = video) =>
  chosenParts(from, { ...emptyRequest, words, subtitles: { as: 'file', captions: captionsId } }, signal)

describe('a chapter', () => {
  it('is found by its title, its number, or what no other title has', async () => {
    const [, saw, blade, last] = chapters.map(({ title: name, ...range }) => ({ name, ...range }))
    expect(await chapterParts('the SAW')).toEqual([saw])
    expect(await chapterParts('3', 'saw')).toEqual([blade, saw])
    // The title of a chapter comes before the number of another.
    expect(await chapterParts('1')).toEqual([last])
  })

  it.each([
    ['The hammer', 'This video has no chapter "The hammer". Use --info to see its chapters.'],
    ['9', 'This video has no chapter "9". Use --info to see its chapters.'],
    ['the', 'Several chapters are like "the": 2 The saw, 3 The blade. Use a number.'],
  ])('that is not there, or not the only one, is refused: %s', async (named, message) => {
    await expect(chapterParts(named)).rejects.toMatchObject({ code: 'no_chapter', message })
  })

  it('of a video without chapters is refused', async () => {
    const videoWithoutChapters = { ...video, chapters: [] }
    const parts = chosenParts(videoWithoutChapters, { ...emptyRequest, chapters: ['1'] }, signal)
    await expect(parts).rejects.toMatchObject({
      code: 'no_chapters',
      message: 'This video has no chapters.',
    })
  })
})

describe('what is said', () => {
  it('is found where it is said first, from its first word to its last', async () => {
    expect(await saying(['measure TWICE'])).toEqual([{ name: 'Measure twice,', startTime: 20, endTime: 21 }])
    expect(await saying(['once', 'twice cut'])).toMatchObject([{ startTime: 21.5 }, { startTime: 20.5, endTime: 21.5 }])
  })

  it('is looked for in the captions that were named, or in the best', async () => {
    requestedCaptions.length = 0
    await saying(['cut'])
    await saying(['cut'], 'de-auto')
    expect(requestedCaptions).toEqual(['en', 'de-auto'])
  })

  it('and is not there, or cannot be read, is refused in a sentence', async () => {
    await expect(saying(['saw twice'])).rejects.toMatchObject({
      code: 'not_said',
      message: '"saw twice" is not in the captions en (English).',
    })
    const limitedVideo: Video = { ...video, readTranscript: async () => ({ ok: false, code: 'source_rate_limited' }) }
    await expect(saying(['cut'], null, limitedVideo)).rejects.toMatchObject({ code: 'source_rate_limited' })
    await expect(saying(['cut'], 'fr')).rejects.toMatchObject({
      code: 'no_captions',
      message: 'This video has no captions fr. It has en, de-auto.',
    })
  })

  it('is nothing where times were named', async () => {
    expect(await chosenParts(video, emptyRequest, signal)).toBeNull()
  })
})

it('the original audio track goes without saying, and what is not there is refused', () => {
  expect([null, 'en', 'de'].map((id) => audioTrackOption(video, id))).toEqual([{}, {}, { audioTrack: 'de' }])
  expect(() => audioTrackOption(video, 'fr')).toThrow('This video has no audio track fr. It has en, de.')
  expect(() => audioTrackOption({ audioTracks: [] }, 'en')).toThrow('This video has no choice of audio tracks.')
  expect(() => captionsOf({ captions: [] }, null)).toThrow('This video has no captions.')
})
