import { expect, it } from 'vitest'
import { offeredText } from './LinkEntry.tsx'

const offer = (types: Record<string, string>) => ({ getData: (type: string) => types[type] ?? '' })

it('takes the first link of a list, past its remarks', () => {
  const list = '# two of them\r\nhttps://youtu.be/a \r\nhttps://youtu.be/b'
  expect(offeredText(offer({ 'text/uri-list': list, 'text/plain': 'A title' }))).toBe('https://youtu.be/a')
})

it('takes the text where there is no link, without the space around it', () => {
  expect(offeredText(offer({ 'text/plain': '  https://youtu.be/a\n' }))).toBe('https://youtu.be/a')
})

it('is empty where nothing readable is offered, such as an image', () => {
  expect(offeredText(offer({}))).toBe('')
  expect(offeredText(null)).toBe('')
})
