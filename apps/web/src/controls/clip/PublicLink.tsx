import { endShare, readShare, type Share, shareDownload } from '@kerf/contract/share'
import type { OwnDownload } from '@kerf/contract/user'
import { Button } from '@kerf/ui/Button'
import { TextField } from '@kerf/ui/TextField'
import { useEffect, useId, useState } from 'react'
import { shareWords as words } from '#messages/clips/share.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { copyText } from '../../data/feedback/copy-text.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { callApi } from '../../data/session/with-session.ts'

/** `off`: the server shares no clips. */
type LinkState = { share: Share | null } | 'off' | 'loading'

/** Controls that make the public link of a clip, copy it, and take it back. */
export function PublicLink({ download }: { download: OwnDownload }) {
  const { id } = download
  const fieldId = useId()
  const running = useOneAtATime()
  const [link, setLink] = useState<LinkState>('loading')
  const [fault, setFault] = useState<string | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    callApi(readShare, { params: { id }, signal: controller.signal }).then(
      ({ share, isAllowed }) => setLink(isAllowed ? { share } : 'off'),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setFault(failureSentence(error))
        setLink({ share: null })
      },
    )
    return () => controller.abort()
  }, [id])

  const run = (work: () => Promise<void>): void =>
    void running.run(() =>
      work().then(
        () => setFault(null),
        (error: unknown) => setFault(failureSentence(error)),
      ),
    )
  const makeLink = () =>
    link !== 'loading' && run(async () => setLink({ share: await callApi(shareDownload, { params: { id } }) }))
  const takeLinkBack = () =>
    run(async () => {
      await callApi(endShare, { params: { id } })
      setLink({ share: null })
      toasts.show({ title: words.ended, text: words.endedText })
    })
  const share = typeof link === 'object' ? link.share : null

  return (
    <div className="grid gap-2.5 pt-3.5 pb-1" aria-busy={link === 'loading' && fault === null}>
      <p className="note max-w-[60ch]">{link === 'off' ? words.off : words.text}</p>
      {share ? (
        <>
          <div className="flex gap-(--kerf) max-phone:flex-col">
            <label className="sr-only" htmlFor={fieldId}>
              {words.link}
            </label>
            <TextField
              id={fieldId}
              className="min-w-0 flex-auto"
              readOnly
              value={share.url}
              translate="no"
              onFocus={(event) => event.target.select()}
            />
            <Button onClick={() => void copyText(share.url, { title: words.copied }, { title: words.copyFailed })}>
              {words.copy}
            </Button>
          </div>
          <p className="flex flex-wrap items-center gap-x-5 text-small">
            <span className="text-ink-2">{words.opened(share.opened)}</span>
            <button
              type="button"
              className="min-h-(--touch) underline underline-offset-[0.22em]"
              aria-disabled={running.busy || undefined}
              onClick={takeLinkBack}
            >
              {words.end}
            </button>
          </p>
        </>
      ) : (
        link !== 'off' && (
          <div>
            <Button aria-disabled={running.busy || link === 'loading' || undefined} onClick={makeLink}>
              {words.make}
            </Button>
          </div>
        )
      )}
      <div role="alert">{fault && <p className="note">{fault}</p>}</div>
    </div>
  )
}
