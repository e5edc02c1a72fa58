import type { User } from '@kerf/contract/auth'
import { Button } from '@kerf/ui/Button'
import { FieldFault } from '@kerf/ui/TextField'
import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { dashboardWords } from '#messages/account/dashboard.ts'
import type { SentForm } from '../../data/forms/use-sent-form.ts'

/** Account whose owner confirms a change. */
export interface Confirming {
  user: User
  /** Whether the account has a password. Without one, a recent sign-in confirms changes. */
  hasPassword: boolean
}

/** Props of each form of the settings. */
export interface AccountFormContext extends Confirming {
  onEdit: () => void
  /** Whether this form was edited last. While it has changes, its button is the primary one of the page. */
  isNext: boolean
}

interface AccountFormProps<Values extends FieldValues, Sent> {
  sentForm: Pick<SentForm<Values, Sent>, 'form' | 'submit' | 'sending' | 'refusal'>
  context?: Pick<AccountFormContext, 'onEdit' | 'isNext'>
  /** Whether the button of the form is the primary one of the page. By default, if the form was edited last. */
  isNext?: boolean
  action: string
  children: ReactNode
}

/** Fields and their button. The browser's own validation is off: error texts stay at the fields instead. */
export function AccountForm<Values extends FieldValues, Sent>({
  sentForm: { form, submit, sending, refusal },
  context,
  isNext,
  action,
  children,
}: AccountFormProps<Values, Sent>) {
  const id = useId()
  // `isDirty` is read in every render, because react-hook-form tracks only the state that is read.
  const { isDirty } = form.formState
  const isPrimary = isNext ?? (context?.isNext && isDirty)
  return (
    <form className="settings-form" noValidate onSubmit={submit} onInput={context?.onEdit}>
      {children}
      {refusal && (
        <div role="alert">
          <FieldFault fieldId={id}>{refusal}</FieldFault>
        </div>
      )}
      <Button type="submit" variant={isPrimary ? 'primary' : 'ink'} aria-disabled={sending || undefined}>
        {sending ? dashboardWords.settings.saving : action}
      </Button>
    </form>
  )
}

interface SettingsSectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** Section with title and note on the left, and controls on the right. */
export function SettingsSection({ title, note, children }: SettingsSectionProps) {
  const titleId = useId()
  return (
    <section
      className="grid grid-cols-[minmax(200px,1fr)_minmax(0,2fr)] gap-x-12 gap-y-3 border-line py-8 not-last:border-b max-desk:grid-cols-1 max-desk:py-7"
      aria-labelledby={titleId}
    >
      <div>
        <h2 id={titleId}>{title}</h2>
        {note && <p className="note mt-1">{note}</p>}
      </div>
      <div tabIndex={-1} className="max-w-140 min-w-0 outline-none">
        {children}
      </div>
    </section>
  )
}
