import { expect, it } from 'vitest'
import { createSeal } from './seal-text.ts'

const { seal, open } = createSeal('a secret of the server')

it('a sealed text opens only unchanged, and only with its own secret', () => {
  const sealedText = seal('a key of an app')
  expect(open(sealedText)).toBe('a key of an app')
  expect(seal('a key of an app')).not.toBe(sealedText)
  expect(createSeal('another secret').open(sealedText)).toBeNull()
  for (const position of [0, 47, 48, sealedText.length - 1]) {
    const digit = sealedText[position] === '0' ? '1' : '0'
    expect(open(sealedText.slice(0, position) + digit + sealedText.slice(position + 1))).toBeNull()
  }
  for (const text of ['', 'no text', sealedText.slice(0, 78), `${sealedText}00`]) expect(open(text)).toBeNull()
})

it('a text sealed by better-auth 1.7.25 can be opened', () => {
  const sealedText =
    '597020b1134a6d35327700999eb39421022e80d0931a1af80eaec64c439cfd3f1b14ea5755992aaf27a7e122631d330e46600fc74c1642'
  expect(open(sealedText)).toBe('a key of an app')
})
