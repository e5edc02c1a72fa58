import type { Inline } from './read-changelog.ts'

/** Callback for `map`. A text never changes after it is rendered, so indexes can be keys. */
export function showInline(part: Inline, place: number) {
  if (part.kind === 'link') {
    return (
      <a key={place} href={part.address}>
        {part.text}
      </a>
    )
  }
  if (part.kind === 'strong') return <strong key={place}>{part.text}</strong>
  return part.kind === 'code' ? <code key={place}>{part.text}</code> : part.text
}
