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
  /** What the fields begin with. When it changes, because the session became known, fields not yet touched follow. */
  begin: Values
  send: (sent: Sent) => Promise<Answer>
  /** After the server has taken it. `startOver` empties the form, but for what has been written meanwhile. */
  done: (answer: Answer, sent: Sent, startOver: () => void) => void
  /** Where to go then, if the person has not gone elsewhere meanwhile. */
  goTo?: string
  /** What the toast says when the call failed and the server gave no reason. */
  failed: string
  /** What a toast says about empty fields. Without it refused fields speak for themselves. */
  missing?: string
  /** The field that an error code of the server is about. */
  blame?: Partial<Record<ErrorCode, Path<Values>>>
  /** Refusals that are no failure but the next step of the form: true when it was taken. */
  goOn?: (code: ErrorCode) => boolean
}

/**
 * A form that is checked by the contract, sent once however often its button is pressed, and that keeps what was entered
 * until the server has taken it. `refusal` says why it has not.
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
  // State would come a render too late for the second of two quick clicks.
  const sending = useRef(false)
  const here = useRef(true)

  useEffect(() => {
    here.current = true
    // A lost connection has to be shown, too.
    loadToaster().catch(() => {})
    return () => {
      here.current = false
    }
  }, [])

  async function deliver(sent: Sent): Promise<void> {
    const startOver = rememberSent(form)
    try {
      done(await send(sent), sent, () => startOver(begin as DefaultValues<Values>))
      if (goTo && here.current) navigate(goTo)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null
      if (code !== null && goOn?.(code)) return
      const sentence = refusalSentence(error)
      const line = sentence ?? failureSentence(error)
      const field = code === null ? undefined : blame?.[code]
      if (field) form.setError(field, { type: 'server', message: line }, { shouldFocus: true })
      else setRefusal(line)
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

/** The first sentence about each refused field. A field that holds a list may be refused for one of its parts. */
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
 * What the server said about a call that it refused, null when it said nothing. Where the error code says it all, it is said in
 * the language of the page.
 */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  const { code, sentence, isSpecific, retryAfterSeconds } = error
  const isUsual = sentence === null || !isSpecific
  return code !== null && isUsual ? codeSentence(code, retryAfterSeconds) : sentence
}
