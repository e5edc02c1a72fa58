import type { Video } from '@kerf/contract/video'
import { expect } from 'vitest'
import { PATIENTLY } from './browser.ts'
import type { Testbed, VisitOptions } from './servers/testbed.ts'
import type { Visit } from './visit.ts'

/** Opens the sample by its address. `query` adds a range and other parameters. */
export async function visitSample(testbed: Testbed, query = '', options: VisitOptions = {}): Promise<Visit> {
  const visit = await testbed.visit({ ...options, path: `/?url=sample${query}` })
  await visit.arriveAtVideo('One day outside, in six shots')
  return visit
}

/**
 * Opens the sample after `prepare` has run. The range is the same each time, so only the first visit waits for the cut.
 */
export async function visitWithSample(
  testbed: Testbed,
  prepare: (visit: Visit) => Promise<unknown> = async () => {},
  end = 6,
): Promise<Visit> {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  await prepare(visit)
  await visit.goToSample(`&start=4&end=${end}`)
  return visit
}

/** Installs a clock that is 50 hours ahead of the server's. */
export const withWrongClock = ({ page }: Visit) => page.clock.install({ time: Date.now() + 50 * 3_600_000 })

/** Cuts the selected range in 360p. */
export async function cutSelection(visit: Visit): Promise<void> {
  await visit.optionButton('360p', 'Download').click()
  await visit.optionButton('360p', /^Download \(/).waitFor()
}

/** A JSON answer of the server with some members replaced. */
export const withChanges = (body: string, changes: object): string =>
  JSON.stringify({ ...JSON.parse(body), ...changes })

/** Changes the next videos that the server sends, for example to a length that the sample does not have. */
export async function rewriteVideos(visit: Visit, change: (video: Video) => void): Promise<void> {
  const rewrite = (body: string): string => {
    const lines = body.split('\n').filter((line) => line !== '')
    const rewrittenLines = lines.map((line) => {
      const message = JSON.parse(line) as { video?: Video }
      if (message.video) change(message.video)
      return JSON.stringify(message)
    })
    return `${rewrittenLines.join('\n')}\n`
  }
  await visit.answer('*/api/video/process', () => ({ rewrite }))
  // The page reads the video again after a reload, or when it learns the viewer's plan.
  await visit.answer('*/api/video/*', (request) => {
    if (request.method() !== 'GET' || !/\/api\/video\/[^/]+$/.test(new URL(request.url()).pathname)) return undefined
    return {
      rewrite(body) {
        const video = JSON.parse(body) as Video
        if (video.options) change(video)
        return JSON.stringify(video)
      },
    }
  })
}

/** Number of requests whose path matches. */
export const countRequests = (visit: Visit, pathPattern: RegExp) =>
  visit.requestedUrls.filter((url) => pathPattern.test(new URL(url).pathname)).length

/** Length of the sample. */
export const SAMPLE_SECONDS = 60
/** Tolerance of a drag, which is exact to about two pixels of the timeline. */
export const PIXEL_SECONDS = 0.5

/** Opens the sample with its whole length selected. */
export async function openWholeSample(testbed: Testbed, options: VisitOptions = {}): Promise<Visit> {
  const visit = await visitSample(testbed, '', options)
  expect(await visit.readRange()).toEqual([0, SAMPLE_SECONDS])
  return visit
}

/** Waits until both handles are within `tolerance` seconds of these times. */
export async function expectRange(
  visit: Visit,
  startSeconds: number,
  endSeconds: number,
  tolerance = 0.0005,
): Promise<void> {
  await expect
    .poll(async () => {
      const [start, end] = await visit.readRange()
      return Math.max(Math.abs(start - startSeconds), Math.abs(end - endSeconds))
    }, PATIENTLY)
    .toBeLessThanOrEqual(tolerance)
}
