import { listSubscriptions, type SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import { updateUser } from '@kerf/contract/admin-users'
import { parseSubscriptionStatus, type SubscriptionStatus } from '@kerf/domain/payments/plan-records'
import { PAYPAL_ACTIVITY_URLS } from '@kerf/domain/site/site-settings'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { buttonClass } from '@kerf/ui/Button'
import { Cell } from '@kerf/ui/DataTable'
import { ExternalLinkIcon } from '@kerf/ui/icons/list-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, listQuery, settingsQuery } from '../admin-queries.ts'
import { formatAmount, formatLocalDay } from '../formatting.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useRowChanges } from '../lists/use-row-changes.ts'

const words = adminWords.subscriptions
const { userToasts } = adminWords
const COLUMNS = [
  { name: words.columns.who },
  { name: words.columns.plan, width: '11%' },
  { name: words.columns.amount, width: '10%' },
  { name: words.columns.period, width: '18%' },
  { name: words.columns.since, width: '11%' },
  { name: words.columns.status, width: '104px' },
  { name: words.columns.actions, width: '172px', silent: true },
]

export function SubscriptionsTab() {
  const [page, setPage] = useState(1)
  const subscriptions = useQuery(listQuery(adminKeys.subscriptions, listSubscriptions, page))
  const { data: settings } = useQuery(settingsQuery)
  const grantLifetime = useGrantLifetime()
  return (
    <>
      <div className="list-tools">
        <h2 className="mr-auto">{words.label}</h2>
        <a
          className={buttonClass({ variant: 'quiet', size: 'small' })}
          href={PAYPAL_ACTIVITY_URLS[settings?.paypalEnvironment ?? 'production']}
          target="_blank"
          rel="noopener noreferrer"
        >
          {words.portal}
          <ExternalLinkIcon />
        </a>
        <RefreshButton onRefresh={subscriptions.refetch} />
      </div>
      <PagedTable
        words={words}
        columns={COLUMNS}
        query={subscriptions}
        page={page}
        onPage={setPage}
        row={(record) => <SubscriptionRow key={record.id} record={record} grant={grantLifetime} />}
      />
    </>
  )
}

const BADGE_LOOKS: Readonly<Record<SubscriptionStatus, BadgeLook>> = {
  active: 'good',
  lifetime: 'solid',
  inactive: 'dashed',
}

function SubscriptionRow({
  record,
  grant,
}: {
  record: SubscriptionRecord
  grant: ReturnType<typeof useGrantLifetime>
}) {
  const { userEmail, plan, amount, refundedAmount, currency, currentPeriodStart, currentPeriodEnd } = record
  const userName = record.userName ?? words.deletedAccount
  const status = parseSubscriptionStatus(record.status)
  const reason = status === 'inactive' ? words.reasons[record.status as keyof typeof words.reasons] : undefined
  const isRunning = grant.isRunning(record)
  const start = formatLocalDay(currentPeriodStart)
  return (
    <tr aria-busy={isRunning}>
      <Cell>
        <b dir="auto">{userName}</b>
        <small>{userEmail}</small>
      </Cell>
      <Cell label={words.columns.plan}>{adminWords.plans[plan]}</Cell>
      <Cell label={words.columns.amount}>
        {record.given ? words.given : <span className="time">{formatAmount(amount, currency)}</span>}
        {refundedAmount > 0 && <small>{words.wentBack(formatAmount(refundedAmount, currency))}</small>}
      </Cell>
      <Cell label={words.columns.period}>
        {currentPeriodEnd === null ? words.neverEnds(start) : words.period(start, formatLocalDay(currentPeriodEnd))}
      </Cell>
      <Cell label={words.columns.since}>{formatLocalDay(record.createdAt)}</Cell>
      <Cell label={words.columns.status}>
        <Badge look={BADGE_LOOKS[status]}>{words.statuses[status]}</Badge>
        {reason && <small>{reason}</small>}
      </Cell>
      <Cell>
        {plan !== 'lifetime' && record.userName !== null && (
          <RowButton label={words.grantTo(userName)} running={isRunning} onPress={() => grant.grant(record)}>
            {adminWords.users.grantLifetime}
          </RowButton>
        )}
      </Cell>
    </tr>
  )
}

/**
 * Grants Lifetime to an account. Meanwhile all records of the account are busy, because the plan belongs to the
 * account.
 */
function useGrantLifetime() {
  const rowChanges = useRowChanges<SubscriptionRecord>(adminKeys.subscriptions, [adminKeys.stats, adminKeys.users])
  return {
    isRunning: ({ userId }: SubscriptionRecord) => rowChanges.isRunning(userId),
    grant: ({ userId, userName }: SubscriptionRecord) =>
      rowChanges.change(
        userId,
        async () => {
          await callApi(updateUser, { params: { id: userId }, body: { subscription: 'lifetime' } })
          // The call returns the account, which is no row of this list.
          return undefined
        },
        {
          title: userToasts.updated,
          text: userToasts.updatedText(userName ?? userId, userToasts.changes.plan(adminWords.plans.lifetime)),
        },
        userToasts.updateFailed,
      ),
  }
}
