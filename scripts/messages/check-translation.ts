import type { Catalog } from './catalog.ts'
import { outerNames, parametersIn } from './code.ts'
import { IcuError, parseIcu } from './icu.ts'
import { flatten, namesIn, type Pattern } from './pattern.ts'
import type { Code } from './placeholder-names.ts'
import { pluralForms } from './plural-forms.ts'
import type { Message } from './read-messages.ts'
import type { SourceModule } from './source-module.ts'

/** A translation of a message, with the meanings of its names. */
export interface Translation {
  message: Message
  pattern: Pattern
  codes: ReadonlyMap<string, Code>
}

/** Compares texts with the English messages. @returns all faults, and the translations without a fault */
export function checkTranslation(texts: ReadonlyMap<string, string>, catalog: Catalog, english: Catalog) {
  const faults: string[] = []
  const translations: Translation[] = []
  for (const key of texts.keys()) if (!english.messages.has(key)) faults.push(`${key}: no message has this key`)
  for (const [key, source] of english.messages) {
    const message = catalog.messages.get(key)
    const text = texts.get(key)
    if (!message) faults.push(`${key}: the module of ${catalog.language} does not have this message yet`)
    else if (!text) faults.push(`${key}: the text is missing`)
    else {
      const codes = new Map([...source.codes, ...message.codes])
      const translation = readTranslation(key, text, message, codes)
      if (!translation) continue
      const nameFaults = checkNames(translation, source, catalog.language)
      faults.push(...nameFaults.map((fault) => `${key}: ${fault}`))
      translations.push(translation)
    }
  }
  return { faults, translations }

  function readTranslation(
    key: string,
    text: string,
    message: Message,
    codes: Translation['codes'],
  ): Translation | null {
    try {
      return { message, pattern: parseIcu(text), codes }
    } catch (error) {
      if (!(error instanceof IcuError)) throw error
      faults.push(`${key}: ${error.message}`)
      return null
    }
  }
}

function checkNames({ message, pattern, codes }: Translation, source: Message, language: string): string[] {
  const usedNames = new Set(namesIn(pattern))
  const faults: string[] = []
  for (const name of usedNames) {
    const code = codes.get(name)
    if (!code) faults.push(`{${name}} is unknown; English has ${listOf(placeholderNamesOf(source))}`)
    else if (code.use !== 'braces') {
      const missingNames = outerNames(code.source).filter(
        (outerPlaceholder) => !isKnown(outerPlaceholder, message.place.module, source.place.module),
      )
      if (missingNames.length > 0)
        faults.push(`{${name}} needs ${missingNames.join(', ')}, which ${message.place.module.path} does not have`)
    }
  }
  const shownRoots = new Set([...usedNames].flatMap((name) => rootsOf(name, codes)))
  const missing = valuesIn(source.pattern).filter((name) =>
    rootsOf(name, source.codes).some((root) => !shownRoots.has(root)),
  )
  for (const name of new Set(missing)) faults.push(`{${name}} is missing`)
  return [...faults, ...checkChoices(pattern, codes, message, language)]
}

const placeholderNamesOf = ({ pattern, parameters }: Message): string[] => [
  ...new Set([...parameters.map(({ name }) => name), ...namesIn(pattern)]),
]
const listOf = (names: readonly string[]): string =>
  names.length === 0 ? 'no parameters' : names.map((name) => `{${name}}`).join(', ')

/** Whether a name may be used: the module has it, or no module has it, as with `Math`. */
const isKnown = (name: string, module: SourceModule, english: SourceModule): boolean =>
  hasName(module, name) || !hasName(english, name)
const hasName = ({ declarations, imports }: SourceModule, name: string): boolean =>
  declarations.has(name) || imports.has(name)

/** Names whose value a sentence shows. Those that only choose a wording are left out. */
function valuesIn(pattern: Pattern): string[] {
  return flatten(pattern).flatMap((part): string[] => {
    if (typeof part === 'string' || part.kind === 'call') return []
    return part.kind === 'placeholder' ? [part.name] : part.cases.flatMap(({ pattern }) => valuesIn(pattern))
  })
}

/** Parameters and constants behind a name, or its braces. `{round_seconds}` and `{seconds}` both come from `seconds`. */
function rootsOf(name: string, codes: ReadonlyMap<string, Code>): string[] {
  const code = codes.get(name)
  if (!code) return []
  if (code.use === 'braces') return [`{${name}}`]
  const parameters = parametersIn(code.source)
  return parameters.length > 0 ? parameters : outerNames(code.source)
}

function checkChoices(pattern: Pattern, codes: Translation['codes'], message: Message, language: string): string[] {
  return pattern.flatMap((part): string[] => {
    if (typeof part === 'string' || part.kind === 'placeholder' || part.kind === 'call') return []
    const { kind, name, cases } = part
    const parameter = message.parameters.find((parameter) => parameter.name === name)
    const isNumber = /\bnumber\b/.test(parameter?.type ?? '')
    const faults: string[] = []
    if (codes.get(name)?.use === 'condition') {
      const isRight = kind === 'select' && cases.length === 2 && cases[0]?.key === 'true'
      if (!isRight) faults.push(`{${name}} is a condition: write {${name}, select, true {...} other {...}}`)
    } else if (codes.get(name)?.use === 'braces') {
      faults.push(`{${name}} is filled in by the page and chooses nothing`)
    } else if (kind === 'plural') {
      if (parameter && !isNumber) faults.push(`{${name}} is a text and has no plural; use select`)
      const forms = pluralForms(language)
      const unknownForms = cases.map(({ key }) => key).filter((key) => !key.startsWith('=') && !forms.includes(key))
      for (const key of unknownForms) faults.push(`{${name}} has the form ${key}; ${language} has ${forms.join(', ')}`)
    } else if (isNumber && cases.some(({ key }) => key !== 'null' && key !== 'other')) {
      faults.push(`{${name}} is a number; use plural with =1, =2`)
    }
    return [...faults, ...cases.flatMap(({ pattern }) => checkChoices(pattern, codes, message, language))]
  })
}
