import type { AdminJob } from '@kerf/contract/admin-jobs'
import type { Page } from '@kerf/contract/protocol/client'
import { useQueryClient } from '@tanstack/react-query'
import { adminWords } from '#messages/admin.ts'
import { useRunning } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { adminKeys, cancelJob, retryJob } from '../admin-queries.ts'
import { reportFailure } from '../lists/report-failure.ts'
import { jobName, jobOwner } from './job-name.ts'

export interface JobActions {
  isRunning: (job: AdminJob) => boolean
  retry: (job: AdminJob) => Promise<void>
  cancel: (job: AdminJob) => Promise<void>
}

const words = adminWords.jobs

export function useJobActions(): JobActions {
  const queryClient = useQueryClient()
  const running = useRunning()
  const act = (job: AdminJob, call: (id: string) => Promise<AdminJob>, title: string): Promise<void> =>
    running.run(job.id, async () => {
      try {
        // A refresh that is on its way knows nothing of this yet, and must not undo it on the screen.
        await queryClient.cancelQueries({ queryKey: adminKeys.jobs })
        const changed = await call(job.id)
        queryClient.setQueriesData<Page<AdminJob>>({ queryKey: adminKeys.jobs }, (page) =>
          page ? { ...page, items: page.items.map((item) => (item.id === changed.id ? changed : item)) } : page,
        )
        toasts.show({ title, text: words.toastText(jobName(job), jobOwner(job)) })
        // Of a list of one kind it may be no part any more.
        void queryClient.invalidateQueries({ queryKey: adminKeys.jobs })
        void queryClient.invalidateQueries({ queryKey: adminKeys.stats })
      } catch (error) {
        reportFailure(error)
      }
    })
  return {
    isRunning: ({ id }) => running.has(id),
    retry: (job) => act(job, retryJob, words.requeued),
    cancel: (job) => act(job, cancelJob, words.cancelled),
  }
}
