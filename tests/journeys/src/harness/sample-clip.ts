import type { Video } from '@kerf/contract/video'
import { expect } from 'vitest'
import { PATIENTLY } from './browser.ts'
import type { Stage, VisitOptions } from './servers/stage.ts'
import type { Visit } from './visit.ts'

/** A visitor with the sample open by its address, which may ask for a range and more. */
export async function visitSample(stage: Stage, asked = '', options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ ...options, path: `/?url=sample${asked}` })
  await visit.arriveAtVideo('One day outside, in six shots')
  return visit
}

/** The same after something was done to the page, at the same range each time, so that only the first one waits for the cut. */
export async function visitWithSample(
  stage: Stage,
  before: (visit: Visit) => Promise<unknown> = async () => {},
  end = 6,
): Promise<Visit> {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await before(visit)
  await visit.goToSample(`&start=4&end=${end}`)
  return visit
}

/** A clock that can be put forward, which the server seems to share. */
export async function withOwnClock({ page }: Visit): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name === 'date' ? new Date().toUTCString() : get.call(this, name)
    }
  })
}

/** A clock that is days ahead of the server's. */
export const withWrongClock = ({ page }: Visit) => page.clock.install({ time: Date.now() + 50 * 3_600_000 })

/** Cuts the part that is chosen, in 360p. */
export async function cut(visit: Visit): Promise<void> {
  await visit.optionButton('360p', 'Download').click()
  await visit.optionButton('360p', /^Download \(/).waitFor()
}

/** The JSON that the server answers, with some members replaced. */
export const withChanges = (body: string, changes: object): string =>
  JSON.stringify({ ...JSON.parse(body), ...changes })

/** Changes what the server sends about the next videos, e.g. to a length or an audio track that the sample does not have. */
export async function rewriteVideos(visit: Visit, change: (video: Video) => void): Promise<void> {
  const rewrite = (body: string): string => {
    const lines = body.split('\n').filter((line) => line !== '')
    const rewritten = lines.map((line) => {
      const message = JSON.parse(line) as { video?: Video }
      if (message.video) change(message.video)
      return JSON.stringify(message)
    })
    return `${rewritten.join('\n')}\n`
  }
  await visit.answer('*/api/video/process', () => ({ rewrite }))
  // A reload reads it again, and so does somebody whose plan is known only then.
  await visit.answer('*/api/video/*', (asked) => {
    if (asked.method() !== 'GET' || !/\/api\/video\/[^/]+$/.test(new URL(asked.url()).pathname)) return undefined
    return {
      rewrite(body) {
        const video = JSON.parse(body) as Video
        if (video.options) change(video)
        return JSON.stringify(video)
      },
    }
  })
}

/** How many requests to paths that end so were made. */
export const requestsOf = (visit: Visit, ending: RegExp) =>
  visit.requestedUrls.filter((url) => ending.test(new URL(url).pathname)).length

/** The length of the sample. */
export const WHOLE = 60
/** A drag is exact to a pixel or two, and a pixel of the timeline is less than this. */
export const PIXEL_SECONDS = 0.5

/** A visitor with the whole of the sample chosen. */
export async function openWholeSample(stage: Stage, options: VisitOptions = {}): Promise<Visit> {
  const visit = await visitSample(stage, '', options)
  expect(await visit.range()).toEqual([0, WHOLE])
  return visit
}

/** Waits for the handles, for `within` seconds at most. */
export async function expectRange(
  visit: Visit,
  startSeconds: number,
  endSeconds: number,
  within = 0.0005,
): Promise<void> {
  await expect
    .poll(async () => {
      const [start, end] = await visit.range()
      return Math.max(Math.abs(start - startSeconds), Math.abs(end - endSeconds))
    }, PATIENTLY)
    .toBeLessThanOrEqual(within)
}
