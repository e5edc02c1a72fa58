import { type AdminJob, cancelJob, retryJob } from '@kerf/contract/admin-jobs'
import { useQueryClient } from '@tanstack/react-query'
import { adminWords } from '#messages/admin.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys } from '../admin-queries.ts'
import { useRowChanges } from '../lists/use-row-changes.ts'
import { jobName, jobOwner } from './job-name.ts'

const words = adminWords.jobs

export type JobActions = ReturnType<typeof useJobActions>

export function useJobActions() {
  const queryClient = useQueryClient()
  // A changed job may no longer belong to a filtered list, so the list is loaded again too.
  const rowChanges = useRowChanges<AdminJob>(adminKeys.jobs, [adminKeys.jobs, adminKeys.stats])
  const runAction = (job: AdminJob, endpoint: typeof retryJob | typeof cancelJob, title: string): Promise<void> =>
    rowChanges.change(
      job.id,
      async () => {
        // A refresh that has already started does not include this change, and must not undo it on the screen.
        await queryClient.cancelQueries({ queryKey: adminKeys.jobs })
        return await callApi(endpoint, { params: { id: job.id }, body: {} })
      },
      { title, text: words.toastText(jobName(job), jobOwner(job)) },
    )
  return {
    isRunning: ({ id }: AdminJob) => rowChanges.isRunning(id),
    retry: (job: AdminJob) => runAction(job, retryJob, words.requeued),
    cancel: (job: AdminJob) => runAction(job, cancelJob, words.cancelled),
  }
}
