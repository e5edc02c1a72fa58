import { cancelJob, listJobs, retryJob } from '@kerf/contract/admin-jobs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import * as examples from '../../../testing/examples/admin-examples.ts'
import { button, field, pressTwice, row, see, seeNo, seeText, seeToast } from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'

beforeEach(() => scriptPanel())

const buttonsIn = (text: string): (string | null)[] =>
  row(text)
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)

describe('the job queue', () => {
  it('shows every job with its details, reloads every five seconds, and can be filtered by state', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let progress = 71
    const cutAgainJob = {
      ...examples.exampleJobs()[2]!,
      id: 'again',
      userName: 'Ada Quist',
      retry: 'cut_again' as const,
    }
    const jobReads = scriptCall(listJobs, ({ query }) =>
      query.get('status') === 'queued'
        ? []
        : [...examples.exampleJobs(), examples.blockedJob(), cutAgainJob].map((job) =>
            job.status === 'processing' ? { ...job, progress } : job,
          ),
    )
    await openPanel('jobs')
    const runningRow = row('4K 2160p, MP4')
    for (const text of ['Tomasz Wilk', 'Priority', '71%', 'PROCESSING', 'Created 20 Nov, 22:13:58'])
      await see(runningRow.getByText(text))
    await see(row('Audio (MP3, 320 kbps)').getByText('Anonymous'))
    await see(row('Bo Lindqvist').getByText('The source did not answer in time. Please try again.'))
    await see(row('Ada Quist').getByText('This part was cut again since.'))
    expect(buttonsIn('Ada Quist')).toEqual(['Details'])
    await see(row('COMPLETED').getByText('12.3 MB'))
    await see(row('EXPIRED').getByRole('button', { name: 'Details: 1080p (HD), MP4 for Ha-eun Seo' }))
    expect(buttonsIn('EXPIRED')).toHaveLength(1)
    // A job that finished before it was blocked is not a failure, and cannot be retried.
    const blockedRow = row('BLOCKED')
    await see(blockedRow.getByText('The clip was finished. It was deleted when its video was blocked.'))
    for (const time of ['Finished 20 Nov, 22:14:07', 'Blocked 20 Nov, 22:20:00']) await see(blockedRow.getByText(time))
    expect(blockedRow.getByRole('progressbar').length).toBe(0)
    expect(buttonsIn('BLOCKED')).toEqual(['Details'])
    await blockedRow.getByRole('button').click()
    await see(page.getByRole('dialog').getByText('N-2026-0007'))
    await userEvent.keyboard('{Escape}')
    // The time is measured from one request to the next, because the page's clock runs on in between.
    const readsBefore = jobReads.length
    const countReads = async () => {
      await vi.advanceTimersByTimeAsync(250)
      return jobReads.length
    }
    await expect.poll(countReads).toBeGreaterThan(readsBefore)
    const readsAfterReload = jobReads.length
    progress = 88
    await vi.advanceTimersByTimeAsync(3000)
    expect(jobReads).toHaveLength(readsAfterReload)
    await vi.advanceTimersByTimeAsync(2500)
    await see(runningRow.getByText('88%'))
    for (const kind of ['Failed', 'Completed', 'Processing', 'Cancelled', 'Expired', 'Queued']) {
      await field('Show').selectOptions(kind)
      await expect.poll(() => jobReads.at(-1)?.query.get('status')).toBe(kind.toLowerCase())
    }
    await seeText('No jobs match this filter.')
  })

  it('can retry failed jobs and cancel open ones, and explains a refusal', async () => {
    let [jobs, isPossible] = [examples.exampleJobs(), false]
    const [runningJob, , failedJob] = jobs
    const changeStatus = (id: string | undefined, status: 'queued' | 'cancelled') => {
      jobs = jobs.map((job) => (job.id === id ? { ...job, status, progress: 0 } : job))
      return jobs.find((job) => job.id === id)!
    }
    scriptCall(listJobs, () => jobs)
    const retries = scriptCall(retryJob, ({ params }) =>
      isPossible ? changeStatus(params.id, 'queued') : { refuse: 'storage_full' },
    )
    const cancellations = scriptCall(cancelJob, ({ params }) =>
      isPossible ? changeStatus(params.id, 'cancelled') : { refuse: 'job_not_open' },
    )
    await openPanel('jobs')
    const retry = button('Retry: 720p, MP4 for Bo Lindqvist')
    const cancel = button('Cancel: 4K 2160p, MP4 for Tomasz Wilk')
    await retry.click()
    await seeToast('Error', /^This server has no room left/)
    await cancel.click()
    await seeToast('Error', 'The status of this job does not allow that.')
    await see(cancel)

    // The reason for the failure is the error of the source.
    await button('Details: 720p, MP4 for Bo Lindqvist').click()
    const failure = page.getByRole('dialog', { name: '720p, MP4' })
    for (const text of [
      'The source did not answer in time. Please try again.',
      'one viewer',
      'https://youtu.be/aqz-KE-bpKQ',
    ])
      await see(failure.getByText(text))
    await see(failure.getByText(/yt-dlp was ended after 25 s\./))
    await seeNo(failure.getByRole('link', { name: 'Open the file' }))
    await userEvent.keyboard('{Escape}')
    await seeNo(failure)

    isPossible = true
    await pressTwice(retry)
    await seeToast('Job requeued successfully', '720p, MP4, for Bo Lindqvist.')
    await see(row('720p, MP4').getByText('QUEUED'))
    await cancel.click()
    await seeToast('Job cancelled successfully', '4K 2160p, MP4, for Tomasz Wilk.')
    await see(row('4K 2160p').getByText('CANCELLED'))
    expect(retries.map(({ params }) => params.id)).toEqual([failedJob?.id, failedJob?.id])
    expect(cancellations.map(({ params }) => params.id)).toEqual([runningJob?.id, runningJob?.id])
  })
})
