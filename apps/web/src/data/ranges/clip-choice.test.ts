import { describe, expect, it } from 'vitest'
import {
  type ClipChoice,
  isAsChosen,
  optionsForFormat,
  optionsInAddress,
  optionsOfClip,
  readChoice,
} from './clip-choice.ts'

const video = {
  captions: ['en', 'de'].map((id) => ({ id, language: id, label: id, isAutomatic: false })),
  audioTracks: [
    { id: 'en', language: 'en', label: 'English', isOriginal: true },
    { id: 'de', language: 'de', label: 'Deutsch', isOriginal: false },
  ],
}
const BARE_VIDEO = { captions: [], audioTracks: [] }
const choiceOf = (options: Parameters<typeof readChoice>[0], videoFacts = video) => readChoice(options, videoFacts)

describe('the choices for a video', () => {
  it('are the original, the best captions and no subtitles by default, or if others are missing', () => {
    const plainChoice = { audioTrack: null, captions: 'en', subtitles: null, fit: {} }
    expect(choiceOf({})).toEqual(plainChoice)
    expect(choiceOf({ track: 'fr', captions: 'fr', subtitles: 'painted' })).toEqual(plainChoice)
    expect(choiceOf({ track: 'en' })).toEqual(plainChoice)
    expect(
      choiceOf({ track: 'de', captions: 'de', subtitles: 'track' }, BARE_VIDEO as unknown as typeof video),
    ).toEqual({
      audioTrack: null,
      captions: null,
      subtitles: null,
      fit: {},
    })
  })

  it('survive the trip through an address, without defaults', () => {
    const fit = {}
    const choices: [Parameters<typeof readChoice>[0], ClipChoice][] = [
      [{}, { audioTrack: null, captions: 'en', subtitles: null, fit }],
      [{ captions: 'de' }, { audioTrack: null, captions: 'de', subtitles: null, fit }],
      [
        { track: 'de', captions: 'en', subtitles: 'file' },
        { audioTrack: 'de', captions: 'en', subtitles: { as: 'file', style: 'outline' }, fit },
      ],
      [
        { captions: 'de', subtitles: 'burned-yellow' },
        { audioTrack: null, captions: 'de', subtitles: { as: 'burned', style: 'yellow' }, fit },
      ],
    ]
    for (const [address, choice] of choices) {
      expect(optionsInAddress(choice, video)).toEqual(address)
      expect(choiceOf(address)).toEqual(choice)
    }
  })
})

describe('the options of a requested clip', () => {
  const burnedChoice = choiceOf({ track: 'de', captions: 'de', subtitles: 'burned-box' })
  const trackChoice = choiceOf({ subtitles: 'track' })

  it('include the choices that the format supports', () => {
    const subtitles = { captions: 'de', as: 'burned', style: 'box' }
    expect(optionsForFormat(burnedChoice, 'mp4')).toEqual({ audioTrack: 'de', subtitles })
    for (const format of ['original', 'mp3'] as const)
      expect(optionsForFormat(burnedChoice, format)).toEqual({ audioTrack: 'de' })
    for (const format of ['gif', 'webp', 'png'] as const) expect(optionsForFormat(burnedChoice, format)).toEqual({})
    for (const format of ['mp4', 'original'] as const)
      expect(optionsForFormat(trackChoice, format)).toEqual({ subtitles: { captions: 'en', as: 'track' } })
    expect(optionsForFormat(trackChoice, 'mp3')).toEqual({})
  })

  it('identify a finished clip, and are restored from it for a recut', () => {
    const clip = { format: 'mp4', audioTrack: 'de', subtitles: { captions: 'de', as: 'burned', style: 'box' } } as const
    expect(isAsChosen(clip, burnedChoice)).toBe(true)
    expect(isAsChosen(clip, choiceOf({ track: 'de', captions: 'de', subtitles: 'burned' }))).toBe(false)
    expect(isAsChosen(clip, choiceOf({ captions: 'de', subtitles: 'burned-box' }))).toBe(false)
    expect(isAsChosen({ ...clip, subtitles: null }, choiceOf({ track: 'de' }))).toBe(true)
    expect(isAsChosen({ format: 'mp3', audioTrack: 'de', subtitles: null }, burnedChoice)).toBe(true)
    expect(isAsChosen({ format: 'png', audioTrack: null, subtitles: null }, burnedChoice)).toBe(true)
    expect(optionsOfClip(clip)).toEqual({ track: 'de', captions: 'de', subtitles: 'burned-box' })
    expect(optionsOfClip({ audioTrack: null, subtitles: { captions: 'en', as: 'file' } })).toEqual({
      captions: 'en',
      subtitles: 'file',
    })
  })

  const fittedChoice = choiceOf({ crop: '9:16', max: '10MB', loudness: '-14', fade: '0.5,1', animation: '320,10' })

  it('include the fit options that the format supports, and identify it', () => {
    const videoFit = { crop: '9:16', loudness: -14, fade: { video: 0.5, audio: 1 } }
    expect(optionsForFormat(fittedChoice, 'mp4')).toEqual({ ...videoFit, maxBytes: 10_000_000 })
    for (const format of ['original', 'mp3'] as const)
      expect(optionsForFormat(fittedChoice, format)).toEqual({ loudness: -14, fade: { audio: 1 } })
    expect(optionsForFormat(fittedChoice, 'gif')).toEqual({ crop: '9:16', animation: { width: 320, frameRate: 10 } })
    expect(optionsForFormat(fittedChoice, 'png')).toEqual({ crop: '9:16' })

    const plainClip = { audioTrack: null, subtitles: null }
    const clip = { ...plainClip, ...optionsForFormat(fittedChoice, 'mp4'), format: 'mp4' } as const
    expect(isAsChosen(clip, fittedChoice)).toBe(true)
    expect(isAsChosen({ ...clip, maxBytes: 8_000_000 }, fittedChoice)).toBe(false)
    expect(isAsChosen({ ...plainClip, format: 'mp4' }, fittedChoice)).toBe(false)
    expect(isAsChosen({ ...plainClip, format: 'mp3', loudness: -14, fade: { audio: 1 } }, fittedChoice)).toBe(true)
    expect(optionsOfClip(clip)).toEqual({ crop: '9:16', max: '10MB', loudness: '-14', fade: '0.5,1' })
  })
})
