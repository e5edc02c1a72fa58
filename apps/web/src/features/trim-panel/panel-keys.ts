export type PanelKey = 'start_here' | 'end_here' | 'preview'

/** What a key means anywhere in the trim panel, or null: while somebody types, or when it would press what is focused. */
export function panelKey(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
}): PanelKey | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const tag = (event.target as { tagName?: string } | null)?.tagName ?? ''
  if (tag === 'INPUT' || tag === 'TEXTAREA') return null
  switch (event.key) {
    case 'i':
    case 'I':
      return 'start_here'
    case 'o':
    case 'O':
      return 'end_here'
    case ' ':
      return tag === 'BUTTON' || tag === 'A' || tag === 'VIDEO' ? null : 'preview'
    default:
      return null
  }
}
