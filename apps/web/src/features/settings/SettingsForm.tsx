import type { User } from '@kerf/contract/auth'
import { Button } from '@kerf/ui/Button'
import { FieldFault } from '@kerf/ui/TextField'
import { type FormEvent, type ReactNode, useId } from 'react'
import { dashboardWords } from '#messages/dashboard.ts'
import { dismissFault } from '../../data/feedback/toasts.ts'

interface SettingsFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Something was typed into it. */
  onEdit: () => void
  /** It is what the person is at: its button is the next step of the page. */
  isNext: boolean
  busy: boolean
  action: string
  /** Why the whole was refused, where no single field is to blame. */
  fault?: string | undefined
  children: ReactNode
}

/** Fields and their one button. The browser's own complaints are off: ours stand at the field and can be read again. */
export function SettingsForm({ onSubmit, onEdit, isNext, busy, action, fault, children }: SettingsFormProps) {
  const id = useId()
  function submit(event: FormEvent<HTMLFormElement>): void {
    dismissFault()
    onSubmit(event)
  }
  return (
    <form className="settings-form" noValidate onSubmit={submit} onInput={onEdit}>
      {children}
      {fault && (
        <div role="alert">
          <FieldFault fieldId={id}>{fault}</FieldFault>
        </div>
      )}
      <Button type="submit" variant={isNext ? 'primary' : 'ink'} aria-disabled={busy || undefined}>
        {busy ? dashboardWords.settings.saving : action}
      </Button>
    </form>
  )
}

/** What each form of the settings is given. */
export interface SettingsFormPlace {
  user: User
  onEdit: () => void
  /** The form that was edited last, while its changes are not saved. */
  isNext: boolean
}

interface SettingsSectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** What it is about on the left, what can be done about it on the right. */
export function SettingsSection({ title, note, children }: SettingsSectionProps) {
  const titleId = useId()
  return (
    <section className="settings-section" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        {note && <p className="desk-note mt-1">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
