import { useId } from 'react'
import { quickWords as words } from '#messages/fit.ts'
import type { QuickForm } from './use-quick-form.ts'

interface QuickChoiceProps {
  form: QuickForm
  offered: NonNullable<QuickForm['offered']>
}

/** What the file of a row is to be: one that opens everywhere, or one that is there at once. */
export function QuickChoice({ form, offered: { option, quick } }: QuickChoiceProps) {
  const name = useId()
  const choices = [
    { isQuick: false, text: words.everywhere(waitOf(option.h264Seconds)) },
    { isQuick: true, text: words.quick(quick.codec, waitOf(quick.seconds)) },
  ]
  return (
    <fieldset className="quick-choice">
      <legend className="sr-only">{words.form(option.label)}</legend>
      {choices.map(({ isQuick, text }) => (
        <label key={text}>
          <input type="radio" name={name} checked={form.isChosen === isQuick} onChange={() => form.choose(isQuick)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

const waitOf = (seconds: number | null | undefined): number | null => (seconds == null ? null : Math.max(1, seconds))
