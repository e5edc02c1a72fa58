import { parameterSource } from './code.ts'
import type { Pattern } from './pattern.ts'
import { type Code, openNames } from './placeholder-names.ts'
import { type BoundParameter, expressionBody, parametersOf, readNamedFunction, readPattern } from './read-pattern.ts'
import { type Declaration, keyNameOf, type Node, type SourceModule, unwrap } from './source-module.ts'

/** A sentence of a module. */
export interface Message {
  /** Module, export and path in it: `clips/batch.batchWords.links.label` */
  key: string
  pattern: Pattern
  codes: ReadonlyMap<string, Code>
  /** Parameters in English, and their types there. Null for a type that is declared in another file. */
  parameters: readonly Parameter[]
  /** Comments above the message and above what it is part of, from outside in. */
  comment: string
  place: Place
}

export interface Parameter {
  name: string
  type: string | null
}

/** Place of a message in its module. */
export interface Place {
  module: SourceModule
  /** The expression, or the short property (`until,`). */
  node: Node
  /** Key before the expression if it is a short property: `until: `. */
  before: string
  /** The function around it; 'name' if only the name of a local function is written there. */
  head: Node | 'name' | null
}

/** Input of the reading of messages. */
export interface Reading {
  language: string
  /** Parameters of English functions by key. Null while English is read. */
  english: ReadonlyMap<string, readonly Parameter[]> | null
  /** Opens a module that another one imports. Null for one that is not in this repository. */
  openImported: (from: string, importer: SourceModule) => SourceModule | null
}

export interface ModuleMessages {
  messages: Message[]
  /** Parameters of the functions by key. */
  functions: Map<string, readonly Parameter[]>
  /** Functions that contain text and cannot be read: `clips/tool.ordinal`. */
  leftOut: string[]
}

/** Thrown for code in a module that cannot be read as messages. */
export class UnreadableError extends Error {}

interface Position {
  module: SourceModule
  key: string
  comments: readonly string[]
  before: string
  head: { node: Node | 'name'; ownNames: readonly string[]; parameters: readonly Parameter[] } | null
}

/** All messages of the exports of a module. @param name its path in the language, without `.ts` */
export function readMessages(module: SourceModule, name: string, reading: Reading): ModuleMessages {
  const result: ModuleMessages = { messages: [], functions: new Map(), leftOut: [] }
  for (const declaration of module.declarations.values()) {
    const { isExported, value, statement } = declaration
    if (!isExported || !value) continue
    const comments = module.commentsAbove(statement.start)
    visit(value, { module, key: `${name}.${declaration.name}`, comments, before: '', head: null })
  }
  for (const { name: localName } of functionsWithBlockBody(module)) result.leftOut.push(`${name}.${localName}`)
  return result

  function visit(node: Node, position: Position): void {
    const { module, key, head } = position
    const innerNode = unwrap(node)
    switch (innerNode.type) {
      case 'ObjectExpression':
        for (const property of innerNode.properties) {
          if (property.type !== 'Property')
            throw new UnreadableError(`${module.path}: ${key} spreads an object; write its properties there`)
          const propertyName = keyNameOf(property.key)
          visit(property.value, {
            module,
            key: `${key}.${propertyName}`,
            comments: [...position.comments, ...module.commentsAbove(property.start)],
            before: property.shorthand ? `${propertyName}: ` : '',
            head,
          })
        }
        return
      case 'ArrayExpression':
        for (const [index, element] of innerNode.elements.entries())
          if (element) visit(element, atKey(position, `${key}.${index}`))
        return
      case 'ArrowFunctionExpression': {
        const body = expressionBody(innerNode)
        if (!body) result.leftOut.push(key)
        else visit(body, withHead(position, innerNode, innerNode))
        return
      }
      case 'CallExpression': {
        // Rows of the legal documents: the function pairs the texts with names of cookies.
        const tables = innerNode.arguments.filter(({ type }) => type === 'ObjectExpression')
        for (const table of tables) visit(table, position)
        if (tables.length === 0) addMessage(innerNode, position)
        return
      }
      case 'Identifier':
        visitName(innerNode, innerNode.name, position)
        return
      case 'Literal':
        if (typeof innerNode.value === 'string') addMessage(innerNode, position)
        return
      case 'TemplateLiteral':
      case 'BinaryExpression':
      case 'ConditionalExpression':
      case 'MemberExpression':
        addMessage(innerNode, position)
        return
      default:
        throw new UnreadableError(`${module.path}: ${key} is neither a text nor a function that says one`)
    }
  }

  function visitName(node: Node, name: string, position: Position): void {
    const { module, key, head } = position
    const declaration = module.declarations.get(name)
    const importedName = module.imports.get(name)
    if (head?.ownNames.includes(name)) addMessage(node, position)
    // An export has messages of its own.
    else if (declaration) {
      const { value, isExported } = declaration
      if (isExported || !value) return
      if (expressionBody(value)) addMessage(node, withHead(position, value, 'name'))
      else if (isStructure(value)) visit(value, atKey(position, key))
      else addMessage(node, position)
    } else if (importedName) {
      const from = reading.openImported(importedName.from, module)
      const value = from?.declarations.get(importedName.name)?.value
      if (from && value && isStructure(value))
        visit(value, { module: from, key, comments: position.comments, before: '', head })
      else addMessage(node, position)
    }
  }

  function withHead(position: Position, value: Node, node: Node | 'name'): Position {
    const { module, key, comments, before } = position
    const ownNames = parametersOf(value)
    const declaredNames = reading.english ? reading.english.get(key) : typedParameters(value, module)
    const parameters = declaredNames ?? ownNames.map((name) => ({ name: name.replace(/^_/, ''), type: null }))
    result.functions.set(key, parameters)
    return { module, key, comments, before, head: { node, ownNames, parameters } }
  }

  function addMessage(node: Node, { module, key, comments, before, head }: Position): void {
    const parameters = head?.parameters ?? []
    const names = openNames(parameters.map(({ name }) => name))
    const bound = new Map<string, BoundParameter>()
    for (const [index, ownName] of (head?.ownNames ?? []).entries()) {
      const source = parameterSource(parameters[index]?.name ?? ownName.replace(/^_/, ''))
      bound.set(ownName, { source, pattern: [{ kind: 'placeholder', name: source.slice(2) }] })
    }
    const scope = { module, language: reading.language, names, bound, within: [] }
    const pattern = head?.node === 'name' ? readNamedFunction(keyNameOf(node), scope) : readPattern(node, scope)
    for (const { name } of parameters) names.nameOfValue(parameterSource(name))
    const place = { module, node, before, head: head?.node ?? null }
    result.messages.push({ key, pattern, codes: names.codes, parameters, comment: comments.join(' '), place })
  }
}

function atKey({ module, comments, head }: Position, key: string): Position {
  return { module, key, comments, before: '', head }
}

const isStructure = (value: Node): boolean =>
  ['ObjectExpression', 'ArrayExpression', 'ArrowFunctionExpression'].includes(unwrap(value).type)

function typedParameters(value: Node, { text }: SourceModule): Parameter[] {
  const innerNode = unwrap(value)
  if (innerNode.type !== 'ArrowFunctionExpression' && innerNode.type !== 'FunctionDeclaration') return []
  return innerNode.params.map((parameter) => {
    const type = parameter.type === 'Identifier' ? parameter.typeAnnotation?.typeAnnotation : null
    return { name: keyNameOf(parameter).replace(/^_/, ''), type: type ? text.slice(type.start, type.end) : null }
  })
}

/** Local functions that compute their text in steps. They stay as they are. */
function functionsWithBlockBody(module: SourceModule): Declaration[] {
  return [...module.declarations.values()].filter(({ isExported, value }) => {
    const innerNode = value && unwrap(value)
    return !isExported && innerNode?.type === 'FunctionDeclaration' && !expressionBody(innerNode)
  })
}
