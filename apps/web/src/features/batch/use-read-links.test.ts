import { expect, it } from 'vitest'
import { twoAtATime } from './use-read-links.ts'

it('two items are read at once, all of them in order', async () => {
  const startedItems: number[] = []
  let running = 0
  let maxRunning = 0
  const work = async (item: number) => {
    startedItems.push(item)
    maxRunning = Math.max(maxRunning, ++running)
    await Promise.resolve()
    running -= 1
  }
  await twoAtATime([1, 2, 3, 4, 5], work, new AbortController().signal)
  expect(startedItems).toEqual([1, 2, 3, 4, 5])
  expect(maxRunning).toBe(2)
})

it('no further item is read after an abort', async () => {
  const controller = new AbortController()
  const startedItems: number[] = []
  const work = async (item: number) => {
    startedItems.push(item)
    controller.abort()
  }
  await twoAtATime([1, 2, 3], work, controller.signal)
  expect(startedItems).toEqual([1])
})
