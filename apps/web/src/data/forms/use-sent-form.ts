import { ApiError } from '@kerf/contract/protocol/client'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { useLocation } from 'wouter'
import { formWords } from '#messages/account/account.ts'
import { codeSentence, failureSentence } from '../feedback/failure-sentence.ts'
import { dismissFault, loadToaster, toasts } from '../feedback/toasts.ts'
import { rememberSent } from './remember-sent.ts'

interface SentForm<Values extends FieldValues, Sent, Answer> {
  /** `zodResolver(schema of the contract, inWords(sentences))` */
  resolver: Resolver<Values, unknown, Sent>
  /** Initial values. When they change, because the session became known, untouched fields follow. */
  begin: Values
  send: (sent: Sent) => Promise<Answer>
  /**
   * Called after the server has accepted the form. `startOver` resets it, except for values that were changed
   * meanwhile.
   */
  done: (answer: Answer, sent: Sent, startOver: () => void) => void
  /** Page to open afterwards, unless the person has left this one meanwhile. */
  goTo?: string
  /** Text of the toast when the call failed and the server gave no reason. */
  failed: string
  /** Text of the toast about empty fields. Without it, refused fields show no toast. */
  missing?: string
  /** Field that an error code of the server is about. */
  blame?: Partial<Record<ErrorCode, Path<Values>>>
  /** Handles refusals that lead to the next step of the form. Returns true for a refusal that it has handled. */
  goOn?: (code: ErrorCode) => boolean
}

/**
 * Form that the contract validates. It is sent once, however often its button is pressed, and keeps its values until
 * the server has accepted it. `refusal` says why the server has not.
 */
export function useSentForm<Values extends FieldValues, Sent, Answer>(setup: SentForm<Values, Sent, Answer>) {
  const { resolver, begin, send, done, goTo, failed, missing, blame, goOn } = setup
  const form = useForm<Values, unknown, Sent>({
    resolver,
    values: begin,
    resetOptions: { keepDirtyValues: true },
  })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [, navigate] = useLocation()
  // A state would change one render too late for the second of two fast clicks.
  const sending = useRef(false)
  const isMounted = useRef(true)

  useEffect(() => {
    isMounted.current = true
    // The toasts' code is loaded now, so that a lost connection can be shown, too.
    loadToaster().catch(() => {})
    return () => {
      isMounted.current = false
    }
  }, [])

  async function deliver(sent: Sent): Promise<void> {
    const startOver = rememberSent(form)
    try {
      done(await send(sent), sent, () => startOver(begin as DefaultValues<Values>))
      if (goTo && isMounted.current) navigate(goTo)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code !== null && goOn?.(code)) return
      const sentence = refusalSentence(error)
      const message = sentence ?? failureSentence(error)
      const field = code === null ? undefined : blame?.[code]
      if (field) form.setError(field, { type: 'server', message }, { shouldFocus: true })
      else setRefusal(message)
      toasts.show({ title: formWords.error, text: sentence ?? failed, tone: 'fault' })
    }
  }

  function announce(errors: FieldErrors<Values>): void {
    if (missing === undefined) return
    const faults = Object.values(faultSentences(errors))
    const values = form.getValues()
    const blank = Object.keys(errors).some((field) => String(values[field] ?? '').trim() === '')
    toasts.show({ title: formWords.error, text: blank ? missing : faults[0], tone: 'fault' })
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setRefusal(null)
    dismissFault()
    try {
      await form.handleSubmit(deliver, announce)(event)
    } finally {
      sending.current = false
    }
  }

  const { isSubmitting, errors } = form.formState
  return { form, submit, sending: isSubmitting, refusal, faults: faultSentences(errors) }
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

/**
 * Sentence for a call that the server refused; null for other failures. Where the error code says everything, the
 * sentence is in the language of the page.
 */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const { code, sentence, isSpecific, retryAfterSeconds } = error
  const isUsual = sentence === null || !isSpecific
  return code !== null && isUsual ? codeSentence(code, retryAfterSeconds) : sentence
}
