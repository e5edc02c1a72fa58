import { endOtherSessions, endSession, type SessionInfo } from '@kerf/contract/user'
import { Badge } from '@kerf/ui/Badge'
import { Button } from '@kerf/ui/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { useOneAtATime } from '../../browser/use-running.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { showFailure, useFailureToast } from '../../data/feedback/show-failure.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { calendarDay, calendarTime } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { restartReads } from '../../data/queries/restart-reads.ts'
import { sessionsQuery } from '../../data/queries/user-queries.ts'
import { callApi } from '../../data/session/with-session.ts'
import { SettingsSection } from './AccountForm.tsx'
import { describeUserAgent } from './describe-user-agent.ts'
import { RevokePrograms, usePrograms } from './revoke-programs.tsx'

const words = dashboardWords.settings.sessions

/** Sessions of the account. All but the current one can be ended here. */
export function SessionList() {
  const queryClient = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery)
  const { busy, run } = useOneAtATime()
  const programs = usePrograms()
  const [isRevoking, setRevoking] = useState(true)
  useFailureToast(error)
  const otherSessions = data?.filter((session) => !session.current) ?? []
  function keepSessions(isKept: (session: SessionInfo) => boolean): void {
    queryClient.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter(isKept))
    restartReads(queryClient, sessionsQuery.queryKey)
  }

  const attempt = (work: () => Promise<void>): void => void run(() => work().catch(showFailure))
  const endOne = (session: SessionInfo): void =>
    attempt(async () => {
      await callApi(endSession, { params: { id: session.id } })
      keepSessions(({ id }) => id !== session.id)
      toasts.show({ title: words.endedTitle, text: words.endedText(describeUserAgent(session.userAgent)) })
    })
  const endAllOthers = (): void =>
    attempt(async () => {
      const { ended } = await callApi(endOtherSessions, { body: { revokeKeys: isRevoking } })
      keepSessions(({ current }) => current)
      if (isRevoking) void programs.readAgain()
      toasts.show({ title: words.othersEndedTitle, text: words.othersEndedText(ended) })
    })

  return (
    <SettingsSection title={words.title} note={words.text}>
      {data ? (
        <>
          <ul tabIndex={-1} className="rows" aria-label={words.list}>
            {data.map((session) => (
              <SessionRow key={session.id} session={session} busy={busy} onEnd={() => endOne(session)} />
            ))}
          </ul>
          {otherSessions.length > 0 ? (
            <>
              <Button variant="quiet" className="mt-3" aria-disabled={busy || undefined} onClick={endAllOthers}>
                {words.endOthers}
              </Button>
              {programs.hasSome && (
                <RevokePrograms checked={isRevoking} onChange={({ target }) => setRevoking(target.checked)} />
              )}
            </>
          ) : (
            <p className="note mt-3">{words.onlyThis}</p>
          )}
        </>
      ) : error ? (
        <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div className="rows" role="status" aria-label={dashboardWords.loading}>
          <div className="session">
            <div className="grow">
              <span className="dashboard-blank h-5 w-48" />
              <span className="dashboard-blank mt-2 h-4 w-64 max-w-full" />
            </div>
          </div>
        </div>
      )}
    </SettingsSection>
  )
}

function SessionRow({ session, busy, onEnd }: { session: SessionInfo; busy: boolean; onEnd: () => void }) {
  const device = describeUserAgent(session.userAgent)
  return (
    <li className="session">
      <div className="grow">
        <p className="flex flex-wrap items-center gap-y-1 gap-x-2.5 font-semibold leading-[1.3]">
          {device} {session.current && <Badge look="solid">{words.current}</Badge>}
        </p>
        <p className="note">
          {words.since(calendarDay(session.createdAt, LOCALE))}
          {!session.current && `, ${words.lastActive(calendarTime(session.lastActive, LOCALE))}`}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="paper"
          size="small"
          aria-label={words.endNamed(device)}
          aria-disabled={busy || undefined}
          onClick={onEnd}
        >
          {words.end}
        </Button>
      )}
    </li>
  )
}
