import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Catalog, ENGLISH, languageFolder, messagesFolder, modulePaths } from './catalog.ts'
import { withParameters } from './code.ts'
import { flatten } from './pattern.ts'
import type { Message } from './read-messages.ts'
import {
  applyEdits,
  type Declaration,
  type Edit,
  type Node,
  openModule,
  type SourceModule,
  unwrap,
} from './source-module.ts'
import { writeExpression } from './write-pattern.ts'

/**
 * Creates modules for a language that has none: copies of the English modules, declared as a translation. Their
 * sentences are English.
 * @returns texts by path. They are not formatted.
 */
export function newLanguage(root: string, language: string, english: Catalog): Map<string, string> {
  const folder = languageFolder(root, language)
  const files = new Map<string, string>()
  for (const path of modulePaths(root, ENGLISH)) {
    const module = openModule(join(languageFolder(root, ENGLISH), path))
    files.set(
      join(folder, path),
      translatedModule(module, path, english, (to) => fromModule(join(folder, path), to)),
    )
  }
  const tags = readFileSync(join(languageFolder(root, ENGLISH), 'language.ts'), 'utf8')
  files.set(join(folder, 'language.ts'), tags.replaceAll(/'en(-\w+)?'/g, `'${language}'`))
  files.set(join(folder, 'testing/conventions.ts'), CONVENTIONS)
  const extension = join(folder, 'extension.ts')
  files.set(extension, (files.get(extension) ?? '').replace("language: 'en'", `language: '${language}'`))
  return files

  function fromModule(importer: string, path: string): string {
    return relative(dirname(importer), join(messagesFolder(root), path)).replaceAll('\\', '/')
  }
}

/** Rules of a new language. Its translator completes them. */
const CONVENTIONS = `import type { Conventions } from '../../testing/conventions.ts'

export const conventions: Conventions = {
  sharedWords: 'Kerf YouTube PayPal Pro Lifetime FAQ API DMCA MP3 MP4 CSV JSON URL ID MB GB s ms min h px fps',
  avoided: /"/,
}
`

function translatedModule(
  module: SourceModule,
  path: string,
  english: Catalog,
  pathTo: (path: string) => string,
): string {
  const { text } = module
  const edits: Edit[] = module.comments.map(({ start, end }) => ({ start, end, text: '' }))
  let isDeclared = false
  for (const declaration of module.declarations.values()) {
    const { name, isExported, value, type } = declaration
    if (!isExported || !value || type || unwrap(value).type === 'ArrowFunctionExpression') continue
    isDeclared = true
    edits.push(...editsOfExport(declaration, module))
    const innerNode = unwrap(value)
    const importedName = innerNode.type === 'Identifier' ? module.imports.get(innerNode.name) : null
    if (!importedName) edits.push(...removeTypes(value))
    else {
      const object = writeObject(`${path.replace(/\.ts$/, '')}.${name}`, english)
      edits.push({ start: innerNode.start, end: innerNode.end, text: object })
      edits.push({ start: importedName.statement.start, end: importedName.statement.end, text: '' })
    }
  }
  const body = applyEdits(text, edits)
  if (!isDeclared) return body
  const wording = `import type { Wording } from '${pathTo('wording.ts')}'\n`
  return `import type * as english from '${pathTo(`${ENGLISH}/${path}`)}'\n${wording}${body}`
}

/** `export const words = {...} as const` becomes `export const words: Wording<typeof english.words> = {...}`. */
function editsOfExport({ name, value, statement }: Declaration, { text }: SourceModule): Edit[] {
  const offset = text.indexOf(name, statement.start) + name.length
  const edits: Edit[] = [{ start: offset, end: offset, text: `: Wording<typeof english.${name}>` }]
  if (value?.type === 'TSAsExpression') edits.push({ start: value.expression.end, end: value.end, text: '' })
  return edits
}

/** Removes the types of the parameters, because the English sentences declare them. */
function removeTypes(node: Node): Edit[] {
  const innerNode = unwrap(node)
  if (innerNode.type === 'ObjectExpression')
    return innerNode.properties.flatMap((property) => (property.type === 'Property' ? removeTypes(property.value) : []))
  if (innerNode.type === 'ArrayExpression')
    return innerNode.elements.flatMap((element) => (element ? removeTypes(element) : []))
  if (innerNode.type !== 'ArrowFunctionExpression') return []
  return innerNode.params.flatMap((parameter) => {
    const type = parameter.type === 'Identifier' ? parameter.typeAnnotation : null
    return type ? [{ start: type.start, end: type.end, text: '' }] : []
  })
}

/** Writes an object with the sentences below a key. English takes these sentences from another package. */
function writeObject(key: string, english: Catalog): string {
  const lines = [...english.messages.values()]
    .filter((message) => message.key.startsWith(`${key}.`))
    .map((message) => `${message.key.slice(key.length + 1)}: ${writeSentence(message)},`)
  return `{\n${lines.join('\n')}\n}`
}

function writeSentence({ pattern, codes, parameters, place }: Message): string {
  const source = writeExpression(flatten(pattern), { language: ENGLISH, codes, parameters })
  const names = parameters.map(({ name }) => name).join(', ')
  return (place.head ? `(${names}) => ` : '') + withParameters(source, (name) => name)
}
