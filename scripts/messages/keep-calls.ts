import { allCallsIn, type Call, flatten, joinTexts, type Part, type Pattern } from './pattern.ts'

/**
 * Puts the calls of the old sentence back into the new one, wherever the text is still the same. So a module keeps its
 * local functions where a translator changed nothing.
 */
export function keepCalls(sentence: Pattern, oldSentence: Pattern): Pattern {
  return allCallsIn(oldSentence).reduce<Pattern>(
    (keptPattern, call) => putBackCall(keptPattern, call, flatten(call.pattern)),
    sentence,
  )
}

function putBackCall(sentence: Pattern, call: Call, callParts: Pattern): Pattern {
  const parts = sentence.map((part): Part => {
    if (typeof part === 'string' || part.kind === 'placeholder' || part.kind === 'call') return part
    const { kind, name, cases } = part
    return {
      kind,
      name,
      cases: cases.map(({ key, pattern }) => ({ key, pattern: putBackCall(pattern, call, callParts) })),
    }
  })
  for (let index = 0; index < parts.length; index++) {
    const rest = restOf(parts.slice(index, index + callParts.length), callParts)
    if (!rest) continue
    const textAfter = putBackCall(joinTexts([rest.after, ...parts.slice(index + callParts.length)]), call, callParts)
    return joinTexts([...parts.slice(0, index), rest.before, call, ...textAfter])
  }
  return parts
}

/**
 * Texts before and after the text of a call, if the parts consist of it; null if they do not. Only the first and the
 * last text may be longer.
 */
function restOf(parts: Pattern, callParts: Pattern): { before: string; after: string } | null {
  const [first] = parts
  const [firstCallPart] = callParts
  if (callParts.length === 1 && typeof firstCallPart === 'string') {
    const index = typeof first === 'string' ? first.indexOf(firstCallPart) : -1
    if (typeof first !== 'string' || index < 0) return null
    return { before: first.slice(0, index), after: first.slice(index + firstCallPart.length) }
  }
  const rest = { before: '', after: '' }
  const areSame = callParts.every((callPart, index) => {
    const part = parts[index]
    if (typeof callPart !== 'string' || typeof part !== 'string')
      return JSON.stringify(part) === JSON.stringify(callPart)
    if (index === 0 && part.endsWith(callPart)) rest.before = part.slice(0, part.length - callPart.length)
    else if (index > 0 && index === callParts.length - 1 && part.startsWith(callPart))
      rest.after = part.slice(callPart.length)
    else return part === callPart
    return true
  })
  return areSame ? rest : null
}
