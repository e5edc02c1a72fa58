import type { AdminHealth } from '@kerf/contract/admin-settings'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { inServerTime } from '../../browser/server-clock.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { healthQuery } from '../../features/admin/admin-queries.ts'
import { addressOf } from '../../features/admin/admin-tabs.ts'
import { formatTimeOfDay } from '../../features/admin/formatting.ts'
import { type TroubledPart, troubledParts, untestedParts } from '../../features/admin/settings/health-parts.ts'

const words = adminWords.health
const MAX_NAMED_PARTS = 2

/** Title of the panel, and a line about whether anything is wrong. */
export function AdminHead() {
  const { data, error, dataUpdatedAt } = useQuery(healthQuery)
  return (
    <PanelTitle title={adminWords.title}>
      <p className="note min-h-[1.45em]">
        {error && <b className="font-semibold text-fault">{words.unknown}</b>}
        {!error && data && <HealthState health={data} />}
        {data && (
          <>
            {' '}
            {error ? words.lastChecked : words.checked}{' '}
            <span className="time">{formatTimeOfDay(inServerTime(dataUpdatedAt))}</span>
          </>
        )}
      </p>
    </PanelTitle>
  )
}

export function PanelTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-2 pt-6 max-desk:pb-4">
      <h1 className="text-h2/[1.1] font-[650] tracking-[-0.025em]">{title}</h1>
      {children}
    </header>
  )
}

function HealthState({ health }: { health: AdminHealth }) {
  const problemParts = troubledParts(health)
  if (problemParts.length === 0) {
    const untestedNames = untestedParts(health).map((part) => words.untested(adminSettingsWords.health.parts[part]))
    return untestedNames.length === 0 ? words.good : `${words.untroubled} ${untestedNames.join(', ')}.`
  }
  return (
    <Link
      className={problemParts[0]?.state === 'failing' ? 'font-semibold text-fault' : undefined}
      href={addressOf(PAGES.admin.path, 'settings')}
    >
      {describeTrouble(problemParts)}
    </Link>
  )
}

/** `Payments failing, YouTube downloader degraded and 1 more`, the worst part first. */
function describeTrouble(problemParts: readonly TroubledPart[]): string {
  const names = problemParts
    .slice(0, MAX_NAMED_PARTS)
    .map(({ part, state }) => words.troubled[state](adminSettingsWords.health.parts[part]))
  const unnamedCount = problemParts.length - names.length
  return `${names.join(', ')}${unnamedCount > 0 ? words.andMore(unnamedCount) : ''}`
}
