import type { ReactNode, RefObject } from 'react'
import { toolWords } from '#messages/tool.ts'
import { useOutOfView } from '../../browser/use-out-of-view.ts'

interface NextStepBarProps {
  label: string
  /** Its button. */
  children: ReactNode
  /** The rows that the bar stands in for while they are off the screen. */
  rows: RefObject<HTMLElement | null>
}

/** On a phone the downloads are a long way below the timeline: until they are in view, the best one waits at the thumb. */
export function NextStepBar({ label, rows, children }: NextStepBarProps) {
  const away = useOutOfView(rows)
  if (!away) return null
  return (
    <aside className="next-step" aria-label={toolWords.downloads.nextStep}>
      <b>{label}</b>
      {children}
    </aside>
  )
}
