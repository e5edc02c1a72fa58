import { useId } from 'react'
import { codecWords as words } from '#messages/clips/fit.ts'
import type { SourceCodecForm } from './use-source-codec.ts'

interface CodecChoiceProps {
  form: SourceCodecForm
  offered: NonNullable<SourceCodecForm['offered']>
}

/** What the file of a row is to be: one that opens everywhere, or one that is there at once. */
export function CodecChoice({ form, offered: { option, sourceCodec } }: CodecChoiceProps) {
  const name = useId()
  const choices = [
    { isSourceCodec: false, text: words.everywhere(waitOf(option.h264Seconds)) },
    { isSourceCodec: true, text: words.asSource(sourceCodec.codec, waitOf(sourceCodec.seconds)) },
  ]
  return (
    <fieldset className="codec-choice">
      <legend className="sr-only">{words.form(option.label)}</legend>
      {choices.map(({ isSourceCodec, text }) => (
        <label key={text}>
          <input
            type="radio"
            name={name}
            checked={form.isChosen === isSourceCodec}
            onChange={() => form.choose(isSourceCodec)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

const waitOf = (seconds: number | null | undefined): number | null => (seconds == null ? null : Math.max(1, seconds))
