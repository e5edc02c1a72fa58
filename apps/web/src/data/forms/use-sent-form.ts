import { ApiError } from '@kerf/contract/protocol/client'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useLocation } from 'wouter'
import { messages } from '#messages/site.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { dismissFault, loadToaster, toasts } from '../feedback/toasts.ts'

interface SentFormSetup<Values extends FieldValues, Sent> {
  /** `zodResolver(schema of the contract, withSentences(sentences))` */
  resolver?: Resolver<Values, unknown, Sent>
  begin: DefaultValues<Values>
  /** Whether untouched fields follow `begin` when it changes, because the session became known. */
  followsSession?: boolean
  /** Sends the values. Rejects as callApi does. */
  send: (sentForm: Sent, after: AfterSending<Values>) => Promise<void>
  /** Text of the toast about empty fields. Without it, refused fields show no toast. */
  missing?: string
  /** Field that a refusal is about: that of each error code, or one for all failures. */
  blame?: Partial<Record<ErrorCode, Path<Values>>> | Path<Values>
  /** Handles refusals that lead to the next step of the form. Returns true for a refusal that it has handled. */
  goOn?: (code: ErrorCode) => boolean
  /** Shows a failure in a toast. Returns the sentence that stays in the form; null for none. */
  tell: (error: unknown) => string | null
}

interface AfterSending<Values extends FieldValues> {
  /** Resets the form to these values, else to its initial values. Values that were changed meanwhile stay. */
  startOver: (begin?: DefaultValues<Values>) => void
  /** Opens a page, unless the person has left the form meanwhile. */
  goTo: (path: string) => void
}

/**
 * Form that is sent once, however often its button is pressed, and keeps its values until the server has accepted
 * them. `faults` has the sentence of each refused field, and `refusal` that of the whole form.
 */
export function useSentForm<Values extends FieldValues, Sent = Values>(setup: SentFormSetup<Values, Sent>) {
  const { resolver, begin, followsSession, send, missing, blame, goOn, tell } = setup
  const form = useForm<Values, unknown, Sent>({
    resolver,
    ...(followsSession
      ? { values: begin as Values, resetOptions: { keepDirtyValues: true } }
      : { defaultValues: begin }),
  })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const { busy: sending, run } = useOneAtATime()
  const isMounted = useRef(true)

  useEffect(() => {
    isMounted.current = true
    // The toasts' code is loaded now, so that a lost connection can be shown, too.
    loadToaster().catch(() => {})
    return () => {
      isMounted.current = false
    }
  }, [])

  async function deliver(sentForm: Sent): Promise<void> {
    const startOver = rememberSentValues(form)
    try {
      await send(sentForm, {
        startOver: (newBegin = begin) => startOver(newBegin),
        goTo: (path) => isMounted.current && navigate(path),
      })
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code !== null && goOn?.(code)) return
      const message = tell(error)
      if (message === null) return
      const field = typeof blame === 'object' ? code && blame[code] : blame
      if (field) form.setError(field, { type: 'server', message }, { shouldFocus: true })
      else setRefusal(message)
    }
  }

  function announceFaults(errors: FieldErrors<Values>): void {
    if (missing === undefined) return
    const faults = Object.values(faultSentences(errors))
    const values = form.getValues()
    const hasBlankField = Object.keys(errors).some((field) => String(values[field] ?? '').trim() === '')
    toasts.show({ title: messages.processing.errorTitle, text: hasBlankField ? missing : faults[0], tone: 'fault' })
  }

  function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    return run(() => {
      setRefusal(null)
      dismissFault()
      return form.handleSubmit(deliver, announceFaults)(event)
    })
  }

  return { form, submit, sending, refusal, faults: faultSentences(form.formState.errors) }
}

export type SentForm<Values extends FieldValues, Sent> = ReturnType<typeof useSentForm<Values, Sent>>

/**
 * Remembers the values of a form that is being sent. The returned function resets the form, except for values that were
 * changed since it was sent; these fields stay dirty.
 */
function rememberSentValues<Values extends FieldValues, Sent>(
  form: UseFormReturn<Values, unknown, Sent>,
): (begin: DefaultValues<Values>) => void {
  // `getValues` returns the values as entered, before they are parsed.
  const sentValues = form.getValues()
  return (begin) => {
    const values = form.getValues()
    const changedFields = (Object.keys(values) as Path<Values>[]).filter(
      (field) => JSON.stringify(values[field]) !== JSON.stringify(sentValues[field]),
    )
    form.reset(begin, { keepDirtyValues: false })
    for (const field of changedFields) form.setValue(field, values[field], { shouldDirty: true })
  }
}

/** The first sentence about each refused field. A field with a list may be refused for one of its entries. */
function faultSentences<Values extends FieldValues>(
  errors: FieldErrors<Values>,
): Partial<Record<keyof Values & string, string>> {
  const sentences: Partial<Record<keyof Values & string, string>> = {}
  for (const [field, error] of Object.entries(errors)) {
    const sentence = firstSentence(error)
    if (sentence !== undefined) sentences[field as keyof Values & string] = sentence
  }
  return sentences
}

function firstSentence(error: unknown): string | undefined {
  if (Array.isArray(error)) return error.map(firstSentence).find((sentence) => sentence !== undefined)
  const message = (error as { message?: unknown } | undefined)?.message
  return typeof message === 'string' ? message : undefined
}
