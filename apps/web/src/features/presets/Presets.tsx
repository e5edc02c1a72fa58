import type { DownloadOption, Video } from '@kerf/contract/video'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
import { Button, Joined } from '@kerf/ui/Button'
import { CloseIcon } from '@kerf/ui/icons/tool-icons'
import { TextField } from '@kerf/ui/TextField'
import { type FormEvent, useId, useState } from 'react'
import { presetWords as words } from '#messages/clips/presets.ts'
import { keepFocus } from '../../browser/keep-focus.ts'
import type { ClipChoice } from '../../data/ranges/clip-choice.ts'
import { offeredOption } from '../../data/ranges/clip-form.ts'
import { aspectOf } from '../../data/ranges/fit.ts'
import {
  deletePreset,
  MAX_PRESET_NAME_LENGTH,
  MAX_PRESETS,
  optionsOfPreset,
  type Preset,
  presetKey,
  presetSummary,
  readPresets,
  savePreset,
  withPreset,
} from './presets.ts'
import './presets.css'

export interface PresetsProps {
  video: Video
  options: readonly (ClipForm & Pick<DownloadOption, 'access'>)[]
  /** Quality and format of the action bar; undefined where this viewer may use none. */
  form: ClipForm | undefined
  onForm: (form: ClipForm) => void
  choice: ClipChoice
  onChoose: (choice: ClipChoice) => void
}

/** Stored presets of this browser. Each is applied with one press; new ones are saved, old ones deleted. */
export function Presets({ video, options: forms, form, onForm, choice, onChoose }: PresetsProps) {
  const [presets, setPresets] = useState(readPresets)
  const [typedName, setTypedName] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const titleId = useId()
  const fieldId = useId()
  const noteId = useId()
  const options = optionsOfPreset(choice)
  const summary = presetSummary(form, choice, aspectOf(video))
  const name = typedName.trim() === '' ? summary : typedName.trim()
  const isFull = presets.length >= MAX_PRESETS && presets.every((preset) => preset.name !== name)
  const note = isFull ? words.full(MAX_PRESETS) : summary === '' ? words.nothing : words.stored

  function save(event: FormEvent): void {
    event.preventDefault()
    if (summary === '' || isFull) return
    setPresets(savePreset({ name, ...(form && { form: { quality: form.quality, format: form.format } }), options }))
    setTypedName('')
    setAnnouncement(words.saved(name))
  }
  function apply(preset: Preset): void {
    if (preset.form) onForm(preset.form)
    onChoose(withPreset(choice, preset, video))
  }
  /** Whether applying the preset would change nothing. */
  function isApplied(preset: Preset): boolean {
    const offeredForm = preset.form ? offeredOption(forms, preset.form) : form
    const result = { form: offeredForm, options: optionsOfPreset(withPreset(choice, preset, video)) }
    return presetKey(result) === presetKey({ form, options })
  }
  function remove(presetName: string): void {
    setPresets(deletePreset(presetName))
    setAnnouncement(words.deleted(presetName))
  }
  return (
    <section ref={keepFocus} className="presets" aria-labelledby={titleId}>
      <h3 id={titleId} className="fit-label">
        {words.title}
      </h3>
      {presets.length > 0 && (
        <ul>
          {presets.map((preset) => (
            <li key={preset.name}>
              <Joined>
                <Button
                  variant="quiet"
                  size="small"
                  className="preset-name"
                  aria-pressed={isApplied(preset)}
                  onClick={() => apply(preset)}
                >
                  <span dir="auto">{preset.name}</span>
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={words.delete(preset.name)}
                  onClick={() => remove(preset.name)}
                >
                  <CloseIcon />
                </Button>
              </Joined>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={save}>
        <label className="sr-only" htmlFor={fieldId}>
          {words.name}
        </label>
        <TextField
          id={fieldId}
          autoComplete="off"
          maxLength={MAX_PRESET_NAME_LENGTH}
          placeholder={summary === '' ? words.name : summary}
          value={typedName}
          aria-describedby={noteId}
          onChange={({ target }) => setTypedName(target.value)}
        />
        <Button type="submit" variant="quiet" size="small" aria-disabled={summary === '' || isFull}>
          {words.save}
        </Button>
        <p id={noteId} className="note">
          {note}
        </p>
      </form>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  )
}
