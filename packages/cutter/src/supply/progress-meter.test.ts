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

it('says that frames are encoded in whatever pass they are: who says nothing is taken for stuck', () => {
  const said: number[] = []
  const progress = cutProgressMeter(plan, ({ done }) => said.push(done))
  const perPass = Array.from({ length: 6 }, (_, index) => {
    const before = said.length
    progress.beginPass(index % 3 === 0 ? 0.3 : 0.9)
    for (let frame = 0; frame < FRAMES; frame++) progress.addFrame()
    return said.length - before
  })
  expect(perPass).toEqual(Array(6).fill(FRAMES))
  expect(said).toEqual(said.toSorted((one, other) => one - other))
  expect(said.at(-1)).toBeLessThan(1)
})
