import type { SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import { parseSubscriptionStatus, type SubscriptionStatus } from '@kerf/domain/payments/plan-records'
import { Badge, type BadgeLook } from '@kerf/ui/Badge'
import { Cell } from '@kerf/ui/DataTable'
import { adminWords } from '#messages/admin.ts'
import { dayWords, money } from '../formatting.ts'
import { RowButton } from '../lists/RowButton.tsx'
import type { GrantLifetime } from './use-grant-lifetime.ts'

const words = adminWords.subscriptions
const LOOKS: Readonly<Record<SubscriptionStatus, BadgeLook>> = { active: 'good', lifetime: 'solid', inactive: 'dashed' }

export function SubscriptionRow({ record, grant }: { record: SubscriptionRecord; grant: GrantLifetime }) {
  const { userEmail, plan, amount, refundedAmount, currency, currentPeriodStart, currentPeriodEnd } = record
  const userName = record.userName ?? words.deletedAccount
  const status = parseSubscriptionStatus(record.status)
  const reason = status === 'inactive' ? words.reasons[record.status as keyof typeof words.reasons] : undefined
  const running = grant.isRunning(record)
  const start = dayWords(currentPeriodStart)
  return (
    <tr aria-busy={running}>
      <Cell>
        <b dir="auto">{userName}</b>
        <small>{userEmail}</small>
      </Cell>
      <Cell label={words.columns.plan}>{adminWords.plans[plan]}</Cell>
      <Cell label={words.columns.amount}>
        {record.given ? words.given : <span className="time">{money(amount, currency)}</span>}
        {refundedAmount > 0 && <small>{words.wentBack(money(refundedAmount, currency))}</small>}
      </Cell>
      <Cell label={words.columns.period}>
        {currentPeriodEnd === null ? words.neverEnds(start) : words.period(start, dayWords(currentPeriodEnd))}
      </Cell>
      <Cell label={words.columns.since}>{dayWords(record.createdAt)}</Cell>
      <Cell label={words.columns.status}>
        <Badge look={LOOKS[status]}>{words.statuses[status]}</Badge>
        {reason && <small>{reason}</small>}
      </Cell>
      <Cell>
        {plan !== 'lifetime' && record.userName !== null && (
          <RowButton label={words.grantTo(userName)} running={running} onPress={() => grant.grant(record)}>
            {words.grantLifetime}
          </RowButton>
        )}
      </Cell>
    </tr>
  )
}
