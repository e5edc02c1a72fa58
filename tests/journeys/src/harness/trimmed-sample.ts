import { expect } from 'vitest'
import { PATIENTLY } from './browser.ts'
import type { Stage, VisitOptions } from './stage.ts'
import type { Visit } from './visit.ts'

/** The length of the sample. */
export const WHOLE = 60
/** A drag is exact to a pixel or two, and a pixel of the timeline is less than this. */
export const PIXEL_SECONDS = 0.5

/** A visitor with the whole of the sample chosen. */
export async function openWholeSample(stage: Stage, options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit(options)
  await visit.openSample()
  expect(await visit.range()).toEqual([0, WHOLE])
  return visit
}

/** Waits until the handles are there, `within` so many seconds. */
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
