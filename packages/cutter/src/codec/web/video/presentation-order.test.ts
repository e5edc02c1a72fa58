import { expect, it } from 'vitest'
import { MAX_REORDERING, presentationOrder } from './presentation-order.ts'

/** Sends chunks in decode order. Their frames come at once, in the order `arriving`. */
function framesOf(ticks: readonly number[], arriving: readonly number[], reordering: number): number[] {
  const order = presentationOrder<number>(reordering)
  const chunks = new Map(ticks.map((tick) => [tick, order.send(tick)]))
  for (const tick of arriving) order.add(chunks.get(tick)!, tick)
  const given: number[] = []
  for (let frame = order.take(); frame !== null; frame = order.take()) given.push(frame)
  return given
}

it('frames that a decoder gives too early wait for the earlier ones', () => {
  expect(framesOf([0, 4, 2, 1, 3], [0, 4, 2, 1, 3], 0)).toEqual([0, 1, 2, 3, 4])
})

it('a frame waits while a chunk that is not yet sent may come before it', () => {
  expect(framesOf([0, 4], [0, 4], MAX_REORDERING)).toEqual([])
  const ticks = Array.from({ length: 20 }, (_, index) => index)
  expect(framesOf(ticks, ticks, MAX_REORDERING)).toEqual([0, 1, 2, 3])
})

it('a chunk without a frame holds up nothing once a later frame came', () => {
  expect(framesOf([0, 1, 2, 3], [0, 2, 3], 0)).toEqual([0, 2, 3])
})

it('a frame that comes after a later one was given is left out', () => {
  const order = presentationOrder<string>(0)
  const first = order.send(0)
  const late = order.send(1)
  const next = order.send(2)
  order.add(first, 'first')
  order.add(next, 'next')
  expect([order.take(), order.take()]).toEqual(['first', 'next'])
  expect(order.add(late, 'late')).toBe(false)
  expect(order.takeAny()).toBeNull()
})

it('chunks that failed are named', () => {
  const order = presentationOrder<string>(0)
  const first = order.send(0)
  order.send(1)
  order.send(2)
  order.add(first, 'first')
  expect(order.abandonPending()).toEqual([1, 2])
})
