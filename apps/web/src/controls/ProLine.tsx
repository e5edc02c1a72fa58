import { isPaying, viewerKindOf } from '@kerf/domain/access/viewer'
import { Link } from 'wouter'
import { proWords as words } from '#messages/asides.ts'
import { PAGES } from '../data/navigation/pages.ts'
import { useSession } from '../data/session/session.ts'

/** Line about Pro for visitors who do not pay. */
export function ProLine() {
  const session = useSession()
  if (session.state === 'unknown') return null
  if (session.state === 'signed_in' && isPaying(viewerKindOf(session.user.role, session.user.subscription))) return null
  return (
    <aside className="border-y border-line py-3" aria-label={words.label}>
      {words.text}{' '}
      <Link href={PAGES.subscription.path} className="tap-area">
        {words.plans}
      </Link>
    </aside>
  )
}
