import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { Button } from '@kerf/ui/Button'
import { type ReactNode, useEffect, useRef } from 'react'
import { mailedLinkWords as words } from '#messages/account/account.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { AccountFrame } from './AccountFrame.tsx'
import type { MailedLink } from './use-mailed-link.ts'

/** Content of the page once its link has worked or failed. */
interface Ending {
  title: string
  lead: string
  /** Links to further pages, the next step first. */
  ways: ReactNode
}

interface MailedLinkPageProps<Answer> {
  /** Title of the page until the result of the link is known. */
  title: string
  sending: string
  link: MailedLink<Answer>
  /** Content of the page without a link. */
  none: Omit<Ending, 'title'>
  done: (answer: Answer) => Ending
  refused: (code: ErrorCode) => Ending
}

export function MailedLinkPage<Answer>({ title, sending, link, none, done, refused }: MailedLinkPageProps<Answer>) {
  const view = useRef<HTMLDivElement>(null)
  const { state } = link
  // Screen readers read the heading of the result, and the keyboard begins there.
  useEffect(() => {
    if (state === 'done' || state === 'refused' || state === 'failed') view.current?.querySelector('h1')?.focus()
  }, [state])
  const { title: heading, lead, ways } = ending()
  return (
    <div ref={view} aria-busy={state === 'sending'}>
      <AccountFrame title={heading} lead={lead} ways={ways} />
    </div>
  )

  function ending(): Ending {
    switch (link.state) {
      case 'sending':
        return { title, lead: sending, ways: null }
      case 'none':
        return { title, ...none }
      case 'done':
        return done(link.answer)
      case 'refused':
        return refused(link.code)
      case 'failed':
        return {
          title: words.failed,
          lead: failureSentence(link.error),
          ways: (
            <Button variant="primary" onClick={link.retry}>
              {words.tryAgain}
            </Button>
          ),
        }
    }
  }
}
