import { parametersIn, parameterSource } from './code.ts'
import type { Choice, Part, Pattern, Placeholder } from './pattern.ts'
import type { Code } from './placeholder-names.ts'
import { comparisonOfForm } from './plural-forms.ts'
import type { Parameter } from './read-messages.ts'

/** What the names of a sentence mean in the module it is written to. */
export interface Meaning {
  language: string
  codes: ReadonlyMap<string, Code>
  parameters: readonly Parameter[]
}

/** Characters that look like a space, or like nothing. They are written as escapes. */
const UNSEEN = /(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu

/** TypeScript of an expression that says a sentence. Parameters are marked in it. */
export function writeExpression(pattern: Pattern, meaning: Meaning): string {
  const [first, ...others] = pattern
  if (pattern.every((part) => isText(part, meaning)))
    return writeString(pattern.map((part) => textOf(part)).join(''))
  if (others.length > 0 || first === undefined || typeof first === 'string') return writeTemplate(pattern, meaning)
  if (first.kind === 'call') return first.source
  if (first.kind !== 'placeholder') return writeChoice(first, meaning)
  return isString(first, meaning) ? sourceOf(first.name, meaning) : writeTemplate(pattern, meaning)
}

/** Type of a parameter that is known to be a text. One without a type is declared as a text elsewhere. */
export const isTextType = (type: string | null): boolean => type === null || /^('[^']*'|string)( \| '[^']*')*$/.test(type)

function isString({ name }: Placeholder, meaning: Meaning): boolean {
  const source = sourceOf(name, meaning)
  return meaning.parameters.some(({ name, type }) => parameterSource(name) === source && isTextType(type))
}

function isText(part: Part, { codes }: Meaning): part is string | Placeholder {
  return typeof part === 'string' || (part.kind === 'placeholder' && codes.get(part.name)?.use === 'braces')
}

const textOf = (part: string | Placeholder): string => (typeof part === 'string' ? part : `{${part.name}}`)

function sourceOf(name: string, { codes }: Meaning): string {
  const code = codes.get(name)
  if (!code) throw new Error(`{${name}} has no meaning`)
  return code.source
}

function writeTemplate(pattern: Pattern, meaning: Meaning): string {
  const parts = pattern.map((part) => {
    if (isText(part, meaning)) return escape(textOf(part), /[`\\]|\$(?=\{)/g)
    if (part.kind === 'call') return `\${${part.source}}`
    return `\${${part.kind === 'placeholder' ? sourceOf(part.name, meaning) : writeChoice(part, meaning)}}`
  })
  return `\`${parts.join('')}\``
}

/** A text. The quotes are those that need fewer escapes. */
function writeString(text: string): string {
  return text.includes("'") && !text.includes('"') ? `"${escape(text, /\\/g)}"` : `'${escape(text, /['\\]/g)}'`
}

function escape(text: string, marks: RegExp): string {
  return text.replace(marks, '\\$&').replace(UNSEEN, (character) => {
    if (character === '\n') return '\\n'
    const hex = (character.codePointAt(0) as number).toString(16)
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
  })
}

function writeChoice({ kind, name, cases }: Choice, meaning: Meaning): string {
  const wordings = cases.map(({ key, pattern }) => {
    const wording = writeExpression(pattern, meaning)
    return key === 'other' ? wording : `${writeTest(kind, name, key, meaning)} ? ${wording} : `
  })
  return wordings.join('')
}

function writeTest(kind: Choice['kind'], name: string, key: string, meaning: Meaning): string {
  const source = sourceOf(name, meaning)
  if (kind === 'plural') return comparisonOfForm(key, source, meaning.language)
  if (meaning.codes.get(name)?.use === 'condition') return source
  return canBeNull(source, meaning) && key === 'null' ? `${source} === null` : `${source} === ${writeString(key)}`
}

function canBeNull(source: string, { parameters }: Meaning): boolean {
  const [parameter] = parametersIn(source)
  return parameters.some(({ name, type }) => name === parameter && /\bnull\b/.test(type ?? ''))
}
