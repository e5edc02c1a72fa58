import { expect, it } from 'vitest'
import type { PlanFacts } from '../api/cut-plan.ts'
import { cutProgressMeter } from './progress-meter.ts'

const FRAMES = 100
const plan = {
  way: 'transcoded',
  neededBytes: 1_000_000,
  clip: { durationSeconds: 4 },
  video: { codec: 'h264', width: 640, height: 360, pieces: [{ how: 'encode', frames: FRAMES }] },
  audio: null,
} as unknown as PlanFacts

it('each encoded frame is reported in every pass, so that a cut never looks stuck', () => {
  const reports: number[] = []
  const progress = cutProgressMeter(plan, ({ done }) => reports.push(done))
  const perPass = Array.from({ length: 6 }, (_, index) => {
    const earlierReports = reports.length
    progress.beginPass(index % 3 === 0 ? 0.3 : 0.9)
    for (let frame = 0; frame < FRAMES; frame++) progress.addFrame()
    return reports.length - earlierReports
  })
  expect(perPass).toEqual(Array(6).fill(FRAMES))
  expect(reports).toEqual(reports.toSorted((a, b) => a - b))
  expect(reports.at(-1)).toBeLessThan(1)
})
