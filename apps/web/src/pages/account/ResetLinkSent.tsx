import { buttonClass } from '@kerf/ui/Button'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { accountWords } from '#messages/account/account.ts'
import { tokenFragment } from '../../browser/mailed-token.ts'
import { mailNews } from '../../data/feedback/mail-news.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { useNextPage } from './use-next-page.ts'

const words = accountWords.sent

interface ResetLinkSentProps {
  email: string
  /** Token in demo mode, which may send no emails. */
  token: string | undefined
  onAnother: () => void
}

/** Replaces the form once it is sent. It does not reveal whether the account exists. */
export function ResetLinkSent({ email, token, onAnother }: ResetLinkSentProps) {
  const { linkTo } = useNextPage()
  const view = useRef<HTMLDivElement>(null)
  useEffect(() => view.current?.querySelector('h1')?.focus(), [])
  return (
    <div ref={view}>
      <AccountFrame title={words.title} lead={mailNews(words.title, words.text(email)).text}>
        {token && (
          <div className="mt-6">
            <p>{words.demo}</p>
            <p className="mt-2 py-3 px-3.5 bg-surface rounded-control wrap-anywhere select-all time">{token}</p>
          </div>
        )}
        <div className="account-ways">
          <Link
            href={`${PAGES.resetPassword.path}${token ? tokenFragment(token) : ''}`}
            className={buttonClass({ variant: 'primary' })}
          >
            {words.haveToken}
          </Link>
          <Link href={linkTo(PAGES.signIn.path)} className={buttonClass({ variant: 'quiet' })}>
            {words.back}
          </Link>
        </div>
        <p className="account-more note">{words.nothing}</p>
        <p className="account-more">
          <button type="button" onClick={onAnother}>
            {words.another}
          </button>
        </p>
      </AccountFrame>
    </div>
  )
}
