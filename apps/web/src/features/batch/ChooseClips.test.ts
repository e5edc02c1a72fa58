import { ApiError, OfflineError } from '@kerf/contract/protocol/client'
import { expect, it } from 'vitest'
import { refusedItem } from './ChooseClips.tsx'

const refusal = (details?: string) =>
  new ApiError(400, JSON.stringify({ error: 'No.', code: 'invalid_trim', details }), null)

it('the refused item comes from the details, counted from 1, or is unknown', () => {
  expect([refusal('item 3'), refusal('item 12: too_short')].map(refusedItem)).toEqual([2, 11])
  expect([refusal(), refusal('1080p'), new OfflineError()].map(refusedItem)).toEqual([null, null, null])
})
