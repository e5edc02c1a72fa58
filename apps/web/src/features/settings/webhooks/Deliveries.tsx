import { sendDeliveryAgain, type WebhookDelivery } from '@kerf/contract/webhooks'
import { Button } from '@kerf/ui/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { webhookWords as words } from '#messages/account/webhooks.ts'
import { useRunning } from '../../../browser/use-running.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { showFailure } from '../../../data/feedback/show-failure.ts'
import { calendarTime } from '../../../data/formatting/dates.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { deliveriesQuery } from './webhook-queries.ts'

/** Last fifty deliveries of a webhook, with the answer to each. */
export function Deliveries({ id, isOn }: { id: string; isOn: boolean }) {
  const query = deliveriesQuery(id)
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(query)
  const { has, run } = useRunning()
  const sendAgain = (deliveryId: string): void =>
    void run(deliveryId, () =>
      callApi(sendDeliveryAgain, { params: { id, deliveryId }, body: {} })
        .catch(showFailure)
        .then(() => queryClient.invalidateQueries(query)),
    )
  if (error) return <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data)
    return (
      <div role="status" aria-label={dashboardWords.loading}>
        <span className="dashboard-blank mt-3 h-4 w-64 max-w-full" />
      </div>
    )
  if (data.length === 0) return <p className="note mt-3">{words.noDeliveries}</p>
  return (
    <ul className="webhook-deliveries" aria-label={words.deliveries}>
      {data.map((delivery) => (
        <li key={delivery.id}>
          <div className="min-w-0 grow">
            <p className="font-semibold">{words.events[delivery.event]}</p>
            <p className="note">
              {calendarTime(delivery.createdAt, LOCALE)}. {describeDelivery(delivery)}
            </p>
          </div>
          {isOn && (
            <Button
              variant="paper"
              size="small"
              aria-disabled={delivery.status === 'waiting' || has(delivery.id) || undefined}
              onClick={() => delivery.status !== 'waiting' && sendAgain(delivery.id)}
            >
              {words.again}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function describeDelivery({ status, tries, statusCode, milliseconds, nextTryAt }: WebhookDelivery): string {
  const answer =
    tries === 0
      ? []
      : [statusCode === null || milliseconds === null ? words.noAnswer : words.answered(statusCode, milliseconds)]
  const isLater = status === 'waiting' && tries > 0 && nextTryAt !== null
  const nextTry = isLater ? [words.nextTry(calendarTime(nextTryAt, LOCALE))] : []
  return [words[status], ...answer, ...nextTry].join(', ')
}
