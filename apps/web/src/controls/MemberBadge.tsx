import type { User } from '@kerf/contract/auth'
import { Badge } from '@kerf/ui/Badge'
import { userMenuWords } from '#messages/account.ts'

/** Beside the name of somebody with Lifetime, as their plan promises. */
export function MemberBadge({ user }: { user: Pick<User, 'subscription'> }) {
  return user.subscription === 'lifetime' && <Badge look="solid">{userMenuWords.member}</Badge>
}
