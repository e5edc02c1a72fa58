import { MAX_BATCH_ITEMS } from '@kerf/domain/access/quota'
import { isPaying } from '@kerf/domain/access/viewer'
import { Band } from '@kerf/ui/Band'
import { Button, buttonClass } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { batchWords as words } from '#messages/clips/batch.ts'
import { keepFocus } from '../../browser/keep-focus.ts'
import { pagePath } from '../../browser/own-address.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { loadToaster } from '../../data/feedback/toasts.ts'
import { batchPath, PAGES } from '../../data/navigation/pages.ts'
import { quotaQuery } from '../../data/queries/calls.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { useSession } from '../../data/session/session.ts'
import { BatchOffer } from '../../features/batch/BatchOffer.tsx'
import { BatchStatus } from '../../features/batch/BatchStatus.tsx'
import { NewBatch } from '../../features/batch/NewBatch.tsx'
import '../../features/batch/batch.css'

/**
 * Page for batches: it takes several links at once. The parameter `id` in its address names a batch that was
 * requested, and `list` a playlist whose videos may become its lines.
 */
export function BatchPage() {
  useEffect(() => {
    // The toasts' code is loaded now, so that a lost connection can be shown.
    loadToaster().catch(() => {})
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={keepFocus} className="page min-h-[60vh] pt-[clamp(16px,4vh,40px)]">
        <h1 className="mb-4 text-[clamp(2rem,1.6rem+1.6vw,2.75rem)]/[1.1] font-[650] tracking-[-0.03em]">
          {words.heading}
        </h1>
        <BatchContent />
      </div>
    </QueryClientProvider>
  )
}

function BatchContent() {
  const parameters = new URLSearchParams(useSearch())
  const id = parameters.get('id')
  const [freshId, setFreshId] = useState<string | null>(null)
  const [, navigate] = useLocation()
  if (id === null)
    return (
      <NewBatchOrOffer
        playlist={parameters.get('list')}
        onBatch={(newId) => {
          setFreshId(newId)
          // A person who has opened another page meanwhile stays there.
          if (pagePath() === PAGES.batch.path) navigate(batchPath(newId))
        }}
      />
    )
  const newBatchLink = (
    <Link href={PAGES.batch.path} className={buttonClass({ variant: 'quiet' })}>
      {words.status.another}
    </Link>
  )
  return (
    <BatchStatus
      key={id}
      id={id}
      fresh={id === freshId}
      ways={newBatchLink}
      gone={
        <Band icon={<CircleAlertIcon />} action={newBatchLink}>
          <b>{words.status.goneTitle}.</b> {words.status.goneText}
        </Band>
      }
    />
  )
}

/** Form for people whose plan includes batches, and an offer for everybody else. */
function NewBatchOrOffer({ playlist, onBatch }: Parameters<typeof NewBatch>[0]) {
  const session = useSession()
  const isSignedIn = session.state === 'signed_in'
  const isSelling = sellsPlans()
  // A plan may have begun since the quota was last read.
  const { data, error, refetch, isFetching } = useQuery({
    ...quotaQuery,
    enabled: isSignedIn || !isSelling,
    refetchOnMount: 'always',
  })
  if (session.state === 'signed_out' && isSelling) return <BatchOffer signedOut />
  if (data !== undefined)
    return data && isPaying(data.viewer) ? (
      <NewBatch playlist={playlist} onBatch={onBatch} />
    ) : (
      <BatchOffer signedOut={false} />
    )
  if (!error) return <div className="h-60 rounded-bar bg-surface" role="status" aria-label={words.loading} />
  return (
    <Band
      icon={<CircleAlertIcon />}
      action={
        <Button variant="quiet" aria-disabled={isFetching || undefined} onClick={() => void refetch()}>
          {words.tryAgain}
        </Button>
      }
    >
      {failureSentence(error)} {words.lead(MAX_BATCH_ITEMS)}
    </Band>
  )
}
