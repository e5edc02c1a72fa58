import type { User } from '@kerf/contract/auth'
import { type AccountChange, mayDeleteUser } from '@kerf/domain/people/admin-rules'
import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { IconButton } from '@kerf/ui/Button'
import { EllipsisIcon } from '@kerf/ui/icons/list-icons'
import { Menu, MenuDivider, MenuItem } from '@kerf/ui/Menu'
import { adminWords } from '#messages/admin.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { displayName } from '../../../data/session/user-name.ts'

interface UserActionsMenuProps {
  user: User
  running: boolean
  onChange: (change: AccountChange) => void
  onAsk: (question: 'promote' | 'delete') => void
}

const words = adminWords.users

export const actionsButtonId = (userId: string): string => `actions-${userId}`

/** Menu of the actions on an account that its state allows. */
export function UserActionsMenu({ user, running, onChange, onAsk }: UserActionsMenuProps) {
  const isDeletable = mayDeleteUser(user).allowed
  const isSelling = sellsPlans()
  const otherPlans = PLAN_IDS.filter((plan) => isSelling && plan !== user.subscription && plan !== 'lifetime')
  return (
    <Menu
      busy={running}
      trigger={
        <IconButton
          id={actionsButtonId(user.id)}
          label={words.actionsFor(displayName(user))}
          icon={<EllipsisIcon />}
          aria-disabled={running || undefined}
        />
      }
    >
      {isSelling && user.subscription !== 'lifetime' && (
        <MenuItem onSelect={() => onChange({ subscription: 'lifetime' })}>{words.grantLifetime}</MenuItem>
      )}
      {otherPlans.map((plan) => (
        <MenuItem key={plan} onSelect={() => onChange({ subscription: plan })}>
          {words.setPlan(adminWords.plans[plan])}
        </MenuItem>
      ))}
      {isSelling && <MenuDivider />}
      {user.role === 'admin' ? (
        <MenuItem onSelect={() => onChange({ role: 'user' })}>{words.demote}</MenuItem>
      ) : (
        <MenuItem onSelect={() => onAsk('promote')}>{words.questions.promote.title}</MenuItem>
      )}
      <MenuItem onSelect={() => onChange({ isActive: !user.isActive })}>
        {user.isActive ? words.suspend : words.reactivate}
      </MenuItem>
      <MenuDivider />
      <MenuItem disabled={!isDeletable} onSelect={() => onAsk('delete')}>
        <span>
          {words.delete}
          {!isDeletable && <small className="block pb-2 text-small leading-[1.35]">{words.adminsStay}</small>}
        </span>
      </MenuItem>
    </Menu>
  )
}
