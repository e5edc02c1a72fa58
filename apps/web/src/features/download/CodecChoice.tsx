import { useId } from 'react'
import { codecWords as words } from '#messages/clips/fit.ts'
import type { SourceCodecChoice } from './use-source-codec.ts'

interface CodecChoiceProps {
  form: SourceCodecChoice
  offer: NonNullable<SourceCodecChoice['offer']>
}

/** Choice of a row between H.264, which plays everywhere, and the source's codec, which is cut faster. */
export function CodecChoice({ form, offer: { option, sourceCodec } }: CodecChoiceProps) {
  const name = useId()
  const choices = [
    { isSourceCodec: false, text: words.everywhere(waitSeconds(option.h264Seconds)) },
    { isSourceCodec: true, text: words.asSource(sourceCodec.codec, waitSeconds(sourceCodec.seconds)) },
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

const waitSeconds = (seconds: number | null | undefined): number | null =>
  seconds == null ? null : Math.max(1, seconds)
