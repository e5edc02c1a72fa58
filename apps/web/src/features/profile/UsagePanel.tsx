import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { dashboardWords, profileWords } from '#messages/account/dashboard.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { useFailureToast } from '../../data/feedback/show-failure.ts'
import { quotaQuery } from '../../data/queries/calls.ts'
import { UsageMeter } from './UsageMeter.tsx'
import { usageReadings } from './usage-reading.ts'

const words = profileWords.usage

/** Downloads used today and this month, against their limits. */
export function UsagePanel() {
  const titleId = useId()
  const { data, error, isPending, refetch } = useQuery({ ...quotaQuery, refetchOnMount: 'always' })
  useFailureToast(error)
  const [daily, monthly] = usageReadings(data)
  return (
    <section className="contents" aria-labelledby={titleId}>
      <div className="col-[1/3] pb-3">
        <h2 id={titleId}>{words.title}</h2>
        {error && !data && (
          <p className="note">
            {failureSentence(error)} {words.unknown}{' '}
            <button
              type="button"
              className="min-h-(--touch) -my-3 text-ink underline underline-offset-[0.22em]"
              onClick={() => void refetch()}
            >
              {dashboardWords.tryAgain}
            </button>
          </p>
        )}
      </div>
      {isPending ? (
        <>
          <UsageLoading />
          <UsageLoading silent />
        </>
      ) : (
        <>
          <UsageMeter reading={daily} />
          <UsageMeter reading={monthly} />
        </>
      )}
    </section>
  )
}

/** Placeholder of a meter. Screen readers announce only the one that is not `silent`. */
function UsageLoading({ silent = false }: { silent?: boolean }) {
  return (
    <div
      className="usage-card"
      {...(silent ? { 'aria-hidden': true } : { role: 'status', 'aria-label': words.loading })}
    >
      <span className="dashboard-blank h-5 w-20" />
      <span className="dashboard-blank h-9 w-32" />
      <span className="dashboard-blank h-5" />
    </div>
  )
}
