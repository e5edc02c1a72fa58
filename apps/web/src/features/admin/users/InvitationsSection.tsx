import { type Invitation, listInvitations, revokeInvitation } from '@kerf/contract/admin-invitations'
import { Cell } from '@kerf/ui/DataTable'
import { invitationWords as words } from '#messages/account/invitations.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { formatTimestamp } from '../formatting.ts'
import { ListSection } from '../lists/ListSection.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'
import { InviteForm } from './InviteForm.tsx'

const PLAN_COLUMN = { name: words.columns.plan, width: '20%' }
const COLUMNS = [
  { name: words.columns.who },
  PLAN_COLUMN,
  { name: words.columns.expires, width: '24%' },
  { name: words.columns.actions, width: '140px', silent: true },
]

/** List of the invitations that can still be used, and a form for new ones. */
export function InvitationsSection() {
  const isSelling = sellsPlans()
  const rowChanges = useRowChanges<Invitation>(adminKeys.invitations, [])
  const revoke = ({ id }: Invitation) =>
    rowChanges.change(id, () => callApi(revokeInvitation, { params: { id } }), { title: words.revoked })
  return (
    <div className="mt-12">
      <ListSection
        id="invitations"
        words={words}
        columns={COLUMNS.filter((column) => isSelling || column !== PLAN_COLUMN)}
        query={(page) => listQuery(adminKeys.invitations, listInvitations, page)}
        row={(invitation) => (
          <tr key={invitation.id} aria-busy={rowChanges.isRunning(invitation.id)}>
            <Cell>
              <span className="wrap-anywhere">{invitation.email ?? words.anybody}</span>
              {invitation.createdByName && <small>{words.by(invitation.createdByName)}</small>}
            </Cell>
            {isSelling && <Cell label={words.columns.plan}>{words.plans[invitation.plan ?? 'free']}</Cell>}
            <Cell label={words.columns.expires}>{formatTimestamp(invitation.expiresAt)}</Cell>
            <Cell>
              <RowButton
                label={words.revokeOf(invitation.email ?? words.anybody)}
                running={rowChanges.isRunning(invitation.id)}
                onPress={() => revoke(invitation)}
              >
                {words.revoke}
              </RowButton>
            </Cell>
          </tr>
        )}
      >
        <InviteForm />
      </ListSection>
    </div>
  )
}
