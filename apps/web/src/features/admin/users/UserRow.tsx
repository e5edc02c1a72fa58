import type { User } from '@kerf/contract/auth'
import { Badge } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import { adminWords } from '#messages/admin.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { displayName } from '../../../data/session/user-name.ts'
import { formatLocalDay } from '../formatting.ts'
import { UserActionsMenu } from './UserActionsMenu.tsx'
import type { UserActions } from './use-user-actions.ts'

interface UserRowProps {
  user: User
  actions: UserActions
  onAsk: (question: 'promote' | 'delete') => void
}

const words = adminWords.users

export function UserRow({ user, actions, onAsk }: UserRowProps) {
  const isRunning = actions.isRunning(user)
  return (
    <tr aria-busy={isRunning}>
      <Cell>
        <b dir="auto">{displayName(user)}</b>
        <small>
          {user.email}
          {!user.emailVerified && ` (${words.unverified})`}
        </small>
      </Cell>
      <Cell label={words.columns.role}>
        {user.role === 'admin' ? <Badge look="solid">{words.roles.admin}</Badge> : words.roles.user}
      </Cell>
      {sellsPlans() && <Cell label={words.columns.plan}>{adminWords.plans[user.subscription]}</Cell>}
      <Cell label={words.columns.since}>
        {formatLocalDay(user.createdAt)}
        {user.lastActive && <small>{words.lastActive(formatLocalDay(user.lastActive))}</small>}
      </Cell>
      <Cell label={words.columns.status}>
        {isRunning ? adminWords.working : user.isActive ? words.active : <Badge look="fault">{words.suspended}</Badge>}
      </Cell>
      <Cell>
        <UserActionsMenu
          user={user}
          running={isRunning}
          onChange={(change) => actions.change(user, change)}
          onAsk={onAsk}
        />
      </Cell>
    </tr>
  )
}
