import type { User } from '@kerf/contract/auth'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { Button } from '@kerf/ui/Button'
import { FieldFault } from '@kerf/ui/TextField'
import { type FormEvent, type ReactNode, useId } from 'react'
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { showFailure } from '../../data/feedback/show-failure.ts'
import { dismissFault } from '../../data/feedback/toasts.ts'
import { rememberSent } from '../../data/forms/remember-sent.ts'
import { ApiError } from '../../data/queries/calls.ts'

/** Account that confirms a change. */
export interface Confirming {
  user: User
  /** Whether the account has a password. Without one, a recent sign-in confirms changes. */
  hasPassword: boolean
}

/** Props of each form of the settings. */
export interface SettingsFormPlace extends Confirming {
  onEdit: () => void
  /** Whether this form was edited last. It stays so while its changes are not saved. */
  isNext: boolean
}

interface SettingsFormSetup<Values extends FieldValues> {
  resolver: Resolver<Values>
  begin: DefaultValues<Values>
  /** Sends the values. Rejects as callApi does. `startOver` resets the form, except for text typed during the call. */
  send: (values: Values, startOver: (begin?: DefaultValues<Values>) => void) => Promise<void>
  /** Fields by the error codes of the server that concern them. */
  blame?: Partial<Record<ErrorCode, Path<Values>>>
  /** Sentence of a failure, where it is not the usual one. */
  sentenceFor?: (error: unknown) => string
  /** Shows the failure in a toast, too. */
  show?: (error: unknown) => void
}

/**
 * Form that is sent once at a time. `frame` has the props of its SettingsForm. A refusal shows at its field or in the
 * frame.
 */
export function useSettingsForm<Values extends FieldValues>(
  { onEdit, isNext }: Pick<SettingsFormPlace, 'onEdit' | 'isNext'>,
  {
    resolver,
    begin: initialValues,
    send,
    blame,
    sentenceFor = failureSentence,
    show = showFailure,
  }: SettingsFormSetup<Values>,
) {
  const { busy, run } = useOneAtATime()
  const form = useForm<Values>({ resolver, defaultValues: initialValues })
  const { errors, isDirty } = form.formState
  const onSubmit = form.handleSubmit((values) =>
    run(async () => {
      const startOver = rememberSent(form)
      try {
        await send(values, (newValues = initialValues) => startOver(newValues))
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        const errorField = (code && blame?.[code]) ?? 'root'
        form.setError(errorField, { type: 'server', message: sentenceFor(error) }, { shouldFocus: true })
        show(error)
      }
    }),
  )
  const fault = errors.root?.message
  return { form, errors, frame: { onSubmit, onEdit, isNext: isNext && isDirty, busy, fault } }
}

/** Error text of a field: the server's sentence, else the form's own. */
export const faultOf = (
  error: { type?: unknown; message?: unknown } | undefined,
  ownSentence: string,
): string | undefined => error && (error.type === 'server' ? String(error.message) : ownSentence)

interface SettingsFormProps {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Called when the viewer edits the form. */
  onEdit: () => void
  /** Whether the button of the form is the primary one of the page. */
  isNext: boolean
  busy: boolean
  action: string
  /** Error text of the form, where the error concerns no single field. */
  fault?: string | undefined
  children: ReactNode
}

/** Fields and their button. The browser's own validation is off: error texts stay at the fields instead. */
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
