import { expect, it } from 'vitest'
import { keyTarget } from './timeline-keys.ts'

const press = (key: string, shiftKey = false) => keyTarget({ key, shiftKey }, 20, 100, 25)

it('arrows, comma, full stop, Home and End move a handle; other keys do not', () => {
  expect([press('ArrowLeft'), press('ArrowRight'), press('ArrowLeft', true), press('ArrowRight', true)]).toEqual([
    19, 21, 15, 25,
  ])
  expect([press(','), press('.')]).toEqual([19.96, 20.04])
  expect([press('Home'), press('End'), press('Tab'), press('a')]).toEqual([0, 100, null, null])
})
