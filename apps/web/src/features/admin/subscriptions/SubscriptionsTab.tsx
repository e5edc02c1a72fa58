import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import { PAYPAL_PORTALS } from '@kerf/domain/site/site-settings'
import { buttonClass } from '@kerf/ui/Button'
import { ExternalLinkIcon } from '@kerf/ui/list-icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { adminKeys, listQuery, settingsQuery } from '../admin-queries.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { SubscriptionRow } from './SubscriptionRow.tsx'
import { useGrantLifetime } from './use-grant-lifetime.ts'

const words = adminWords.subscriptions
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
  const grant = useGrantLifetime()
  return (
    <>
      <div className="list-tools">
        <h2>{words.label}</h2>
        <a
          className={buttonClass({ variant: 'quiet', size: 'small' })}
          href={PAYPAL_PORTALS[settings?.paypalEnvironment ?? 'production']}
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
        row={(record) => <SubscriptionRow key={record.id} record={record} grant={grant} />}
      />
    </>
  )
}
