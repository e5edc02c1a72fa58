import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LockIcon } from '@kerf/ui/icons/tool-icons'
import { Link } from 'wouter'
import { accessWords as words } from '#messages/account/access.ts'
import { pagePath } from '../../browser/own-address.ts'
import { serverAccessMode } from '../../browser/server-access-mode.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { signInFor } from '../../data/navigation/return-to.ts'

/** Notice for people without a session that this server needs one, before they paste a link. */
export function AccountsOnly() {
  const isClosed = serverAccessMode() === 'closed'
  return (
    <div className="page pt-4">
      <Band
        icon={<LockIcon />}
        action={
          <Link href={signInFor(pagePath() + location.search)} className={buttonClass({ variant: 'primary' })}>
            {words.signIn}
          </Link>
        }
      >
        {isClosed ? words.noticeClosed : words.notice}{' '}
        <Link href={PAGES[isClosed ? 'contact' : 'signUp'].path}>{isClosed ? words.ask : words.signUp}</Link>
      </Band>
    </div>
  )
}
