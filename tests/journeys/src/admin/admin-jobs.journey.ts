import { cancelJob, listJobs, retryJob } from '@kerf/contract/admin-jobs'
import { describe, expect, it } from 'vitest'
import * as examples from '../harness/admin-examples.ts'
import { openPanel, row, visitAdmin } from '../harness/admin-panel.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

describe('the job queue', () => {
  it('shows every job with its details, reloads every five seconds, and can be filtered by state', async () => {
    const visit = await visitAdmin(stage)
    await visit.page.clock.install()
    let progress = 71
    const cutAgainJob = {
      ...examples.exampleJobs()[2]!,
      id: 'again',
      userName: 'Ada Quist',
      retry: 'cut_again' as const,
    }
    const jobReads = await scriptCall(visit, listJobs, ({ query }) =>
      query.get('status') === 'queued'
        ? []
        : [...examples.exampleJobs(), examples.blockedJob(), cutAgainJob].map((job) =>
            job.status === 'processing' ? { ...job, progress } : job,
          ),
    )
    await openPanel(visit, 'jobs')
    const runningRow = row(visit, '4K 2160p, MP4')
    for (const text of ['Tomasz Wilk', 'Priority', '71%', 'PROCESSING', 'Created 20 Nov, 22:13:58'])
      await runningRow.getByText(text, { exact: true }).waitFor()
    await row(visit, 'Audio (MP3, 320 kbps)').getByText('Anonymous').waitFor()
    await row(visit, 'Bo Lindqvist').getByText('The source did not answer in time. Please try again.').waitFor()
    const cutAgain = row(visit, 'Ada Quist')
    await cutAgain.getByText('This part was cut again since.', { exact: true }).waitFor()
    expect(await cutAgain.getByRole('button').allInnerTexts()).toEqual(['Details'])
    await row(visit, 'COMPLETED').getByText('12.3 MB').waitFor()
    await row(visit, 'EXPIRED')
      .getByRole('button')
      .and(visit.button('Details: 1080p (HD), MP4 for Ha-eun Seo'))
      .waitFor()
    expect(await row(visit, 'EXPIRED').getByRole('button').count()).toBe(1)
    // A job that finished before it was blocked is not a failure, and cannot be retried.
    const blockedRow = row(visit, 'BLOCKED')
    await blockedRow.getByText('The clip was finished. It was deleted when its video was blocked.').waitFor()
    for (const time of ['Finished 20 Nov, 22:14:07', 'Blocked 20 Nov, 22:20:00'])
      await blockedRow.getByText(time, { exact: true }).waitFor()
    expect(await blockedRow.getByRole('progressbar').count()).toBe(0)
    expect(await blockedRow.getByRole('button').allInnerTexts()).toEqual(['Details'])
    await blockedRow.getByRole('button').click()
    await visit.page.getByRole('dialog').getByText('N-2026-0007', { exact: true }).waitFor()
    await visit.page.keyboard.press('Escape')
    // The time is measured from one request to the next, because the page's clock runs on in between.
    const readsBefore = jobReads.length
    const countReads = async () => {
      await visit.page.clock.runFor(250)
      return jobReads.length
    }
    await expect.poll(countReads, PATIENTLY).toBeGreaterThan(readsBefore)
    const readsAfterReload = jobReads.length
    progress = 88
    await visit.page.clock.runFor(3000)
    expect(jobReads).toHaveLength(readsAfterReload)
    await visit.page.clock.runFor(2500)
    await runningRow.getByText('88%', { exact: true }).waitFor()
    for (const kind of ['Failed', 'Completed', 'Processing', 'Cancelled', 'Expired', 'Queued']) {
      await visit.field('Show').selectOption(kind)
      await expect.poll(() => jobReads.at(-1)?.query.get('status'), PATIENTLY).toBe(kind.toLowerCase())
    }
    await visit.seeText('No jobs match this filter.')
  })

  it('can retry failed jobs and cancel open ones, and shows why one cannot be changed', async () => {
    const visit = await visitAdmin(stage)
    let [jobs, isPossible] = [examples.exampleJobs(), false]
    const [runningJob, , failedJob] = jobs
    const change = (id: string | undefined, status: 'queued' | 'cancelled') => {
      jobs = jobs.map((job) => (job.id === id ? { ...job, status, progress: 0 } : job))
      return jobs.find((job) => job.id === id)!
    }
    await scriptCall(visit, listJobs, () => jobs)
    const retries = await scriptCall(visit, retryJob, ({ params }) =>
      isPossible ? change(params.id, 'queued') : { refuse: 'storage_full' },
    )
    const cancellations = await scriptCall(visit, cancelJob, ({ params }) =>
      isPossible ? change(params.id, 'cancelled') : { refuse: 'job_not_open' },
    )
    visit.expectComplaint(/503.*\/retry/)
    visit.expectComplaint(/409.*\/cancel/)
    await openPanel(visit, 'jobs')
    const retry = visit.button('Retry: 720p, MP4 for Bo Lindqvist')
    const cancel = visit.button('Cancel: 4K 2160p, MP4 for Tomasz Wilk')
    await retry.click()
    await visit.seeToast('Error', /^This server has no room left/)
    await cancel.click()
    await visit.seeToast('Error', 'The status of this job does not allow that.')
    await cancel.waitFor()

    // The reason for the failure is the error of the source.
    await visit.button('Details: 720p, MP4 for Bo Lindqvist').click()
    const failure = visit.page.getByRole('dialog', { name: '720p, MP4' })
    for (const text of [
      'The source did not answer in time. Please try again.',
      'one viewer',
      'https://youtu.be/aqz-KE-bpKQ',
    ])
      await failure.getByText(text, { exact: true }).waitFor()
    await failure.getByText('yt-dlp was ended after 25 s.').waitFor()
    expect(await failure.getByRole('link', { name: 'Open the file' }).count()).toBe(0)
    await visit.page.keyboard.press('Escape')
    await failure.waitFor({ state: 'detached' })

    isPossible = true
    await retry.dblclick()
    await visit.seeToast('Job requeued successfully', '720p, MP4, for Bo Lindqvist.')
    await row(visit, '720p, MP4').getByText('QUEUED').waitFor()
    await cancel.click()
    await visit.seeToast('Job cancelled successfully', '4K 2160p, MP4, for Tomasz Wilk.')
    await row(visit, '4K 2160p').getByText('CANCELLED').waitFor()
    expect(retries.map(({ params }) => params.id)).toEqual([failedJob?.id, failedJob?.id])
    expect(cancellations.map(({ params }) => params.id)).toEqual([runningJob?.id, runningJob?.id])
  })
})
