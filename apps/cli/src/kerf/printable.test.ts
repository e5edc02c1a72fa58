import { expect, it } from 'vitest'
import { escapeControlCharacters } from './printable.ts'

const TITLE = 'A\u001b]0;mine\u0007 talk\r\u009b31m \u202egnp.exe\u2066\n\tשלום 🎬'

it('terminal commands in untrusted text are shown, not executed', () => {
  expect(escapeControlCharacters(TITLE)).toBe(
    'A\\u001b]0;mine\\u0007 talk\\u000d\\u009b31m \\u202egnp.exe\\u2066\n\tשלום 🎬',
  )
})

it('escaped JSON has the same meaning for a script', () => {
  const json = JSON.stringify({ title: TITLE }, null, 2)
  expect(escapeControlCharacters(json)).not.toMatch(/[\u0080-\u009f\u202e]/)
  expect(JSON.parse(escapeControlCharacters(json))).toEqual({ title: TITLE })
})
