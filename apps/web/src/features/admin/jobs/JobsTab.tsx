import { type AdminJob, listJobs } from '@kerf/contract/admin-jobs'
import { JOB_FILTERS, type JobFilter } from '@kerf/domain/jobs/admin-job'
import { SelectField } from '@kerf/ui/SelectField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { INTERACTION } from '../../../data/interaction-numbers.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { PagedTable } from '../lists/PagedTable.tsx'
import { RefreshButton } from '../lists/RefreshButton.tsx'
import { JobDialog } from './JobDialog.tsx'
import { JobRow } from './JobRow.tsx'
import { useJobActions } from './use-job-actions.ts'

const words = adminWords.jobs
const COLUMNS = [
  { name: words.columns.job },
  { name: words.columns.for, width: '14%' },
  { name: words.columns.progress, width: '22%' },
  { name: words.columns.times, width: '19%' },
  { name: words.columns.status, width: '132px' },
  { name: words.columns.actions, width: '112px', silent: true },
]

/** Current state of a viewed job; its earlier state if the job is not on this page of the list any more. */
function currentJob(viewedJob: AdminJob, items: readonly AdminJob[] = []): AdminJob {
  return items.find(({ id }) => id === viewedJob.id) ?? viewedJob
}

/** List of the jobs, which is fetched again every few seconds. */
export function JobsTab() {
  const [filter, setFilter] = useState<JobFilter>('all')
  const [page, setPage] = useState(1)
  const [viewedJob, setViewedJob] = useState<AdminJob | null>(null)
  const jobs = useQuery({
    ...listQuery(adminKeys.jobs, listJobs, page, { status: filter === 'all' ? undefined : filter }),
    refetchInterval: INTERACTION.adminJobsRefreshMs,
  })
  const actions = useJobActions()
  return (
    <>
      <div className="list-tools">
        <h2 className="mr-auto">{words.label}</h2>
        <SelectField
          aria-label={adminWords.show}
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value as JobFilter)
            setPage(1)
          }}
          options={JOB_FILTERS.map((value) => ({ value, name: words.filters[value] }))}
        />
        <RefreshButton onRefresh={jobs.refetch} />
      </div>
      <PagedTable
        words={{ ...words, empty: filter === 'all' ? words.empty : words.emptyFilter }}
        columns={COLUMNS}
        query={jobs}
        page={page}
        onPage={setPage}
        row={(job) => <JobRow key={job.id} job={job} actions={actions} onView={() => setViewedJob(job)} />}
      />
      {viewedJob && <JobDialog job={currentJob(viewedJob, jobs.data?.items)} onClose={() => setViewedJob(null)} />}
    </>
  )
}
