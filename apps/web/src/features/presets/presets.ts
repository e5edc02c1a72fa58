import type { Video } from '@kerf/contract/video'
import { SUBTITLE_KINDS } from '@kerf/domain/captions/transcript'
import { CLIP_FORMATS, clipLabel } from '@kerf/domain/formats/clip-format'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import { plainLine } from '@kerf/domain/text/plain-text'
import { choiceWords } from '#messages/clips/choices.ts'
import { readStored, store } from '../../browser/storage.ts'
import { type ClipChoice, optionsInAddress, readChoice } from '../../data/ranges/clip-choice.ts'
import { fitSummary } from '../../data/ranges/fit-summary.ts'
import { OPTION_NAMES, type UrlOptions } from '../../data/ranges/trim-address.ts'

/** Named form and options for clips, stored in this browser. */
export interface Preset {
  name: string
  /** Quality and format; absent where the stored preset has none. */
  form?: ClipForm
  /** Options in the spelling of the page's address. */
  options: UrlOptions
}

export const MAX_PRESETS = 8
export const MAX_PRESET_NAME_LENGTH = 80

/** Names of options that belong to one video. Presets do not store them. */
const VIDEO_OPTIONS: readonly (typeof OPTION_NAMES)[number][] = ['track', 'captions', 'words']
const PRESET_OPTIONS = OPTION_NAMES.filter((name) => !VIDEO_OPTIONS.includes(name))

type AvailableChoices = Pick<Video, 'captions' | 'audioTracks'> & Partial<Pick<Video, 'options'>>

/** Presets that this browser stores. Malformed entries are left out. */
export function readPresets(): Preset[] {
  return parsePresets(readStored('presets'))
}

export function parsePresets(text: string | null): Preset[] {
  let storedValue: unknown
  try {
    storedValue = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(storedValue) ? storedValue.flatMap(presetOf).slice(0, MAX_PRESETS) : []
}

function presetOf(storedValue: unknown): Preset[] {
  if (typeof storedValue !== 'object' || storedValue === null) return []
  const { name, form, options } = storedValue as Record<string, unknown>
  const presetName = typeof name === 'string' ? plainLine(name, MAX_PRESET_NAME_LENGTH) : ''
  if (presetName === '' || typeof options !== 'object' || options === null) return []
  const presetOptions = PRESET_OPTIONS.flatMap((option) => {
    const value = (options as Record<string, unknown>)[option]
    return typeof value === 'string' ? [[option, value] as const] : []
  })
  return [{ name: presetName, ...storedForm(form), options: Object.fromEntries(presetOptions) }]
}

function storedForm(storedValue: unknown): Pick<Preset, 'form'> {
  const { quality: storedQuality, format: storedFormat } = Object(storedValue) as Record<string, unknown>
  const quality = QUALITY_IDS.find((id) => id === storedQuality)
  const format = CLIP_FORMATS.find((name) => name === storedFormat)
  return quality && format ? { form: { quality, format } } : {}
}

const storePresets = (presets: readonly Preset[]): void =>
  store('presets', presets.length === 0 ? null : JSON.stringify(presets))

/** Stores a preset, which replaces one of the same name. A full list takes no new name. @returns all presets */
export function savePreset(preset: Preset): Preset[] {
  const presets = readPresets()
  const index = presets.findIndex(({ name }) => name === preset.name)
  if (index >= 0) presets[index] = preset
  else if (presets.length < MAX_PRESETS) presets.push(preset)
  storePresets(presets)
  return presets
}

/** Deletes the preset of this name. @returns the remaining presets */
export function deletePreset(name: string): Preset[] {
  const presets = readPresets().filter((preset) => preset.name !== name)
  storePresets(presets)
  return presets
}

/** Options of a choice that a preset stores: all but those of its video. */
export function optionsOfPreset(choice: ClipChoice): UrlOptions {
  return optionsInAddress({ ...choice, audioTrack: null, captions: null }, { captions: [], audioTracks: [] })
}

/** A choice with a preset applied, as far as the video allows; audio track and captions stay. */
export function withPreset(choice: ClipChoice, { options }: Preset, video: AvailableChoices): ClipChoice {
  const { audioTrack, captions } = choice
  return { ...readChoice(options, video), audioTrack, captions }
}

/** Default name of a preset, such as `360p · 9:16 · 10 MB · Burned in`; empty where nothing is chosen. */
export function presetSummary(form: ClipForm | undefined, choice: ClipChoice, aspect: number): string {
  const subtitles = SUBTITLE_KINDS.find((name) => name === choice.subtitles?.as)
  const summaryParts = [
    form ? clipLabel(form) : '',
    fitSummary(choice.fit, aspect),
    subtitles ? choiceWords.forms[subtitles] : '',
  ]
  return plainLine(summaryParts.filter((part) => part !== '').join(' · '), MAX_PRESET_NAME_LENGTH)
}

/** Comparison key. Presets with equal form and options have equal keys, whatever their names. */
export const presetKey = ({ form, options }: Omit<Preset, 'name'>): string =>
  JSON.stringify([form?.quality, form?.format, ...PRESET_OPTIONS.map((name) => options[name])])
