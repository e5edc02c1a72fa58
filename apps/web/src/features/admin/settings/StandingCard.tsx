import { type Check, say, untested } from '@kerf/domain/health/health-check'
import { type StandingPart, standingOf } from '@kerf/domain/health/standing'
import { Badge } from '@kerf/ui/Badge'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { useQuery } from '@tanstack/react-query'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { usePhone } from '../../../browser/use-media-query.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { addressQuery, healthQuery } from '../admin-queries.ts'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { messageOf, STATE_LOOKS } from './health-parts.ts'

const words = adminSettingsWords.standing
const { parts: partNames, states: stateNames, checking, failed } = adminSettingsWords.health

type StandingLine = { part: StandingPart; check: Check | null }
/** Placeholder lines until the server has answered, as high as the answered lines. */
const BLANK_LINES: readonly StandingLine[] = (['source', 'engine', 'disk', 'mail', 'address', 'updates'] as const).map(
  (part) => ({
    part,
    check: null,
  }),
)
const TESTING_CHECK: Check = { state: 'untested', message: words.testing, says: [] }

/** The first card of the panel: whether people can cut now, and a sentence about each part that they need. */
export function StandingCard() {
  const health = useQuery(healthQuery)
  const address = useQuery(addressQuery)
  const isPhone = usePhone()
  const testAgain = () => Promise.all([health.refetch(), address.refetch()])
  const addressCheck = address.data ?? (address.error ? untested(say('address_untested')) : TESTING_CHECK)
  const standing = health.data && standingOf({ ...health.data.checks, address: addressCheck })
  const lines = standing?.lines ?? BLANK_LINES
  const troubledLines = lines.filter(({ check }) => check?.state === 'failing' || check?.state === 'degraded')
  return (
    <section aria-labelledby="admin-standing" aria-busy={!standing} className="standing">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="admin-standing" className="text-small/[1.45] font-normal tracking-normal text-ink-2">
          {words.title}
        </h2>
        <RefreshButton label={words.again} busyLabel={checking} onRefresh={testAgain} />
      </div>
      {!standing && health.error ? (
        <ReadFailed lead={failed} error={health.error} onRetry={() => health.refetch()} retrying={health.isFetching} />
      ) : (
        <p className="standing-verdict" data-state={standing?.cutting.state}>
          {standing ? messageOf(standing.cutting) : '\u00a0'}
        </p>
      )}
      {isPhone ? (
        <Collapsible>
          <div>
            <StandingLines lines={troubledLines} />
            <CollapsibleTrigger>{words.all}</CollapsibleTrigger>
            <CollapsibleContent className="">
              <StandingLines lines={lines.filter((line) => !troubledLines.includes(line))} />
            </CollapsibleContent>
          </div>
        </Collapsible>
      ) : (
        <StandingLines lines={lines} />
      )}
    </section>
  )
}

function StandingLines({ lines }: { lines: readonly StandingLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="standing-lines">
      {lines.map(({ part, check }) => (
        <li key={part}>
          <h3>{partNames[part]}</h3>
          {check && needsBadge(check) && <Badge look={STATE_LOOKS[check.state]}>{stateNames[check.state]}</Badge>}
          <p className="note wrap-anywhere">{check ? messageOf(check) : '\u00a0'}</p>
        </li>
      ))}
    </ul>
  )
}

/** Whether a part needs a badge. A part that works, or is switched off on purpose, needs none. */
const needsBadge = ({ state }: Check): boolean => state !== 'ok' && state !== 'off'
