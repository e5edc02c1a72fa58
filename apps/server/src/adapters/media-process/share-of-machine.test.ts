import { expect, it } from 'vitest'
import { encoderThreads, residentBytesOfCut } from './share-of-machine.ts'
import { DEFAULT_LIMITS } from './watch-limits.ts'

it('each cut gets more threads on a machine with many processors and few cuts', () => {
  const threads = (cutsRunning: number) => [1, 2, 4, 8, 32].map((processors) => encoderThreads(cutsRunning, processors))
  expect(threads(1)).toEqual([1, 2, 4, 8, 8])
  expect(threads(2)).toEqual([1, 2, 4, 4, 8])
  expect(threads(8)).toEqual([1, 2, 4, 4, 4])
})

it('a cut may use more memory if there is enough for all cuts', () => {
  const usualBytes = DEFAULT_LIMITS.maxResidentBytes
  expect(residentBytesOfCut(2, 2 * 1024 ** 3)).toBe(usualBytes)
  expect(residentBytesOfCut(2, 3 * 1024 ** 3)).toBeGreaterThan(usualBytes)
  expect(residentBytesOfCut(8, 3 * 1024 ** 3)).toBe(usualBytes)
})
