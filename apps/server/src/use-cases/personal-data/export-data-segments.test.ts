import { expect, it } from 'vitest'
import { jsonSegments } from './export-data.ts'

async function* listOf(...items: unknown[]) {
  yield* items
}

it('is one JSON document, whatever is in it', async () => {
  const members = {
    text: 'a "quote"\nand a line',
    nothing: null,
    object: { time: new Date(0), list: [1, [2], {}] },
    empty: listOf(),
    one: listOf({ 'a\nname': 1 }),
    many: listOf({ a: 1 }, 'b', null),
  }
  let text = ''
  for await (const piece of jsonSegments(members)) text += piece
  expect(JSON.parse(text)).toEqual({
    text: 'a "quote"\nand a line',
    nothing: null,
    object: { time: '1970-01-01T00:00:00.000Z', list: [1, [2], {}] },
    empty: [],
    one: [{ 'a\nname': 1 }],
    many: [{ a: 1 }, 'b', null],
  })
})
