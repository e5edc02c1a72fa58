import { expect, it } from 'vitest'
import { printable } from './printable.ts'

const TITLE = 'A\u001b]0;mine\u0007 talk\r\u009b31m \u202egnp.exe\u2066\n\tשלום 🎬'

it('a terminal shows what a stranger wrote, and does not obey it', () => {
  expect(printable(TITLE)).toBe('A\\u001b]0;mine\\u0007 talk\\u000d\\u009b31m \\u202egnp.exe\\u2066\n\tשלום 🎬')
})

it('a script reads the same JSON', () => {
  const json = JSON.stringify({ title: TITLE }, null, 2)
  expect(printable(json)).not.toMatch(/[\u0080-\u009f\u202e]/)
  expect(JSON.parse(printable(json))).toEqual({ title: TITLE })
})
