import { QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { planWords } from '#messages/plans.ts'
import { queryClient } from '../../app/query-client.ts'
import { useSession } from '../../session/session.ts'
import { BuyingNote } from './BuyingNote.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'
import { FaqSection } from './FaqSection.tsx'
import { type OpenedBy, PaymentArea } from './PaymentArea.tsx'
import { PaymentNews } from './PaymentNews.tsx'
import { PlanStrip } from './PlanStrip.tsx'
import type { PaymentEnd } from './settle-payment.ts'
import { useSelection } from './use-selection.ts'
import './pricing.css'

/** The plans, what sets them apart, and the place to pay for one. */
export function SubscriptionPage() {
  const session = useSession()
  const selection = useSelection()
  const [end, setEnd] = useState<PaymentEnd | null>(null)
  const [openedBy, setOpenedBy] = useState<OpenedBy>('address')
  const title = useRef<HTMLHeadingElement>(null)

  function close(): void {
    selection.close()
    // What had the focus is gone.
    title.current?.focus()
  }

  return (
    <QueryClientProvider client={queryClient}>
      <section className="page pricing" aria-labelledby="pricing-title">
        <h1 id="pricing-title" ref={title} tabIndex={-1}>
          {planWords.title}
        </h1>
        <p className="home-lead">{planWords.lead}</p>
        <PaymentNews end={end} otherwise={<BuyingNote />} />
        <PlanStrip
          heading="h2"
          blade={selection.plan === null}
          chosen={selection.plan}
          onChoose={(plan) => {
            setEnd(null)
            setOpenedBy('choice')
            selection.choose(plan)
          }}
          onChange={(plan) => {
            setOpenedBy('switch')
            selection.change(plan)
          }}
        />
        {selection.plan && session.state === 'signed_in' && (
          <PaymentArea
            key={selection.plan}
            plan={selection.plan}
            openedBy={openedBy}
            user={session.user}
            onCancel={close}
            onEnd={(how) => {
              setEnd(how)
              close()
            }}
          />
        )}
      </section>
      <ComparisonTable />
      <FaqSection />
    </QueryClientProvider>
  )
}
