import { expect, it } from 'vitest'
import { openWorkbench, RESOLVED } from '../testing/workbench.ts'
import { processLink } from './process-link.ts'

const WEEK_SECONDS = 7 * 24 * 3600

it('opens a video of a week, and says of a longer one that it is too long', async () => {
  const bench = await openWorkbench()
  const viewer = await bench.viewer()
  const open = (reference: string, durationSeconds: number) => {
    bench.source.answers.push({ ok: true, video: { ...RESOLVED, durationSeconds } })
    return processLink(bench, { link: `https://youtu.be/${reference}`, viewer, signal: new AbortController().signal })
  }
  expect(await open('dQw4w9WgXcQ', WEEK_SECONDS)).toMatchObject({ ok: true, value: { trim: { startTime: 0 } } })
  expect(await open('jNQXAC9IVRw', WEEK_SECONDS + 1)).toEqual({ ok: false, code: 'video_too_long' })
})
