import { expect, it } from 'vitest'
import { findTimeOrigin } from './time-origin.ts'

it.each([
  ['zero where an edit list hides the priming of the audio', 0, -0.023, 0],
  ['the first frame where nothing hides priming or reordering', 1.467, 1.444, 1.467],
  ['the audio where frames begin much later', 0.5, 0, 0],
  ['the frame where audio begins later', 0.067, 0.3, 0.067],
  ['the frame where there is no audio', 0.067, null, 0.067],
  ['zero where there is only audio', null, -0.023, 0],
])('a timeline begins at %s', (_, video, audio, origin) => {
  expect(findTimeOrigin(video, audio)).toBe(origin)
})
