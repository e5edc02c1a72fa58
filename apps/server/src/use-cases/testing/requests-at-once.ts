import { expect } from 'vitest'
import type { DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import { cancelDownload } from '../downloads/end-download.ts'
import { requestDownload } from '../downloads/request-download.ts'
import { openPeople } from './people.ts'
import type { Workbench } from './workbench.ts'

export const AT_ONCE = 50
export const PUBLIC_ADDRESS = '198.41.0.4'
const TODAY = { day: '2026-11-20', month: '2026-11' }

interface Requester {
  viewer: ViewerRecord
  video: VideoRecord
}

export const many = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: AT_ONCE }, make))

/** Each requests at the same instant; answers what was taken. Nobody else hears anything but that the day's limit is reached. */
export async function requestAtOnce(
  bench: Workbench,
  requesters: readonly Requester[],
  address: string,
): Promise<DownloadRecord[]> {
  const outcomes = await Promise.all(
    requesters.map(({ viewer, video }) =>
      requestDownload(bench, { videoId: video.id, asked: { quality: '360p' }, viewer, address }),
    ),
  )
  for (const outcome of outcomes) if (!outcome.ok) expect(outcome.code).toBe('daily_limit')
  return outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.download] : []))
}

/** One person with five downloads left requests fifty times at once, gives back what was taken, and requests again. */
export async function expectFiveAreTaken(bench: Workbench, { rounds }: { rounds: number }): Promise<void> {
  const people = await openPeople(bench)
  const { viewer } = await people.signUp()
  const requesters = await many(async () => ({ viewer, video: await bench.video(viewer) }))
  for (let round = 0; round < rounds; round++) {
    const taken = await requestAtOnce(bench, requesters, PUBLIC_ADDRESS)
    expect(taken).toHaveLength(5)
    for (const { id } of taken) await cancelDownload(bench, { id, viewer })
  }
  expect(await bench.database.records.quota.used(viewer.id, TODAY)).toEqual({ today: 0, thisMonth: 0 })
}
