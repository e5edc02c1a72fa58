import { toolWords } from '#messages/clips/tool.ts'
import { estimatedSize, sizeLimit } from '../../data/formatting/size.ts'
import type { FittedClip, RowOption } from './option-row.ts'

const words = toolWords.downloads

/** Format and codec of an option. */
export const kindLabels = ({ kind, format, codec }: RowOption): string[] =>
  kind ? [kind] : [...new Set([format.toUpperCase(), codec])].filter((part) => part !== '')

interface OptionSizeProps {
  option: RowOption
  /** Estimated size of a clip in bytes; null where it is unknown. */
  bytes: number | null
  fitted: FittedClip | null
  /** Whether the codec is left out. */
  isShort?: boolean
}

/** Format, codec and estimated size of an option's clip. */
export function OptionSize({ option, bytes, fitted, isShort }: OptionSizeProps) {
  const kinds = kindLabels(option)
  const kind = isShort ? kinds[0] : kinds.join(', ')
  if (fitted?.form && !fitted.form.fitsAsItIs)
    return `${kind}, ${words.fitted(sizeLimit(fitted.maxBytes), fitted.form.height)}`
  if (bytes === null) return <>{kind}</>
  return (
    <>
      {kind},{' '}
      <span className="whitespace-nowrap">
        {words.about} <span className="time">{estimatedSize(bytes)}</span>
      </span>
    </>
  )
}
