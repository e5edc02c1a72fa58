/**
 * The text of one member of a JSON object, byte for byte as it was written, e.g. `{ "b": 1.0 }` for `a` in `{"a":{ "b": 1.0 }}`.
 * null when there is none. Nested members and text in strings do not count. The text has to be valid JSON.
 */
export function rawMember(json: string, name: string): string | null {
  let found: string | null = null
  let depth = 0
  let key: string | null = null
  let valueFrom = -1
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (character === '"') {
      const end = endOfString(json, at)
      if (depth === 1 && valueFrom < 0) key = JSON.parse(json.slice(at, end)) as string
      at = end - 1
    } else if (character === ':' && depth === 1 && valueFrom < 0) valueFrom = at + 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']' || character === ',') {
      if (depth === 1 && valueFrom >= 0) {
        if (key === name) found = json.slice(valueFrom, at).trim()
        valueFrom = -1
      }
      if (character !== ',') depth -= 1
    }
  }
  return found
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}
