import { expect, it } from 'vitest'
import { residentBytesOfCut, threadsOfCut } from './share-of-machine.ts'
import { DEFAULT_LIMITS } from './watch-limits.ts'

it('a cut alone on a machine with many processors encodes on more of them; beside others, as ever', () => {
  const threads = (cutsRunning: number) => [1, 2, 4, 8, 32].map((processors) => threadsOfCut(cutsRunning, processors))
  expect(threads(1)).toEqual([1, 2, 4, 8, 8])
  expect(threads(2)).toEqual([1, 2, 4, 4, 8])
  expect(threads(8)).toEqual([1, 2, 4, 4, 4])
})

it('a cut may take more memory where all cuts at once have it', () => {
  const usualBytes = DEFAULT_LIMITS.maxResidentBytes
  expect(residentBytesOfCut(2, 2 * 1024 ** 3)).toBe(usualBytes)
  expect(residentBytesOfCut(2, 3 * 1024 ** 3)).toBeGreaterThan(usualBytes)
  expect(residentBytesOfCut(8, 3 * 1024 ** 3)).toBe(usualBytes)
})
