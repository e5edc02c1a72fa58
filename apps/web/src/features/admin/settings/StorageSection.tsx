import { runCleanup } from '@kerf/contract/admin-settings'
import { Button, Joined } from '@kerf/ui/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { useOneAtATime } from '../../../browser/use-running.ts'
import { ReadFailed } from '../../../controls/ReadFailed.tsx'
import { toasts } from '../../../data/feedback/toasts.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, storageQuery } from '../admin-queries.ts'
import { formatNumber, formatTimestamp } from '../formatting.ts'
import { DetailLines } from '../lists/DetailLines.tsx'
import { reportFailure } from '../lists/report-failure.ts'
import { sizeOrNone } from '../stats/stat-cards.ts'

const words = adminSettingsWords.storage

export function StorageSection() {
  const [isOpen, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const cleanup = useOneAtATime()

  const cleanUp = (): Promise<void> =>
    cleanup.run(async () => {
      try {
        const { deletedFiles, freedBytes } = await callApi(runCleanup, { body: {} })
        const text = words.cleanedText(deletedFiles, formatNumber(deletedFiles), sizeOrNone(freedBytes))
        toasts.show({ title: words.cleaned, text })
        void queryClient.invalidateQueries({ queryKey: adminKeys.storage })
        void queryClient.invalidateQueries({ queryKey: adminKeys.stats })
      } catch (error) {
        reportFailure(error)
      }
    })

  return (
    <section aria-labelledby="admin-storage">
      <h2 id="admin-storage">{words.title}</h2>
      <Joined className="mt-3.5">
        <Button variant="quiet" size="small" aria-disabled={cleanup.busy || undefined} onClick={cleanUp}>
          {cleanup.busy ? words.cleaning : words.cleanup}
        </Button>
        <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hide : words.view}
        </Button>
      </Joined>
      {isOpen && <StorageUsage />}
    </section>
  )
}

function StorageUsage() {
  const { data, error, isFetching, refetch } = useQuery(storageQuery)
  if (!data && error)
    return <ReadFailed lead={words.failed} error={error} onRetry={() => refetch()} retrying={isFetching} />
  const noBreakSpace = '\u00a0'
  const lines = [
    [words.used, data ? sizeOrNone(data.usedBytes) : noBreakSpace],
    [
      words.clips,
      data ? words.clipsOf(data.clips, formatNumber(data.clips), sizeOrNone(data.clipBytes)) : noBreakSpace,
    ],
    [words.scratch, data ? sizeOrNone(data.scratchBytes) : noBreakSpace],
    [words.previews, data ? sizeOrNone(data.filmBytes) : noBreakSpace],
    [words.database, data ? sizeOrUnknown(data.databaseBytes) : noBreakSpace],
    [words.free, data ? sizeOrUnknown(data.freeBytes) : noBreakSpace],
    [words.oldest, data ? (data.oldestClipAt ? formatTimestamp(data.oldestClipAt) : words.none) : noBreakSpace],
  ] as const
  return (
    <>
      <DetailLines lines={lines} aria-busy={!data} aria-label={data ? undefined : adminWords.loading} />
      {data && data.largest.length > 0 && (
        <>
          <h3 id="largest-clips">{words.largest}</h3>
          <ol className="mt-1.5" aria-labelledby="largest-clips">
            {data.largest.map(({ id, title, sizeBytes }) => (
              <li
                key={id}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-4 border-b border-line py-2 leading-[1.4] wrap-anywhere"
              >
                <span>
                  {title}
                  <small className="block text-small text-ink-2">{adminSettingsWords.audit.unnamed.job(id)}</small>
                </span>
                <span>{sizeOrNone(sizeBytes)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

function sizeOrUnknown(bytes: number | null): string {
  return bytes === null ? words.unknown : sizeOrNone(bytes)
}
