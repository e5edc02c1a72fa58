import { type Catalog, ENGLISH } from './catalog.ts'
import type { Translation } from './check-translation.ts'
import { parametersIn, withParameters } from './code.ts'
import { printIcu } from './icu.ts'
import { keepCalls } from './keep-calls.ts'
import { namesIn } from './pattern.ts'
import { RULES } from './plural-forms.ts'
import type { Message } from './read-messages.ts'
import { parametersOf } from './read-pattern.ts'
import { applyEdits, type Edit, freeNames, type Node, parseModule, type SourceModule, unwrap } from './source-module.ts'
import { writeExpression } from './write-pattern.ts'

/** New expressions of the messages that a function returns. */
type Written = Map<Message, string>

/** Translations that say something else than the module. */
export const changedTranslations = (translations: readonly Translation[]): Translation[] =>
  translations.filter(({ message, pattern }) => printIcu(pattern) !== printIcu(message.pattern))

/**
 * Writes translations into the modules of a language. All else of a module stays, but a local constant or function
 * that nothing uses any more is removed.
 * @returns the new texts of the changed modules by path. They are not formatted.
 */
export function rewriteModules(translations: readonly Translation[], catalog: Catalog): Map<string, string> {
  const written: Written = new Map()
  for (const { message, pattern, codes } of translations) {
    const { parameters } = message
    const kept = keepCalls(pattern, message.pattern)
    written.set(message, writeExpression(kept, { language: catalog.language, codes, parameters }))
  }
  const heads = new Map<Node, Message[]>()
  for (const message of catalog.messages.values()) {
    const { head } = message.place
    if (head && head !== 'name') heads.set(head, [...(heads.get(head) ?? []), message])
  }

  const edits = new Map<SourceModule, Edit[]>()
  const add = (module: SourceModule, edit: Edit) => edits.set(module, [...(edits.get(module) ?? []), edit])
  for (const [message, source] of written) {
    const { module, node, before, head } = message.place
    const own = ownNames(message)
    const expression = withParameters(source, (name) => own.get(name) ?? name)
    const newFunction = head === 'name' ? newHead(message, source, catalog.language) : ''
    add(module, { start: node.start, end: node.end, text: before + newFunction + expression })
  }
  for (const [head, messages] of heads) {
    const isChanged = messages.some((message) => written.has(message))
    const edit = isChanged ? editOfHead(head, messages, written, catalog.language) : null
    if (edit) add((messages[0] as Message).place.module, edit)
  }
  return new Map([...edits].map(([module, list]) => [module.path, finish(module, list, catalog.language)]))
}

/** Names of the parameters in the function around a message, by their English names. */
function ownNames({ place: { head }, parameters }: Message): Map<string, string> {
  const own = head && head !== 'name' ? parametersOf(head) : []
  return new Map(parameters.map(({ name }, place) => [name, own[place]?.replace(/^_/, '') ?? name]))
}

/** Parameters that a message uses, by their English names. */
function usedParameters(message: Message, written: Written): string[] {
  const source = written.get(message)
  if (source !== undefined) return parametersIn(source)
  return namesIn(message.pattern).flatMap((name) => parametersIn(message.codes.get(name)?.source ?? ''))
}

/** Head of a function that says itself what a local function said. */
function newHead({ parameters }: Message, source: string, language: string): string {
  const used = parametersIn(source)
  const isTyped = language === ENGLISH
  const names = parameters.map(({ name, type }) => {
    const own = used.includes(name) ? name : `_${name}`
    return isTyped && type ? `${own}: ${type}` : own
  })
  return `(${names.slice(0, isTyped ? undefined : countUsed(parameters, used)).join(', ')}) => `
}

const countUsed = (parameters: Message['parameters'], used: readonly string[]): number =>
  parameters.findLastIndex(({ name }) => used.includes(name)) + 1

/** Names the parameters that are used now. The others begin with `_`, and in a translation are left out at the end. */
function editOfHead(head: Node, messages: readonly Message[], written: Written, language: string): Edit | null {
  const arrow = unwrap(head)
  if (arrow.type !== 'ArrowFunctionExpression') return null
  const [message] = messages as [Message]
  const { parameters, place } = message
  const { text } = place.module
  const used = messages.flatMap((each) => usedParameters(each, written))
  const own = ownNames(message)
  const list = parameters.map(({ name }, place) => {
    const node = arrow.params[place]
    const spelled = `${used.includes(name) ? '' : '_'}${own.get(name)}`
    return node ? text.slice(node.start, node.end).replace(/^\w+/, spelled) : spelled
  })
  const newList = (language === ENGLISH ? list : list.slice(0, countUsed(parameters, used))).join(', ')
  const open = text.indexOf('(', arrow.start) + 1
  const [first, last] = [arrow.params[0], arrow.params.at(-1)]
  const range = first && last ? { start: first.start, end: last.end } : { start: open, end: open }
  const { start, end } = range
  return text.slice(start, end).replace(/\s+/g, ' ') === newList ? null : { start, end, text: newList }
}

function finish(module: SourceModule, edits: readonly Edit[], language: string): string {
  const text = applyEdits(module.text, edits)
  return withoutUnused(module, withRules(parseModule(module.path, text), language))
}

/** Declares the plural rules of a language if a sentence asks for them. */
function withRules({ text, declarations, importsEnd }: SourceModule, language: string): string {
  if (!text.includes(`${RULES}.select(`) || declarations.has(RULES)) return text
  const declaration = `\n\nconst ${RULES} = new Intl.PluralRules('${language}')\n`
  return text.slice(0, importsEnd) + declaration + text.slice(importsEnd)
}

/** Removes local constants and functions that the old text used and the new one does not. */
function withoutUnused(old: SourceModule, text: string): string {
  const module = parseModule(old.path, text)
  const unused = [...module.declarations.values()].find(
    ({ name, isExported, value }) => !isExported && value && !isUsed(name, module) && isUsed(name, old),
  )
  if (!unused) return text
  const { start, end } = unused.statement
  return withoutUnused(old, text.slice(0, module.startWithComments(start)) + text.slice(end).replace(/^\n/, ''))
}

/** True if another declaration of a module uses a name. */
function isUsed(name: string, { declarations }: SourceModule): boolean {
  const own = declarations.get(name)?.statement
  return [...declarations.values()].some(({ value, statement }) => {
    return value && statement !== own && freeNames(value).includes(name)
  })
}
