import type { OwnDownload } from '@kerf/contract/user'
import { Button, buttonClass, Joined } from '@kerf/ui/Button'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { filterDownloads, JOB_FILTERS, type JobFilter } from '../../data/downloads/job-view.ts'
import { useFailureToast } from '../../data/feedback/show-failure.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { JobRow, jobRowId } from './JobRow.tsx'
import { type DownloadActions, useDownloadActions } from './use-download-actions.ts'
import { useOwnDownloads } from './use-own-downloads.ts'
import './jobs.css'

const words = dashboardWords.jobs

/** Downloads of this account, across all its videos. */
export function Jobs() {
  const downloads = useOwnDownloads()
  const { query, list } = downloads
  const actions = useDownloadActions(downloads)
  useFailureToast(query.error)
  const { hasNextPage, data } = query
  const isLoadingOlder = useRef(false)
  const firstOfLastPage = data?.pages.at(-1)?.downloads[0]
  useLayoutEffect(() => {
    // The button disappears with the last page. The focus moves to the first row of that page.
    if (hasNextPage || !isLoadingOlder.current) return
    isLoadingOlder.current = false
    if (document.activeElement !== document.body) return
    if (firstOfLastPage) document.getElementById(jobRowId(firstOfLastPage))?.focus()
  }, [hasNextPage, firstOfLastPage])
  function showOlder(): void {
    if (query.isFetchingNextPage) return
    isLoadingOlder.current = true
    void query.fetchNextPage()
  }
  return (
    <section className="mt-10 max-phone:mt-8" aria-label={words.list}>
      {query.isPending ? (
        <JobsLoading />
      ) : query.error && !query.data ? (
        <ReadFailed error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : list.length === 0 ? (
        <NoJobs />
      ) : (
        <JobList list={list} actions={actions} />
      )}
      {hasNextPage && (
        <Button
          variant="quiet"
          className="mt-3"
          aria-disabled={query.isFetchingNextPage || undefined}
          onClick={showOlder}
        >
          {query.isFetchingNextPage ? words.loadingMore : words.more}
        </Button>
      )}
    </section>
  )
}

function JobList({ list, actions }: { list: readonly OwnDownload[]; actions: DownloadActions }) {
  const [filter, setFilter] = useState<JobFilter>('all')
  const shownJobs = filterDownloads(list, filter)
  const firstCompleted = shownJobs.find(({ status }) => status === 'completed')
  return (
    <>
      <div className="dashboard-section-head">
        <Joined aria-label={words.filter}>
          {JOB_FILTERS.map((name) => (
            <Button
              key={name}
              variant="quiet"
              size="small"
              aria-pressed={name === filter}
              onClick={() => setFilter(name)}
            >
              {words.filters[name]}
            </Button>
          ))}
        </Joined>
        <p className="note" role="status">
          {words.count(shownJobs.length)}
        </p>
      </div>
      {shownJobs.length === 0 ? (
        <p className="dashboard-empty">{filter === 'running' ? words.noneRunning : words.noneFinished}</p>
      ) : (
        <ul className="jobs rows">
          {shownJobs.map((download) => (
            <JobRow key={download.id} download={download} actions={actions} isPrimary={download === firstCompleted} />
          ))}
        </ul>
      )}
    </>
  )
}

function NoJobs() {
  return (
    <div className="dashboard-empty">
      <p>
        <b>{words.none}</b> {words.noneMore}
      </p>
      <Link href={PAGES.home.path} className={buttonClass({ variant: 'primary' }, 'mt-4')}>
        {words.cut}
      </Link>
    </div>
  )
}

function JobsLoading() {
  return (
    <div role="status" aria-label={dashboardWords.loading}>
      <div className="dashboard-section-head">
        <span className="dashboard-blank h-11 w-60" />
      </div>
      <div className="jobs rows">
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="job-row">
            <div>
              <span className="dashboard-blank h-6 w-3/4" />
              <span className="dashboard-blank mt-2 h-4 w-1/2" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
