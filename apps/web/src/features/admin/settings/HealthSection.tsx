import type { AdminHealth } from '@kerf/contract/admin-settings'
import { Badge } from '@kerf/ui/Badge'
import { useQuery } from '@tanstack/react-query'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { failureSentence } from '../../../data/feedback/failure-sentence.ts'
import { roughSize } from '../../../data/formatting/size.ts'
import { sellsPlans } from '../../../data/sells-plans.ts'
import { healthQuery } from '../admin-queries.ts'
import { formatNumber, formatTimestamp } from '../formatting.ts'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { HEALTH_PARTS, type HealthPart, messageOf, STATE_LOOKS } from './health-parts.ts'

const words = adminSettingsWords.health

/** List of the parts of the server with their state, and advice where a part has a problem. */
export function HealthSection() {
  const { data, error, isFetching, refetch } = useQuery(healthQuery)
  return (
    <section aria-labelledby="admin-health">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="admin-health">{words.title}</h2>
        <RefreshButton label={words.again} busyLabel={words.checking} onRefresh={refetch} />
      </div>
      {!data && error && (
        <ReadFailed lead={words.failed} error={error} onRetry={() => refetch()} retrying={isFetching} />
      )}
      {data && error && <p className="list-stale">{adminWords.stale(failureSentence(error))}</p>}
      {(data || !error) && (
        <ul className="health-parts" aria-busy={!data} data-stale={error ? '' : undefined}>
          {HEALTH_PARTS.map((part) => {
            const check = data?.checks[part]
            // Where nothing is sold, payments are listed only if there is something to do about earlier ones.
            if (part === 'payments' && !sellsPlans() && check?.state !== 'degraded') return null
            const facts = data && healthFacts(part, data)
            return (
              <li
                key={part}
                className="grid min-h-[62px] grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-b border-line py-3"
              >
                <b>{words.parts[part]}</b>
                {check && <Badge look={error ? 'dashed' : STATE_LOOKS[check.state]}>{words.states[check.state]}</Badge>}
                <p className="note col-span-full wrap-anywhere">{check ? messageOf(check) : '\u00a0'}</p>
                {facts && (
                  <p className="col-span-full text-small/[1.45] text-ink tabular-nums wrap-anywhere">{facts}</p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {data && <p className="note wrap-anywhere">{words.version(data.version)}</p>}
    </section>
  )
}

/** Metrics of a part in one line; null where it has none, or where its message has them. */
function healthFacts(part: HealthPart, { checks }: AdminHealth): string | null {
  if (part === 'queue') {
    const { waiting, running, oldestSeconds } = checks.queue
    const line = words.facts.queue(formatNumber(waiting), formatNumber(running))
    return oldestSeconds === null ? line : `${line}, ${words.facts.oldest(formatNumber(Math.round(oldestSeconds)))}`
  }
  if (part === 'disk') {
    const { freeBytes, totalBytes } = checks.disk
    return freeBytes === null || totalBytes === null
      ? null
      : words.facts.disk(roughSize(freeBytes), roughSize(totalBytes))
  }
  if (part === 'resolver') {
    const { version, ageDays, steps } = checks.resolver
    const lines = steps.map(({ name, answered, failed }) =>
      words.facts.step(name, formatNumber(answered), formatNumber(failed)),
    )
    if (version !== null && ageDays !== null)
      lines.unshift(words.facts.resolver(version, ageDays, formatNumber(ageDays)))
    return lines.length === 0 ? null : lines.join('; ')
  }
  if (part === 'sweep')
    return checks.sweep.lastAt === null ? null : words.facts.sweep(formatTimestamp(checks.sweep.lastAt))
  return null
}
