import { FieldFault } from '@kerf/ui/TextField'
import type { ReactNode } from 'react'

interface SettingFieldProps {
  id: string
  label: string
  note?: string | undefined
  /** Why what is entered is refused. */
  fault?: string | undefined
  /** The control itself, which takes the id and is described by `describedBy(id)`. */
  children: ReactNode
}

export function SettingField({ id, label, note, fault, children }: SettingFieldProps) {
  return (
    <div className="setting-field">
      <label htmlFor={id}>{label}</label>
      {children}
      {fault && <FieldFault fieldId={id}>{fault}</FieldFault>}
      {note && (
        <p className="setting-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  )
}

export const describedBy = (id: string, fault: string | undefined): string => (fault ? `${id}-fault` : `${id}-note`)
