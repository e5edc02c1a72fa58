import { FieldFault } from '@kerf/ui/TextField'
import type { ReactNode } from 'react'

interface LabelledControlProps {
  id: string
  label: string
  note?: string | undefined
  fault?: string | null | undefined
  children: ReactNode
}

/** Control with a small label above it, and the text of an error and a note below it. */
export function LabelledControl({ id, label, note, fault, children }: LabelledControlProps) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <label className="text-small text-ink-2" htmlFor={id}>
        {label}
      </label>
      {children}
      {fault && <FieldFault fieldId={id}>{fault}</FieldFault>}
      {note && (
        <p className="note wrap-anywhere" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}
