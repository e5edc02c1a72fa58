import { parameterSource, parametersIn } from './code.ts'
import { type Choice, joinTexts, type Part, type Pattern, type Placeholder } from './pattern.ts'
import type { Code } from './placeholder-names.ts'
import { comparisonOfForm } from './plural-forms.ts'
import type { Parameter } from './read-messages.ts'

/** Meaning of a sentence's names, in the module to which the sentence is written. */
export interface Meaning {
  language: string
  codes: ReadonlyMap<string, Code>
  parameters: readonly Parameter[]
}

/** Characters that look like a space, or that are invisible. They are written as escapes. */
const INVISIBLE_CHARACTER_PATTERN = /(?! )[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu

/**
 * TypeScript of an expression that says a sentence. Parameters are marked in it.
 * @param isInserted true within a template, where a number need not become a text
 */
export function writeExpression(pattern: Pattern, meaning: Meaning, isInserted = false): string {
  const parts = joinTexts(pattern.map((part) => bracesOf(part, meaning) ?? part))
  const [first = '', ...furtherParts] = parts
  if (furtherParts.length > 0) return writeTemplate(parts, meaning)
  if (typeof first === 'string') return writeString(first)
  const canWriteValue = isInserted || first.kind !== 'placeholder' || isString(first, meaning)
  return canWriteValue ? writeValue(first, meaning, isInserted) : writeTemplate(parts, meaning)
}

function writeValue(part: Exclude<Part, string>, meaning: Meaning, isInserted: boolean): string {
  if (part.kind === 'call') return part.source
  return part.kind === 'placeholder' ? placeholderSource(part.name, meaning) : writeChoice(part, meaning, isInserted)
}

/** Type of a parameter that is known to be a text. One without a type is declared as a text in another file. */
export const isTextType = (type: string | null): boolean =>
  type === null || /^('[^']*'|string)( \| '[^']*')*$/.test(type)

function isString({ name }: Placeholder, meaning: Meaning): boolean {
  const source = placeholderSource(name, meaning)
  return meaning.parameters.some(({ name, type }) => parameterSource(name) === source && isTextType(type))
}

/** Braces that stay in the text. Null for other parts. */
function bracesOf(part: Part, { codes }: Meaning): string | null {
  const isBraces = typeof part !== 'string' && part.kind === 'placeholder' && codes.get(part.name)?.use === 'braces'
  return isBraces ? `{${part.name}}` : null
}

function placeholderSource(name: string, { codes }: Meaning): string {
  const code = codes.get(name)
  if (!code) throw new Error(`{${name}} has no meaning`)
  return code.source
}

function writeTemplate(pattern: Pattern, meaning: Meaning): string {
  const parts = pattern.map((part) =>
    typeof part === 'string' ? escapeText(part, /[`\\]|\$(?=\{)/g) : `\${${writeValue(part, meaning, true)}}`,
  )
  return `\`${parts.join('')}\``
}

/** A text. The quotes are those that need fewer escapes. */
function writeString(text: string): string {
  return text.includes("'") && !text.includes('"') ? `"${escapeText(text, /\\/g)}"` : `'${escapeText(text, /['\\]/g)}'`
}

function escapeText(text: string, marks: RegExp): string {
  return text.replace(marks, '\\$&').replace(INVISIBLE_CHARACTER_PATTERN, (character) => {
    if (character === '\n') return '\\n'
    const hex = (character.codePointAt(0) as number).toString(16)
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`
  })
}

function writeChoice({ kind, name, cases }: Choice, meaning: Meaning, isInserted: boolean): string {
  const wordings = cases.map(({ key, pattern }) => {
    const wording = writeExpression(pattern, meaning, isInserted)
    return key === 'other' ? wording : `${writeTest(kind, name, key, meaning)} ? ${wording} : `
  })
  return wordings.join('')
}

function writeTest(kind: Choice['kind'], name: string, key: string, meaning: Meaning): string {
  const source = placeholderSource(name, meaning)
  if (kind === 'plural') return comparisonOfForm(key, source, meaning.language)
  if (meaning.codes.get(name)?.use === 'condition') return source
  return canBeNull(source, meaning) && key === 'null' ? `${source} === null` : `${source} === ${writeString(key)}`
}

function canBeNull(source: string, { parameters }: Meaning): boolean {
  const [parameter] = parametersIn(source)
  return parameters.some(({ name, type }) => name === parameter && /\bnull\b/.test(type ?? ''))
}
