import type { Download } from '@kerf/contract/download'
import { describe, expect, it } from 'vitest'
import { exampleDownload } from './testing/example-download.ts'
import { pollDownload } from './use-download-polling.ts'

/** Plays a list of answers and failures to the poller and records what it did. */
async function poll(answers: (Download | Error)[], repeatAfterError = true) {
  const waitTimes: number[] = []
  const statuses: Download['status'][] = []
  const controller = new AbortController()
  await pollDownload({
    read: async () => {
      const answer = answers.shift()
      if (!answer) throw new Error('asked too often')
      if (answer instanceof Error) throw answer
      return answer
    },
    wait: async (milliseconds) => {
      waitTimes.push(milliseconds)
    },
    onAnswer: (download) => statuses.push(download.status),
    onError: () => repeatAfterError,
    signal: controller.signal,
  })
  return { waits: waitTimes, statuses, remaining: answers.length }
}

describe('polling a download', () => {
  it('starts after a second, and continues each second until the end', async () => {
    const finishedDownload = exampleDownload({ status: 'completed' })
    const { waits, statuses } = await poll([exampleDownload(), exampleDownload(), finishedDownload])
    expect(waits).toEqual([1000, 1000, 1000])
    expect(statuses).toEqual(['processing', 'processing', 'completed'])
  })

  it('waits two seconds after a failed request', async () => {
    const { waits } = await poll([new Error('gone'), exampleDownload(), exampleDownload({ status: 'completed' })])
    expect(waits).toEqual([1000, 2000, 1000])
  })

  it('stops at any status but processing, and if a retry is useless', async () => {
    expect((await poll([exampleDownload({ status: 'failed' }), exampleDownload()])).remaining).toBe(1)
    expect((await poll([new Error('404'), exampleDownload()], false)).remaining).toBe(1)
  })
})
