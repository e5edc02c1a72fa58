import type { Video } from '@kerf/contract/video'
import { SUBTITLE_FORMS } from '@kerf/domain/captions/transcript'
import { CLIP_FORMATS, clipLabel } from '@kerf/domain/formats/clip-format'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { plainLine } from '@kerf/domain/text/plain-text'
import { choiceWords } from '#messages/clips/choices.ts'
import { readStored, store } from '../../browser/storage.ts'
import { type AskedOptions, OPTION_NAMES } from '../../data/ranges/asked-address.ts'
import { askedChoice, type ClipChoice, optionsInAddress } from '../../data/ranges/clip-choice.ts'
import type { ClipForm } from '../../data/ranges/clip-form.ts'
import { fitSummary } from '../../data/ranges/fit-words.ts'

/** What somebody makes clips with again and again. */
export interface Preset {
  name: string
  /** Quality and format; absent in those of an earlier version. */
  form?: ClipForm
  /** As an address spells it. */
  options: AskedOptions
}

export const MOST_PRESETS = 8
export const MAX_PRESET_NAME_LENGTH = 80

/** Options that belong to one video. */
const OF_A_VIDEO: readonly (typeof OPTION_NAMES)[number][] = ['track', 'captions', 'words']
const OF_PRESETS = OPTION_NAMES.filter((name) => !OF_A_VIDEO.includes(name))

type Choices = Pick<Video, 'captions' | 'audioTracks'> & Partial<Pick<Video, 'options'>>

/** What this browser stores; whatever is not a preset is left out. */
export function readPresets(): Preset[] {
  return parsePresets(readStored('presets'))
}

export function parsePresets(text: string | null): Preset[] {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(stored) ? stored.flatMap(presetOf).slice(0, MOST_PRESETS) : []
}

function presetOf(stored: unknown): Preset[] {
  if (typeof stored !== 'object' || stored === null) return []
  const { name, form, options } = stored as Record<string, unknown>
  const named = typeof name === 'string' ? plainLine(name, MAX_PRESET_NAME_LENGTH) : ''
  if (named === '' || typeof options !== 'object' || options === null) return []
  const known = OF_PRESETS.flatMap((option) => {
    const value = (options as Record<string, unknown>)[option]
    return typeof value === 'string' ? [[option, value] as const] : []
  })
  return [{ name: named, ...formOf(form), options: Object.fromEntries(known) }]
}

function formOf(stored: unknown): Pick<Preset, 'form'> {
  const { quality: storedQuality, format: storedFormat } = Object(stored) as Record<string, unknown>
  const quality = QUALITY_IDS.find((id) => id === storedQuality)
  const format = CLIP_FORMATS.find((name) => name === storedFormat)
  return quality && format ? { form: { quality, format } } : {}
}

const storePresets = (presets: readonly Preset[]): void =>
  store('presets', presets.length === 0 ? null : JSON.stringify(presets))

/** Stores one more, or another one of the same name, and answers all. With as many as there may be, nothing changes. */
export function savePreset(preset: Preset): Preset[] {
  const presets = readPresets()
  const index = presets.findIndex(({ name }) => name === preset.name)
  if (index >= 0) presets[index] = preset
  else if (presets.length < MOST_PRESETS) presets.push(preset)
  storePresets(presets)
  return presets
}

/** Deletes the one of this name, and answers the others. */
export function deletePreset(name: string): Preset[] {
  const presets = readPresets().filter((preset) => preset.name !== name)
  storePresets(presets)
  return presets
}

/** What a preset keeps of a choice: nothing that belongs to its video. */
export function optionsOfPreset(choice: ClipChoice): AskedOptions {
  return optionsInAddress({ ...choice, audioTrack: null, captions: null }, { captions: [], audioTracks: [] })
}

/** A choice with a preset applied, as far as the video allows; audio track and captions stay. */
export function withPreset(choice: ClipChoice, { options }: Preset, video: Choices): ClipChoice {
  const { audioTrack, captions } = choice
  return { ...askedChoice(options, video), audioTrack, captions }
}

/** `360p · 9:16 · 10 MB · Burned in`: what a preset is called unless somebody says; empty where nothing is chosen. */
export function presetSummary(form: ClipForm | undefined, choice: ClipChoice, aspect: number): string {
  const subtitles = SUBTITLE_FORMS.find((name) => name === choice.subtitles?.as)
  const parts = [
    form ? clipLabel(form) : '',
    fitSummary(choice.fit, aspect),
    subtitles ? choiceWords.forms[subtitles] : '',
  ]
  return plainLine(parts.filter((part) => part !== '').join(' · '), MAX_PRESET_NAME_LENGTH)
}

/** Equal presets have the same key, whatever they are called. */
export const presetKey = ({ form, options }: Omit<Preset, 'name'>): string =>
  JSON.stringify([form?.quality, form?.format, ...OF_PRESETS.map((name) => options[name])])
