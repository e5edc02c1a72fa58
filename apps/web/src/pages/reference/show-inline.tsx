import type { Inline } from './read-changelog.ts'

/** Callback for `map`. A text never changes after it is rendered, so indexes can be keys. */
export function showInline(part: Inline, index: number) {
  if (part.kind === 'link') {
    return (
      <a key={index} href={part.address}>
        {part.text}
      </a>
    )
  }
  if (part.kind === 'strong') return <strong key={index}>{part.text}</strong>
  return part.kind === 'code' ? <code key={index}>{part.text}</code> : part.text
}
