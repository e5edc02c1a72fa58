import { type Catalog, ENGLISH } from './catalog.ts'
import type { Translation } from './check-translation.ts'
import { parametersIn, withParameters } from './code.ts'
import { printIcu } from './icu.ts'
import { keepCalls } from './keep-calls.ts'
import { namesIn } from './pattern.ts'
import { RULES_NAME } from './plural-forms.ts'
import type { Message } from './read-messages.ts'
import { parametersOf } from './read-pattern.ts'
import { applyEdits, type Edit, freeNames, type Node, parseModule, type SourceModule, unwrap } from './source-module.ts'
import { writeExpression } from './write-pattern.ts'

/** TypeScript of the new expression of each changed message. */
type MessageSources = Map<Message, string>

/** Translations whose sentence differs from the one in the module. */
export const changedTranslations = (translations: readonly Translation[]): Translation[] =>
  translations.filter(({ message, pattern }) => printIcu(pattern) !== printIcu(message.pattern))

/**
 * Writes translations into the modules of a language. All else of a module stays, but a local constant or function
 * that nothing uses any more is removed.
 * @returns the new texts of the changed modules by path. They are not formatted.
 */
export function rewriteModules(translations: readonly Translation[], catalog: Catalog): Map<string, string> {
  const sources: MessageSources = new Map()
  for (const { message, pattern, codes } of translations) {
    const { parameters } = message
    const keptPattern = keepCalls(pattern, message.pattern)
    sources.set(message, writeExpression(keptPattern, { language: catalog.language, codes, parameters }))
  }
  const heads = new Map<Node, Message[]>()
  for (const message of catalog.messages.values()) {
    const { head } = message.place
    if (head && head !== 'name') heads.set(head, [...(heads.get(head) ?? []), message])
  }

  const edits = new Map<SourceModule, Edit[]>()
  const add = (module: SourceModule, edit: Edit) => edits.set(module, [...(edits.get(module) ?? []), edit])
  for (const [message, source] of sources) {
    const { module, node, before, head } = message.place
    const namesInModule = parameterNames(message)
    const expression = withParameters(source, (name) => namesInModule.get(name) ?? name)
    const newFunction = head === 'name' ? writeHead(message, source, catalog.language) : ''
    add(module, { start: node.start, end: node.end, text: before + newFunction + expression })
  }
  for (const [head, messages] of heads) {
    const isChanged = messages.some((message) => sources.has(message))
    const edit = isChanged ? editOfHead(head, messages, sources, catalog.language) : null
    if (edit) add((messages[0] as Message).place.module, edit)
  }
  return new Map([...edits].map(([module, list]) => [module.path, finishModule(module, list, catalog.language)]))
}

/** Names of the parameters in the function around a message, by their English names. */
function parameterNames({ place: { head }, parameters }: Message): Map<string, string> {
  const ownNames = head && head !== 'name' ? parametersOf(head) : []
  return new Map(parameters.map(({ name }, index) => [name, ownNames[index]?.replace(/^_/, '') ?? name]))
}

/** Parameters that a message uses, by their English names. */
function usedParameters(message: Message, sources: MessageSources): string[] {
  const source = sources.get(message)
  if (source !== undefined) return parametersIn(source)
  return namesIn(message.pattern).flatMap((name) => parametersIn(message.codes.get(name)?.source ?? ''))
}

/** Head of a new function, which replaces the name of a local function. */
function writeHead({ parameters }: Message, source: string, language: string): string {
  const usedNames = parametersIn(source)
  const isTyped = language === ENGLISH
  const names = parameters.map(({ name, type }) => {
    const newName = usedNames.includes(name) ? name : `_${name}`
    return isTyped && type ? `${newName}: ${type}` : newName
  })
  return `(${names.slice(0, isTyped ? undefined : countUsed(parameters, usedNames)).join(', ')}) => `
}

const countUsed = (parameters: Message['parameters'], usedNames: readonly string[]): number =>
  parameters.findLastIndex(({ name }) => usedNames.includes(name)) + 1

/**
 * Renames the parameters of a function. Unused ones get a `_` in front, and in a translation the unused ones at the end
 * are left out.
 */
function editOfHead(head: Node, messages: readonly Message[], sources: MessageSources, language: string): Edit | null {
  const arrow = unwrap(head)
  if (arrow.type !== 'ArrowFunctionExpression') return null
  const [message] = messages as [Message]
  const { parameters, place } = message
  const { text } = place.module
  const usedNames = messages.flatMap((usedMessage) => usedParameters(usedMessage, sources))
  const namesInModule = parameterNames(message)
  const parameterList = parameters.map(({ name }, place) => {
    const node = arrow.params[place]
    const spelledName = `${usedNames.includes(name) ? '' : '_'}${namesInModule.get(name)}`
    return node ? text.slice(node.start, node.end).replace(/^\w+/, spelledName) : spelledName
  })
  const newList = (
    language === ENGLISH ? parameterList : parameterList.slice(0, countUsed(parameters, usedNames))
  ).join(', ')
  const parenthesisEnd = text.indexOf('(', arrow.start) + 1
  const [first, lastParameter] = [arrow.params[0], arrow.params.at(-1)]
  const range =
    first && lastParameter
      ? { start: first.start, end: lastParameter.end }
      : { start: parenthesisEnd, end: parenthesisEnd }
  const { start, end } = range
  return text.slice(start, end).replace(/\s+/g, ' ') === newList ? null : { start, end, text: newList }
}

function finishModule(module: SourceModule, edits: readonly Edit[], language: string): string {
  const text = applyEdits(module.text, edits)
  return withoutUnused(module, withRules(parseModule(module.path, text), language))
}

/** Declares the plural rules of a language if a sentence uses them. */
function withRules({ text, declarations, importsEnd }: SourceModule, language: string): string {
  if (!text.includes(`${RULES_NAME}.select(`) || declarations.has(RULES_NAME)) return text
  const declaration = `\n\nconst ${RULES_NAME} = new Intl.PluralRules('${language}')\n`
  return text.slice(0, importsEnd) + declaration + text.slice(importsEnd)
}

/** Removes local constants and functions that the old text used and the new one does not. */
function withoutUnused(old: SourceModule, text: string): string {
  const module = parseModule(old.path, text)
  const unusedDeclaration = [...module.declarations.values()].find(
    ({ name, isExported, value }) => !isExported && value && !isUsed(name, module) && isUsed(name, old),
  )
  if (!unusedDeclaration) return text
  const { start, end } = unusedDeclaration.statement
  return withoutUnused(old, text.slice(0, module.startWithComments(start)) + text.slice(end).replace(/^\n/, ''))
}

/** True if another declaration of a module uses a name. */
function isUsed(name: string, { declarations }: SourceModule): boolean {
  const ownStatement = declarations.get(name)?.statement
  return [...declarations.values()].some(({ value, statement }) => {
    return value && statement !== ownStatement && freeNames(value).includes(name)
  })
}
