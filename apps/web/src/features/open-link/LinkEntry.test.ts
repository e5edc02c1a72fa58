import { expect, it } from 'vitest'
import { offeredText } from './LinkEntry.tsx'

const transferOf = (types: Record<string, string>) => ({ getData: (type: string) => types[type] ?? '' })

it('a dropped list gives its first link, else its text, and nothing unreadable', () => {
  const list = '# two of them\r\nhttps://youtu.be/a \r\nhttps://youtu.be/b'
  expect(offeredText(transferOf({ 'text/uri-list': list, 'text/plain': 'A title' }))).toBe('https://youtu.be/a')
  expect(offeredText(transferOf({ 'text/plain': '  https://youtu.be/a\n' }))).toBe('https://youtu.be/a')
  expect(offeredText(transferOf({}))).toBe('')
  expect(offeredText(null)).toBe('')
})
