import { isPaying, viewerKindOf } from '@kerf/domain/viewer'
import { Link } from 'wouter'
import { messages } from '#messages/messages.ts'
import { PAGES } from '../../app/pages.ts'
import { useSession } from '../../session/session.ts'

const words = messages.house

/** One quiet line for Pro, for those who have not paid. Its room is kept for everybody, so that nothing moves once it is known who it is. */
export function HouseBanner() {
  const session = useSession()
  const shown =
    session.state === 'signed_out' ||
    (session.state === 'signed_in' && !isPaying(viewerKindOf(session.user.role, session.user.subscription)))
  return (
    <aside className="house" aria-label={words.label} data-shown={shown || undefined}>
      {words.text} <Link href={PAGES.subscription.path}>{words.plans}</Link>
    </aside>
  )
}
