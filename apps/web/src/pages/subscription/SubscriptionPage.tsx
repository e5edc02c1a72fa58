import { PLANS } from '@kerf/domain/plans/plans'
import { Band } from '@kerf/ui/Band'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { CheckIcon } from '@kerf/ui/icons/tool-icons'
import { QueryClientProvider } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { pricingWords } from '#messages/account/payments.ts'
import { planWords } from '#messages/account/plans.ts'
import { pagePath } from '../../browser/own-address.ts'
import { lastVideo } from '../../data/navigation/last-video.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { useSession } from '../../data/session/session.ts'
import { ComparisonTable } from '../../features/plans/ComparisonTable.tsx'
import { FaqSection } from '../../features/plans/FaqSection.tsx'
import type { PaymentEnd } from '../../features/plans/finish-payment.ts'
import { type OpenedBy, PaymentArea } from '../../features/plans/PaymentArea.tsx'
import { PaymentNews } from '../../features/plans/PaymentNews.tsx'
import { useSelection } from '../../features/plans/use-selection.ts'
import '../../features/plans/pricing.css'
import { PlanList } from '../../features/plans/PlanList.tsx'

/** Page with the plans, their comparison, and the area for paying. */
export function SubscriptionPage() {
  const session = useSession()
  const selection = useSelection()
  const [paymentEnd, setPaymentEnd] = useState<PaymentEnd | null>(null)
  const [openedBy, setOpenedBy] = useState<OpenedBy>('address')
  const title = useRef<HTMLHeadingElement>(null)

  function close(): void {
    selection.close()
    // The element with the focus is gone.
    title.current?.focus()
  }

  return (
    <QueryClientProvider client={queryClient}>
      <section className="page pt-[clamp(28px,7.5vh,72px)]" aria-labelledby="pricing-title">
        <h1
          id="pricing-title"
          className="text-[clamp(2.375rem,1.35rem+3.6vw,4rem)]/none font-semibold tracking-[-0.035em] text-balance"
          ref={title}
          tabIndex={-1}
        >
          {planWords.title}
        </h1>
        <p className="home-lead">{planWords.lead}</p>
        <PaymentNews end={paymentEnd} otherwise={<BuyingNote />} />
        <PlanList
          heading="h2"
          primary={selection.plan === null}
          chosen={selection.plan}
          onChoose={(plan) => {
            setPaymentEnd(null)
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
            onEnd={(outcome) => {
              // A person who has opened another page meanwhile stays there.
              if (pagePath() !== PAGES.subscription.path) return
              const video = outcome === 'paid' ? lastVideo.read() : null
              if (video !== null) return navigate(video, { replace: true })
              setPaymentEnd(outcome)
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

/** Note about why nothing can be bought, shown before somebody chooses a plan. */
function BuyingNote() {
  const session = useSession()
  const { payments } = usePlanTerms()
  if (session.state === 'signed_in' && session.user.subscription === 'lifetime') {
    return (
      <div className="mt-7">
        <Band icon={<CheckIcon />}>{pricingWords.nothingLeft(PLANS.lifetime.name)}</Band>
      </div>
    )
  }
  if (payments !== false) return null
  return (
    <div className="mt-7">
      <Band icon={<CircleAlertIcon />}>
        <b>{planWords.notSetUp}</b> {pricingWords.payment.notSetUpMore}
      </Band>
    </div>
  )
}
