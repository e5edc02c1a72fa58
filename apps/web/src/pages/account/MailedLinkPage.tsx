import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { Button } from '@kerf/ui/Button'
import { type ReactNode, useEffect, useRef } from 'react'
import { mailedLinkWords as words } from '#messages/account/account.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { AccountFrame } from './AccountFrame.tsx'
import type { MailedLink } from './use-mailed-link.ts'

/** Content of the page once its link has worked or failed. */
interface LinkOutcome {
  title: string
  lead: string
  /** Links to further pages, the next step first. */
  links: ReactNode
}

interface MailedLinkPageProps<Answer> {
  /** Title of the page until the result of the link is known. */
  title: string
  sending: string
  link: MailedLink<Answer>
  /** Content of the page without a link. */
  none: Omit<LinkOutcome, 'title'>
  done: (answer: Answer) => LinkOutcome
  refused: (code: ErrorCode) => LinkOutcome
}

export function MailedLinkPage<Answer>({ title, sending, link, none, done, refused }: MailedLinkPageProps<Answer>) {
  const view = useRef<HTMLDivElement>(null)
  const { state } = link
  // Screen readers read the heading of the result, and the keyboard begins there.
  useEffect(() => {
    if (state === 'done' || state === 'refused' || state === 'failed') view.current?.querySelector('h1')?.focus()
  }, [state])
  const { title: heading, lead, links } = outcome()
  return (
    <div ref={view} aria-busy={state === 'sending'}>
      <AccountFrame title={heading} lead={lead} links={links} />
    </div>
  )

  function outcome(): LinkOutcome {
    switch (link.state) {
      case 'sending':
        return { title, lead: sending, links: null }
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
          links: (
            <Button variant="primary" onClick={link.retry}>
              {words.tryAgain}
            </Button>
          ),
        }
    }
  }
}
