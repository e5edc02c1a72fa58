import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalog } from './catalog.ts'
import { withParameters } from './code.ts'
import { printIcu } from './icu.ts'
import { namesIn } from './pattern.ts'
import type { Message } from './read-messages.ts'

/**
 * File of one language for translators' tools, an Application Resource Bundle: JSON of messages in ICU MessageFormat
 * by key, each followed by what a translator should know.
 */
export const filePath = (folder: string, language: string): string => join(folder, `${language}.arb`)

/** Thrown for a file that is not an Application Resource Bundle. */
export class FileError extends Error {}

export function writeTranslationFile(folder: string, catalog: Catalog, english: Catalog): string {
  const path = filePath(folder, catalog.language)
  writeFileSync(path, `${JSON.stringify(toBundle(catalog, english), null, 2)}\n`)
  return path
}

/** Messages and their context, in the order of the English modules. */
export function toBundle(catalog: Catalog, english: Catalog): Record<string, unknown> {
  const bundle: Record<string, unknown> = { '@@locale': catalog.language.replace('-', '_') }
  for (const [key, source] of english.messages) {
    const message = catalog.messages.get(key)
    if (message) bundle[key] = printIcu(message.pattern)
    bundle[`@${key}`] = contextOf(source, message ?? source)
  }
  return bundle
}

/** Context for translators: the English text, its comments, and the values it can contain. */
function contextOf(english: Message, message: Message): Record<string, unknown> {
  const names = new Set(english.parameters.map(({ name }) => name))
  for (const name of [...namesIn(english.pattern), ...namesIn(message.pattern)]) names.add(name)
  const meanings = [...names].map((name) => ({
    name,
    meaning: meaningOf(name, english) ?? meaningOf(name, message) ?? '',
  }))
  const lines = meanings.map(({ name, meaning }) => `{${name}}: ${meaning}`)
  const description = [english.comment, ...lines].filter((line) => line !== '').join('\n')
  const placeholders = Object.fromEntries(meanings.map(({ name, meaning }) => [name, { description: meaning }]))
  return {
    description: description || undefined,
    source_text: message === english ? undefined : printIcu(english.pattern),
    placeholders: meanings.length > 0 ? placeholders : undefined,
  }
}

function meaningOf(name: string, { codes, parameters }: Message): string | null {
  const parameter = parameters.find((parameter) => parameter.name === name)
  if (parameter) return meaningOfType(parameter.type ?? 'string')
  const code = codes.get(name)
  if (!code) return null
  const source = withParameters(code.source, (ownName) => ownName)
  if (code.use === 'condition') return `true if ${source}`
  return code.use === 'braces' ? 'filled in by the page' : `computed: ${source}`
}

function meaningOfType(type: string): string {
  return type
    .split(' | ')
    .map((part) => ({ number: 'a number', string: 'a text', null: 'null if there is none' })[part] ?? part)
    .join(', or ')
}

/** Texts by key. Throws a FileError if the file cannot be read, or is not such a bundle of this language. */
export function readTranslationFile(folder: string, language: string): Map<string, string> {
  const path = filePath(folder, language)
  const bundle = parseJson(path)
  const locale = bundle['@@locale']
  if (typeof locale === 'string' && locale.replace('_', '-') !== language)
    throw new FileError(`${path} is in ${locale}, not in ${language}`)
  const texts = new Map<string, string>()
  for (const [key, text] of Object.entries(bundle)) {
    if (key.startsWith('@')) continue
    if (typeof text !== 'string') throw new FileError(`${path}: ${key} is not a text`)
    texts.set(key, text)
  }
  return texts
}

function parseJson(path: string): Record<string, unknown> {
  try {
    const bundle: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof bundle === 'object' && bundle !== null && !Array.isArray(bundle))
      return bundle as Record<string, unknown>
  } catch (error) {
    throw new FileError(`${path} cannot be read: ${(error as Error).message}`)
  }
  throw new FileError(`${path} holds no messages`)
}
