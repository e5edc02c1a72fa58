import { ChevronDownIcon } from '@kerf/ui/icons/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toolWords } from '#messages/clips/tool.ts'
import { workspaceWords } from '#messages/clips/workspace.ts'

/** Where the bar stands: beside the picture, and at the thumb on a phone. */
export const ACTION_BAR_PLACE = 'action-bar'

interface ActionBarProps {
  label: string
  /** Format, codec and estimated size. */
  size: ReactNode
  isOpen: boolean
  /** Opens and closes the choice of forms. */
  onOpen: () => void
  /** The id of what it opens. */
  choiceId: string
  /** The button of the form. */
  children: ReactNode
}

/** The chosen form, its estimated size, and its button: the next step. */
export function ActionBar({ label, size, isOpen, onOpen, choiceId, children }: ActionBarProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useEffect(() => setPlace(document.getElementById(ACTION_BAR_PLACE)), [])
  if (!place) return null
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
    place,
  )
}
