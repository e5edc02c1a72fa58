import { expect, it } from 'vitest'
import { coarseToFine } from './thumbnails.ts'

it('coarseToFine lists every thumbnail once, distant ones first', () => {
  expect(coarseToFine(8)).toEqual([0, 4, 2, 6, 1, 3, 5, 7])
  expect(coarseToFine(1)).toEqual([0])
  expect(coarseToFine(0)).toEqual([])
  expect([...coarseToFine(80)].sort((a, b) => a - b)).toEqual([...Array(80).keys()])
})
