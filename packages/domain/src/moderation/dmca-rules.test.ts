import { expect, it } from 'vitest'
import { linksOfNotice } from './dmca-rules.ts'

it('the links of a notice are read line by line, each once', () => {
  const text = ' https://a.example/1\r\n\r\nhttps://a.example/2 \nhttps://a.example/1\n'
  expect(linksOfNotice(text)).toEqual(['https://a.example/1', 'https://a.example/2'])
  expect(linksOfNotice(' \n ')).toEqual([])
})
