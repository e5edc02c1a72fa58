/**
 * One JSON object, in pieces. Lists come item by item, each on a line of its own, so that nothing has to be held whole.
 */
export async function* jsonPieces(members: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{\n'
  for (const [name, value] of Object.entries(members)) {
    yield `${separator}  ${JSON.stringify(name)}: `
    if (isList(value)) yield* listPieces(value)
    else yield JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
    separator = ',\n'
  }
  yield '\n}\n'
}

async function* listPieces(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield `${separator}\n    ${JSON.stringify(item)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n  ]'
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
