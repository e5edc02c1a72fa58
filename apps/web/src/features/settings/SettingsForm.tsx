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

/** Who confirms a change, and how. */
export interface Confirming {
  user: User
  /** Without one, a recent sign-in confirms what is changed. */
  hasPassword: boolean
}

/** What each form of the settings is given. */
export interface SettingsFormPlace extends Confirming {
  onEdit: () => void
  /** The form that was edited last, while its changes are not saved. */
  isNext: boolean
}

interface SettingsFormSetup<Values extends FieldValues> {
  resolver: Resolver<Values>
  begin: DefaultValues<Values>
  /** Rejects as callApi does. `startOver` brings the form back to its beginning, or another one, but for what has been written meanwhile. */
  send: (values: Values, startOver: (begin?: DefaultValues<Values>) => void) => Promise<void>
  /** The field that an error code of the server is about. */
  blame?: Partial<Record<ErrorCode, Path<Values>>>
  /** What is said about a failure, where that is not its own sentence. */
  sentenceFor?: (error: unknown) => string
  /** Says the failure besides, in a toast. */
  show?: (error: unknown) => void
}

/** A form that is sent once at a time. `frame` is for its SettingsForm; a refusal stands at the field that is to blame, else in the frame. */
export function useSettingsForm<Values extends FieldValues>(
  { onEdit, isNext }: Pick<SettingsFormPlace, 'onEdit' | 'isNext'>,
  { resolver, begin, send, blame, sentenceFor = failureSentence, show = showFailure }: SettingsFormSetup<Values>,
) {
  const { busy, run } = useOneAtATime()
  const form = useForm<Values>({ resolver, defaultValues: begin })
  const { errors, isDirty } = form.formState
  const onSubmit = form.handleSubmit((values) =>
    run(async () => {
      const startOver = rememberSent(form)
      try {
        await send(values, (next = begin) => startOver(next))
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        const place = (code && blame?.[code]) ?? 'root'
        form.setError(place, { type: 'server', message: sentenceFor(error) }, { shouldFocus: true })
        show(error)
      }
    }),
  )
  const fault = errors.root?.message
  return { form, errors, frame: { onSubmit, onEdit, isNext: isNext && isDirty, busy, fault } }
}

/** Why a field was refused: the server's sentence, else the form's own. */
export const faultOf = (error: { type?: unknown; message?: unknown } | undefined, own: string): string | undefined =>
  error && (error.type === 'server' ? String(error.message) : own)

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

interface SettingsSectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** What it is about on the left, what can be done about it on the right. */
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
