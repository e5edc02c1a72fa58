import { expect, it } from 'vitest'
import { twoAtATime } from './use-read-links.ts'

it('works on two items at once, never on three, and on all of them in order', async () => {
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = async (item: number) => {
    begun.push(item)
    most = Math.max(most, ++running)
    await Promise.resolve()
    running -= 1
  }
  await twoAtATime([1, 2, 3, 4, 5], work, new AbortController().signal)
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

it('begins nothing more once it is called off', async () => {
  const controller = new AbortController()
  const begun: number[] = []
  const work = async (item: number) => {
    begun.push(item)
    controller.abort()
  }
  await twoAtATime([1, 2, 3], work, controller.signal)
  expect(begun).toEqual([1])
})
