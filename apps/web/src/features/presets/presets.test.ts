import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClipChoice, PLAIN_CLIP } from '../../data/ranges/clip-choice.ts'
import {
  deletePreset,
  MAX_PRESET_NAME_LENGTH,
  MAX_PRESETS,
  optionsOfPreset,
  parsePresets,
  presetKey,
  presetSummary,
  readPresets,
  savePreset,
  withPreset,
} from './presets.ts'

const CHOICE: ClipChoice = {
  audioTrack: 'de',
  captions: 'en-auto',
  subtitles: { as: 'burned', style: 'box' },
  fit: {
    crop: '9:16',
    maxBytes: 10_000_000,
    loudness: -14,
    fade: { audio: 0.5 },
    animation: { width: 320, frameRate: 10 },
  },
}
const VIDEO = {
  captions: [{ id: 'fr', language: 'fr', label: 'French', isAutomatic: false }],
  audioTracks: [],
  options: [],
}

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('presets', () => {
  it('contain all options of a choice except those of its video', () => {
    const options = optionsOfPreset(CHOICE)
    const fit = { crop: '9:16', max: '10MB', loudness: '-14', fade: '0,0.5', animation: '320,10' }
    expect(options).toEqual({ subtitles: 'burned-box', ...fit })
    const otherChoice: ClipChoice = { ...PLAIN_CLIP, captions: 'fr', fit: { crop: '1:1' } }
    expect(withPreset(otherChoice, { name: 'a', options }, VIDEO)).toEqual({
      audioTrack: null,
      captions: 'fr',
      subtitles: CHOICE.subtitles,
      fit: CHOICE.fit,
    })
  })

  it('leave out options that another video lacks', () => {
    const preset = { name: 'a', options: optionsOfPreset(CHOICE) }
    const silentVideo = { captions: [], audioTracks: [], options: [{ quality: 'audio', access: 'unavailable' }] }
    const appliedChoice = withPreset(PLAIN_CLIP, preset, silentVideo as unknown as typeof VIDEO)
    expect(appliedChoice.subtitles).toBeNull()
    expect(appliedChoice.fit).toEqual({ crop: '9:16', maxBytes: 10_000_000, animation: { width: 320, frameRate: 10 } })
  })

  it('are named after their choices by default', () => {
    expect(presetSummary({ quality: '720p', format: 'mp4' }, CHOICE, 16 / 9)).toMatch(
      /^720p · 9:16 · 10\sMB · −14\sLUFS · .+ · Burned in$/,
    )
    expect(presetSummary(undefined, PLAIN_CLIP, 16 / 9)).toBe('')
  })

  it('are stored in order, with unique names, and can be deleted', () => {
    savePreset({ name: 'a', options: { crop: '1:1' } })
    savePreset({ name: 'b', options: { crop: '9:16' } })
    expect(savePreset({ name: 'a', options: { max: '8MB' } })).toEqual([
      { name: 'a', options: { max: '8MB' } },
      { name: 'b', options: { crop: '9:16' } },
    ])
    expect(deletePreset('a')).toEqual([{ name: 'b', options: { crop: '9:16' } }])
    expect(readPresets()).toEqual([{ name: 'b', options: { crop: '9:16' } }])
    expect(deletePreset('b')).toEqual([])
    expect(localStorage.getItem('kerf:presets')).toBeNull()
  })

  it('are eight at most', () => {
    for (let index = 0; index < MAX_PRESETS + 3; index++) savePreset({ name: `${index}`, options: { crop: '1:1' } })
    expect(readPresets().map(({ name }) => name)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })

  it.each([
    null,
    '',
    'not JSON',
    '{}',
    '[1, null, "a", {}, {"name": 1, "options": {}}, {"name": " ", "options": {}}, {"name": "a"}]',
  ])('are empty if nothing valid is stored: %s', (text) => {
    expect(parsePresets(text)).toEqual([])
  })

  it.each([
    [
      { quality: 'audio', format: 'mp3' },
      { quality: 'audio', format: 'mp3' },
    ],
    [{ quality: '360p', format: 'swf' }, undefined],
    ['360p', undefined],
    [null, undefined],
  ])('have a known format only: %j', (form, parsedForm) => {
    expect(parsePresets(JSON.stringify([{ name: 'a', form, options: {} }]))[0]?.form).toEqual(parsedForm)
  })

  it('have no unknown options, and one-line names', () => {
    const name = `a\nb${'c'.repeat(100)}`
    const [preset] = parsePresets(JSON.stringify([{ name, options: { crop: '1:1', max: 3, words: 'x', track: 'y' } }]))
    expect(preset?.options).toEqual({ crop: '1:1' })
    expect(preset?.name).toMatch(/^a bc+$/)
    expect(preset?.name).toHaveLength(MAX_PRESET_NAME_LENGTH)
  })

  it('are equal if their formats and options are', () => {
    const [form, otherForm] = [
      { quality: '360p', format: 'mp4' },
      { quality: 'audio', format: 'mp3' },
    ] as const
    expect(presetKey({ form, options: { crop: '1:1', max: '8MB' } })).toBe(
      presetKey({ form: { ...form }, options: { max: '8MB', crop: '1:1' } }),
    )
    expect(presetKey({ options: { crop: '1:1' } })).not.toBe(presetKey({ options: { crop: '9:16' } }))
    expect(presetKey({ form, options: {} })).not.toBe(presetKey({ form: otherForm, options: {} }))
  })
})
