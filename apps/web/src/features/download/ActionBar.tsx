import { ChevronDownIcon } from '@kerf/ui/icons/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toolWords } from '#messages/clips/tool.ts'
import { workspaceWords } from '#messages/clips/workspace.ts'

/** Id of the element that the bar is rendered into. */
export const ACTION_BAR_ID = 'action-bar'

interface ActionBarProps {
  label: string
  /** Format, codec and estimated size. */
  size: ReactNode
  isOpen: boolean
  /** Opens or closes the choice of forms. */
  onOpen: () => void
  /** Id of the element that the bar opens. */
  choiceId: string
  /** Button of the chosen form. */
  children: ReactNode
}

/** Bar with the chosen form, its estimated size and its button. */
export function ActionBar({ label, size, isOpen, onOpen, choiceId, children }: ActionBarProps) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  useEffect(() => setContainer(document.getElementById(ACTION_BAR_ID)), [])
  if (!container) return null
  return createPortal(
    <aside className="action-bar" aria-label={toolWords.downloads.nextStep}>
      <button type="button" className="form-chip" aria-expanded={isOpen} aria-controls={choiceId} onClick={onOpen}>
        <span>
          <b>{label}</b>
          <span className="option-meta">{size}</span>
        </span>
        <ChevronDownIcon />
        <span className="sr-only">{workspaceWords.forms}</span>
      </button>
      {children}
    </aside>,
    container,
  )
}
