import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { flatten, joinTexts, type Part, type Pattern } from './pattern.ts'
import { compareForms } from './plural-forms.ts'

/** Thrown for a text that is not ICU MessageFormat, or uses a part of it that is not supported here. */
export class IcuError extends Error {}

/** Prints a sentence in ICU MessageFormat. */
export function printIcu(pattern: Pattern): string {
  return printParts(flatten(pattern), false)
}

function printParts(pattern: Pattern, inPlural: boolean): string {
  return pattern.map((part) => (typeof part === 'string' ? printText(part, inPlural) : printArgument(part))).join('')
}

function printArgument(part: Exclude<Part, string>): string {
  if (part.kind === 'call') return printIcu(part.pattern)
  if (part.kind === 'placeholder') return `{${part.name}}`
  const cases = part.cases.map(({ key, pattern }) => `${key} {${printParts(pattern, part.kind === 'plural')}}`)
  return `{${part.name}, ${part.kind}, ${cases.join(' ')}}`
}

/** Quotes braces, and `#` in a plural. Other apostrophes are doubled only where they would quote what follows. */
function printText(text: string, inPlural: boolean): string {
  const quotedText = inPlural ? /['{}#]*[{}#]['{}#]*/g : /['{}]*[{}]['{}]*/g
  const apostrophe = /'(?=['<>]|$)|(?<=')'/g
  let printedText = ''
  let end = 0
  for (const { 0: quotedRun, index } of text.matchAll(quotedText)) {
    printedText += `${text.slice(end, index).replace(apostrophe, "''")}'${quotedRun.replaceAll("'", "''")}'`
    end = index + quotedRun.length
  }
  return printedText + text.slice(end).replace(apostrophe, "''")
}

/** Parses a text in ICU MessageFormat. Throws an IcuError with the reason if it is not one. */
export function parseIcu(text: string): Pattern {
  try {
    return toPattern(parse(text, { ignoreTag: true, shouldParseSkeletons: false }), null)
  } catch (error) {
    if (error instanceof IcuError) throw error
    const { message, location } = error as Error & { location?: { start: { offset: number } } }
    const reason = message.toLowerCase().replaceAll('_', ' ')
    throw new IcuError(`not ICU MessageFormat: ${reason}${location ? ` (character ${location.start.offset + 1})` : ''}`)
  }
}

function toPattern(elements: readonly MessageFormatElement[], countedName: string | null): Pattern {
  return joinTexts(elements.map((element) => toPart(element, countedName)))
}

function toPart(element: MessageFormatElement, countedName: string | null): Part {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.argument:
      return { kind: 'placeholder', name: element.value }
    case TYPE.pound:
      if (countedName === null) throw new IcuError('# stands outside of a plural')
      return { kind: 'placeholder', name: countedName }
    case TYPE.select:
      return { kind: 'select', name: element.value, cases: toCases(element.options, countedName) }
    case TYPE.plural: {
      if (element.pluralType === 'ordinal') throw new IcuError('selectordinal is not supported; use plural with =1, =2')
      if (element.offset !== 0) throw new IcuError('offset is not supported')
      const cases = toCases(element.options, element.value)
      return { kind: 'plural', name: element.value, cases: cases.sort((a, b) => compareForms(a.key, b.key)) }
    }
    default:
      throw new IcuError(`{${element.value}} has a format; values arrive formatted, so write {${element.value}} alone`)
  }
}

/** Cases in their order, `other` last. */
function toCases(options: Record<string, { value: MessageFormatElement[] }>, countedName: string | null) {
  const cases = Object.entries(options).map(([key, { value }]) => ({ key, pattern: toPattern(value, countedName) }))
  return cases.sort((a, b) => Number(a.key === 'other') - Number(b.key === 'other'))
}
