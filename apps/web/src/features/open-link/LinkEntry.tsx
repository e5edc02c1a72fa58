import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { SAMPLE_LINK } from '@kerf/domain/links/link'
import { Button } from '@kerf/ui/Button'
import { ClipboardPasteIcon } from '@kerf/ui/icons/icons'
import { FieldFault, TextField } from '@kerf/ui/TextField'
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { messages, pageWords } from '#messages/site.ts'
import { handFiles } from '../../browser/device-file.ts'
import { droppedFiles, useFileDrop } from '../../browser/use-file-drop.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import type { UrlTrim } from '../../data/ranges/trim-address.ts'
import { useSession } from '../../data/session/session.ts'
import { invalidLinkSentence, mayBeLink, useSiteOptions } from '../../data/site-options.ts'
import { linkDraft, type ProcessLink } from './use-process-link.ts'

interface LinkEntryProps {
  process: ProcessLink
  /** Link of the video that is shown, if there is one. The bar is slim then. */
  shownLink?: string | undefined
  /** Initial text of the field while no video is shown. */
  initialLink?: string | undefined
  /** Part of the sample that is chosen already. */
  samplePart?: UrlTrim | undefined
}

const words = messages.link
/** Loads the offer to cut on this device on demand: few links are refused. */
const loadDeviceBand = () => import('../../controls/DeviceBand.tsx')

/** Bar with the link field and its button. */
export function LinkEntry({ process, shownLink, initialLink = '', samplePart }: LinkEntryProps) {
  const isSlim = shownLink !== undefined
  const { state } = useSession()
  const { sources, sites } = useSiteOptions()
  const linkKinds = sources.map((source) => words.kinds[source as keyof typeof words.kinds])
  /** Typed text; null before the viewer types. */
  const [typedText, setTypedText] = useState(linkDraft.read)
  const link = typedText ?? shownLink ?? initialLink
  const [hint, setHint] = useState<string | null>(null)
  const [isDropping, setIsDropping] = useState(false)
  const bandModule = useLoaded(loadDeviceBand, process.offer && 'offer')
  const field = useRef<HTMLInputElement>(null)
  const fieldId = useId()

  useEffect(() => {
    // With a mouse the field takes the focus. On a phone the focus would open a keyboard that covers the page.
    if (!isSlim && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [isSlim])

  useEffect(() => {
    // Text that was typed before the page was hydrated is in the field only, not in the state.
    const fieldText = field.current?.value ?? ''
    if (fieldText !== '') setTypedText(fieldText)
  }, [])

  usePagePaste(fillField)
  const isFileDragged = useFileDrop((choice) => {
    handFiles(choice)
    navigate(BASE_PATH + PAGES.device.path)
  })

  function changeText(text: string): void {
    setTypedText(text)
    linkDraft.save(text)
    setHint(null)
    process.refuse(null)
    // The code is loaded now, because a typed link will be processed soon.
    process.prepare()
  }

  /** Replaces the text of the field. A link without other text is processed at once. */
  function fillField(text: string): void {
    if (process.working) return
    field.current?.focus()
    changeText(text)
    if (mayBeLink(text) && /^\s*http\S+\s*$/.test(text)) process.start(text.trim())
  }

  function dragOver(event: DragEvent): void {
    event.preventDefault()
    setIsDropping(true)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsDropping(false)
    const text = offeredText(event.dataTransfer)
    if (text !== '' && !droppedFiles(event.dataTransfer)) fillField(text)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (process.working) return
    if (mayBeLink(link)) {
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
      fillField(text)
    } catch {
      setHint(words.clipboardClosed)
    }
  }

  return (
    <div className={state === 'signed_in' ? '' : 'of-members'}>
      <form
        className={isSlim ? 'link-bar link-bar-slim' : 'link-bar'}
        data-dropping={isDropping || isFileDragged || undefined}
        // A form that is submitted before the page is hydrated opens the link as a prepared trim.
        action={`${BASE_PATH}/`}
        noValidate
        onSubmit={submit}
        onDragOver={dragOver}
        onDragLeave={() => setIsDropping(false)}
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
              ;(isPasted ? fillField : changeText)(target.value)
            }}
            onFocus={isSlim ? (event) => event.target.select() : undefined}
          />
          {!isSlim && (
            <Button variant="quiet" size="small" className="link-paste" onClick={paste}>
              <ClipboardPasteIcon />
              {words.paste}
            </Button>
          )}
        </div>
        <Button
          type="submit"
          variant={isSlim ? 'quiet' : 'primary'}
          size={isSlim ? 'control' : 'big'}
          aria-disabled={process.working}
        >
          {process.working ? words.processing : words.process}
        </Button>
      </form>
      <div className="link-remarks mt-3 text-small text-ink-2">
        {process.refusal && <FieldFault fieldId={fieldId}>{process.refusal}</FieldFault>}
        {process.offer && bandModule && <bandModule.DeviceBand offer={process.offer} />}
        {hint && <p role="status">{hint}</p>}
        {!isSlim && (
          // The refusal mentions the sample, so the button of the sample stays.
          <p>
            {!process.refusal && !hint && (
              <span className="link-help">
                {linkKinds.join('')}
                {sites}
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
            <Link href={PAGES.device.path} className="link-sample tap-area mr-4 font-normal">
              {words.openFile}
            </Link>{' '}
            <Link href={PAGES.batch.path} className="link-sample tap-area font-normal">
              {pageWords.batch.title}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

/** Calls `onText` with text that is pasted while no field has the focus: such text must be a link. */
function usePagePaste(onText: (text: string) => void): void {
  const latestCallback = useLatest(onText)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || acceptsText(document.activeElement)) return
      const text = offeredText(event.clipboardData)
      if (text === '') return
      event.preventDefault()
      latestCallback.current(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [latestCallback])
}

function acceptsText(element: Element | null): boolean {
  return (
    element instanceof HTMLElement && (element.isContentEditable || /^(input|textarea|select)$/i.test(element.tagName))
  )
}

/** The dropped or pasted link, else the dropped or pasted text; empty where there is neither. */
export function offeredText(data: Pick<DataTransfer, 'getData'> | null): string {
  // Lines of a list of links that begin with `#` are comments.
  const links = (data?.getData('text/uri-list') ?? '').split(/\r?\n/).filter((line) => !line.startsWith('#'))
  return (links[0]?.trim() || data?.getData('text/plain').trim()) ?? ''
}
