import type { User } from '@kerf/contract/auth'
import { Button, buttonClass } from '@kerf/ui/Button'
import { Link } from 'wouter'
import { accountWords } from '#messages/account.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { useSignOut } from '../../data/session/use-sign-out.ts'
import { displayName } from '../../data/session/user-name.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { useWayOn } from './use-way-on.ts'

const words = accountWords.already

/** Whoever is signed in needs no form to do so, but may have come to use another account. */
export function AlreadySignedIn({ user }: { user: User }) {
  const { pending, leave } = useSignOut()
  const { wanted, goTo } = useWayOn()
  return (
    <AccountFrame title={words.title} lead={words.as(displayName(user), user.email)}>
      <div className="account-ways">
        <Link href={goTo} className={buttonClass({ variant: 'blade' })}>
          {wanted === null ? words.cut : words.goOn}
        </Link>
        <Link href={PAGES.profile.path} className={buttonClass({ variant: 'quiet' })}>
          {words.profile}
        </Link>
        <Button variant="quiet" aria-disabled={pending} onClick={leave}>
          {pending ? words.leaving : words.leave}
        </Button>
      </div>
    </AccountFrame>
  )
}
