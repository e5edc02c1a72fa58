import { type Call, callsIn, flatten, joinTexts, type Part, type Pattern } from './pattern.ts'

/**
 * The new sentence, with the calls of the old one wherever the new one still says the same. So a module keeps its
 * local functions in what a translator left alone.
 */
export function keepCalls(sentence: Pattern, old: Pattern): Pattern {
  return callsIn(old).reduce<Pattern>((kept, call) => putBack(kept, call, flatten(call.pattern)), sentence)
}

function putBack(sentence: Pattern, call: Call, said: Pattern): Pattern {
  const parts = sentence.map((part): Part => {
    if (typeof part === 'string' || part.kind === 'placeholder' || part.kind === 'call') return part
    const { kind, name, cases } = part
    return { kind, name, cases: cases.map(({ key, pattern }) => ({ key, pattern: putBack(pattern, call, said) })) }
  })
  for (let at = 0; at < parts.length; at++) {
    const rest = restOf(parts.slice(at, at + said.length), said)
    if (!rest) continue
    const after = putBack(joinTexts([rest.after, ...parts.slice(at + said.length)]), call, said)
    return joinTexts([...parts.slice(0, at), rest.before, call, ...after])
  }
  return parts
}

/** Texts before and after what is said, if the parts say it. Only the outer texts may say more. */
function restOf(parts: Pattern, said: Pattern): { before: string; after: string } | null {
  const [first] = parts
  const [saidFirst] = said
  if (said.length === 1 && typeof saidFirst === 'string') {
    const index = typeof first === 'string' ? first.indexOf(saidFirst) : -1
    if (typeof first !== 'string' || index < 0) return null
    return { before: first.slice(0, index), after: first.slice(index + saidFirst.length) }
  }
  const rest = { before: '', after: '' }
  const areSame = said.every((saidPart, place) => {
    const part = parts[place]
    if (typeof saidPart !== 'string' || typeof part !== 'string')
      return JSON.stringify(part) === JSON.stringify(saidPart)
    if (place === 0 && part.endsWith(saidPart)) rest.before = part.slice(0, part.length - saidPart.length)
    else if (place > 0 && place === said.length - 1 && part.startsWith(saidPart))
      rest.after = part.slice(saidPart.length)
    else return part === saidPart
    return true
  })
  return areSame ? rest : null
}
