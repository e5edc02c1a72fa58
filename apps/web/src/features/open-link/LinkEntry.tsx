import { isPlausibleLink, SAMPLE_LINK } from '@kerf/domain/links/link'
import { Button } from '@kerf/ui/Button'
import { ClipboardPasteIcon } from '@kerf/ui/icons/icons'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { messages, pageWords } from '#messages/site.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import type { AskedPart } from '../../data/ranges/asked-address.ts'
import { invalidLinkSentence, useSiteOptions } from '../../data/site-options.ts'
import { linkDraft, type ProcessLink } from './use-process-link.ts'

interface LinkEntryProps {
  process: ProcessLink
  /** The link that is being shown, once there is one: the bar is slim then and stays at hand. */
  shownLink?: string | undefined
  /** What the field begins with, before anything is shown. */
  initialLink?: string | undefined
  /** The part of the sample that has been chosen already. */
  samplePart?: AskedPart | undefined
}

const words = messages.link

/** The link field and its button: one bar with one cut. */
export function LinkEntry({ process, shownLink, initialLink = '', samplePart }: LinkEntryProps) {
  const slim = shownLink !== undefined
  const { sources } = useSiteOptions()
  const kinds = sources.map((source) => words.kinds[source])
  /** null until somebody types. */
  const [typed, setTyped] = useState(linkDraft.read)
  const link = typed ?? shownLink ?? initialLink
  const [hint, setHint] = useState<string | null>(null)
  const [dropping, setDropping] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const fieldId = useId()

  useEffect(() => {
    // With a keyboard at hand the field is ready to be pasted into; on a phone the keyboard would cover the page.
    if (!slim && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [slim])

  useEffect(() => {
    // What was typed while the page was still as it was built beforehand is in the field, and nowhere else.
    const before = field.current?.value ?? ''
    if (before !== '') setTyped(before)
  }, [])

  usePagePaste(fill)

  function change(text: string): void {
    setTyped(text)
    linkDraft.save(text)
    setHint(null)
    process.refuse(null)
    // A typed link will be processed soon.
    process.prepare()
  }

  /** Takes the place of what is there: nobody drops one link into another. A link with nothing around it starts at once. */
  function fill(text: string): void {
    if (process.working) return
    field.current?.focus()
    change(text)
    if (isPlausibleLink(text) && /^\s*http\S+\s*$/.test(text)) process.start(text.trim())
  }

  function dragOver(event: DragEvent): void {
    event.preventDefault()
    setDropping(true)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setDropping(false)
    const text = offeredText(event.dataTransfer)
    if (text !== '') fill(text)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (process.working) return
    if (isPlausibleLink(link)) {
      process.start(link.trim())
      return
    }
    process.refuse(invalidLinkSentence())
    toasts.show({ title: words.invalidTitle, text: invalidLinkSentence(), tone: 'fault' })
    field.current?.focus()
  }

  async function paste(): Promise<void> {
    field.current?.focus()
    try {
      const text = (await navigator.clipboard.readText()).trim()
      if (text === '') return setHint(words.clipboardEmpty)
      fill(text)
    } catch {
      setHint(words.clipboardClosed)
    }
  }

  return (
    <div>
      <form
        className={slim ? 'link-bar link-bar-slim' : 'link-bar'}
        data-dropping={dropping || undefined}
        // A link that is sent before the page answers arrives as a prepared one.
        action="/"
        noValidate
        onSubmit={submit}
        onDragOver={dragOver}
        onDragLeave={() => setDropping(false)}
        onDrop={drop}
      >
        <div className="link-field">
          <label className="sr-only" htmlFor={fieldId}>
            {words.label}
          </label>
          <TextField
            ref={field}
            id={fieldId}
            name="url"
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            placeholder={words.placeholder}
            value={link}
            fault={process.refusal}
            onChange={({ target, nativeEvent }) => {
              const isPasted = (nativeEvent as InputEvent).inputType === 'insertFromPaste'
              ;(isPasted ? fill : change)(target.value)
            }}
            onFocus={slim ? (event) => event.target.select() : undefined}
          />
          {!slim && (
            <Button variant="quiet" size="small" className="link-paste" onClick={paste}>
              <ClipboardPasteIcon />
              {words.paste}
            </Button>
          )}
        </div>
        <Button
          type="submit"
          variant={slim ? 'quiet' : 'primary'}
          size={slim ? 'control' : 'big'}
          aria-disabled={process.working}
        >
          {process.working ? words.processing : words.process}
        </Button>
      </form>
      <div className="link-remarks mt-3 text-small text-ink-2">
        {process.refusal && <FieldFault fieldId={fieldId}>{process.refusal}</FieldFault>}
        {hint && <p role="status">{hint}</p>}
        {!slim && (
          // The refusal says that the sample works, so the way to it stays.
          <p>
            {!process.refusal && !hint && (
              <span className="link-help">
                {kinds.join('')}
                {words.help}{' '}
              </span>
            )}
            <button
              type="button"
              className="link-sample tap-area mr-4"
              onClick={() => process.start(SAMPLE_LINK, samplePart ? { part: samplePart } : {})}
            >
              {words.trySample}
            </button>{' '}
            <Link href={PAGES.batch.path} className="link-sample tap-area font-normal">
              {pageWords.batch.title}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

/** Calls back with what is pasted while no field is focused: it can only be meant for the link. */
function usePagePaste(onText: (text: string) => void): void {
  const latest = useLatest(onText)
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || takesText(document.activeElement)) return
      const text = offeredText(event.clipboardData)
      if (text === '') return
      event.preventDefault()
      latest.current(text)
    }
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [latest])
}

function takesText(element: Element | null): boolean {
  return (
    element instanceof HTMLElement && (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName))
  )
}

/** The link or, without one, the text that is being dropped or pasted; empty when there is neither. */
export function offeredText(data: Pick<DataTransfer, 'getData'> | null): string {
  // A list of links may begin with remarks.
  const links = (data?.getData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => !line.startsWith('#'))
  return (links[0]?.trim() || data?.getData('text/plain').trim()) ?? ''
}
