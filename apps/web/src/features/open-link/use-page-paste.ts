import { useEffect } from 'react'
import { useLatest } from '../../browser/use-latest.ts'

/** Calls back with what is pasted while no field is focused: it can only be meant for the link. */
export function usePagePaste(onText: (text: string) => void): void {
  const latest = useLatest(onText)
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || takesText(document.activeElement)) return
      const text = offeredText(event.clipboardData)
      if (text === '') return
      event.preventDefault()
      latest.current(text)
    }
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [latest])
}

function takesText(element: Element | null): boolean {
  return (
    element instanceof HTMLElement && (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName))
  )
}

/** The link or, without one, the text that is being dropped or pasted; empty when there is neither. */
export function offeredText(data: Pick<DataTransfer, 'getData'> | null): string {
  // A list of links may begin with remarks.
  const links = (data?.getData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => !line.startsWith('#'))
  return (links[0]?.trim() || data?.getData('text/plain').trim()) ?? ''
}
