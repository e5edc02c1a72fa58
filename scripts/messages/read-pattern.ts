import { sourceWithReplacements } from './code.ts'
import { type Case, flatten, joinTexts, type Part, type Pattern } from './pattern.ts'
import type { PlaceholderNames } from './placeholder-names.ts'
import { compareForms, formOfComparison, RULES_NAME } from './plural-forms.ts'
import { keyNameOf, type Node, type SourceModule, unwrap } from './source-module.ts'

/** Module, names and functions around an expression. */
export interface Scope {
  module: SourceModule
  language: string
  names: PlaceholderNames
  /** Parameters of the function around the expression, with their values. */
  bound: ReadonlyMap<string, BoundParameter>
  /** Names of the local functions and constants that are being read. They are not read again inside themselves. */
  within: readonly string[]
}
export interface BoundParameter {
  source: string
  pattern: Pattern
}

/** Words in braces that other code fills in: `{retentionHours}`. */
const PLACEHOLDER_PATTERN = /\{([a-zA-Z]\w*)\}/g
/** Values that can be a key in ICU MessageFormat. */
const KEY_PATTERN = /^[\p{L}\p{N}_-]+$/u

/** Reads the sentence of an expression. Local constants and functions are read as if their text were in their place. */
export function readPattern(node: Node, scope: Scope): Pattern {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? textParts(node.value, scope) : readValue(node, scope)
    case 'TemplateLiteral': {
      const parts = node.quasis.flatMap(({ value }, index): Pattern => {
        const expression = node.expressions[index]
        const text = textParts(value.cooked ?? '', scope)
        return expression ? [...text, ...readPattern(expression, scope)] : text
      })
      return joinTexts(parts)
    }
    case 'BinaryExpression':
      if (node.operator !== '+' || !(isText(node.left) || isText(node.right))) return readValue(node, scope)
      return joinTexts([...readPattern(node.left, scope), ...readPattern(node.right, scope)])
    case 'ConditionalExpression':
      return [readChoice(node, scope)]
    case 'Identifier':
      return scope.bound.get(node.name)?.pattern ?? readConstant(node, scope)
    case 'CallExpression':
      return readCall(node, scope)
    default: {
      const innerNode = unwrap(node)
      return innerNode === node ? readValue(node, scope) : readPattern(innerNode, scope)
    }
  }
}

function isText(node: Node): boolean {
  const innerNode = unwrap(node)
  if (innerNode.type === 'BinaryExpression')
    return innerNode.operator === '+' && (isText(innerNode.left) || isText(innerNode.right))
  return innerNode.type === 'TemplateLiteral' || (innerNode.type === 'Literal' && typeof innerNode.value === 'string')
}

function readValue(node: Node, { module, bound, names }: Scope): Pattern {
  return placeholderOf(sourceWithReplacements(node, module, bound), names)
}

function placeholderOf(source: string, names: PlaceholderNames): Pattern {
  return [{ kind: 'placeholder', name: names.nameOfValue(source) }]
}

function textParts(text: string, { names }: Scope): Pattern {
  const parts: Part[] = []
  let end = 0
  for (const { 0: braces, 1: word, index } of text.matchAll(PLACEHOLDER_PATTERN)) {
    const name = names.nameOfBraces(word as string)
    if (name === null) continue
    parts.push(text.slice(end, index), { kind: 'placeholder', name })
    end = index + braces.length
  }
  return joinTexts([...parts, text.slice(end)])
}

function readConstant(node: Node & { type: 'Identifier' }, scope: Scope): Pattern {
  const { value } = scope.module.declarations.get(node.name) ?? {}
  if (!value || scope.within.includes(node.name)) return readValue(node, scope)
  return readLocalDeclaration(node.name, node.name, value, new Map(), scope)
}

function readCall(node: Node & { type: 'CallExpression' }, scope: Scope): Pattern {
  const { module, bound } = scope
  const name = node.callee.type === 'Identifier' ? node.callee.name : ''
  if (!isReadable(name, node.arguments.length, scope)) return readValue(node, scope)
  const callArguments = node.arguments.map((argumentNode) => ({
    source: sourceWithReplacements(argumentNode, module, bound),
    pattern: readPattern(argumentNode, scope),
  }))
  return readFunction(name, callArguments, sourceWithReplacements(node, module, bound), scope)
}

/** Reads the sentence of a local function, called with the parameters of the function around it. */
export function readNamedFunction(name: string, scope: Scope): Pattern {
  const callArguments = [...scope.bound.values()]
  const source = `${name}(${callArguments.map(({ source }) => source).join(', ')})`
  return isReadable(name, callArguments.length, scope)
    ? readFunction(name, callArguments, source, scope)
    : placeholderOf(source, scope.names)
}

function isReadable(name: string, argumentCount: number, { module, within }: Scope): boolean {
  const value = module.declarations.get(name)?.value
  return (
    !!value && !within.includes(name) && expressionBody(value) !== null && parametersOf(value).length === argumentCount
  )
}

function readFunction(name: string, callArguments: readonly BoundParameter[], source: string, scope: Scope): Pattern {
  const value = scope.module.declarations.get(name)?.value as Node
  const bound = new Map(
    parametersOf(value).map((parameter, index) => [parameter, callArguments[index] as BoundParameter]),
  )
  return readLocalDeclaration(name, source, expressionBody(value) as Node, bound, scope)
}

/** Reads a local constant, or a call of a local function. Without any text, it is only a value. */
function readLocalDeclaration(name: string, source: string, body: Node, bound: Scope['bound'], scope: Scope): Pattern {
  const { module, language, names } = scope
  const pattern = readPattern(body, { module, language, names, bound, within: [...scope.within, name] })
  const saysSomething = flatten(pattern).some((part) => typeof part === 'string' || part.kind !== 'placeholder')
  return saysSomething ? [{ kind: 'call', source, pattern }] : placeholderOf(source, names)
}

/** The expression that a function returns, if it is only that. */
export function expressionBody(node: Node): Node | null {
  const innerNode = unwrap(node)
  if (innerNode.type !== 'ArrowFunctionExpression' && innerNode.type !== 'FunctionDeclaration') return null
  const { body } = innerNode
  if (body?.type !== 'BlockStatement') return body ? unwrap(body) : null
  const [statement, ...furtherStatements] = body.body
  return statement?.type === 'ReturnStatement' && furtherStatements.length === 0 && statement.argument
    ? unwrap(statement.argument)
    : null
}

/** Names of the parameters of a function, in order. */
export function parametersOf(node: Node): string[] {
  const innerNode = unwrap(node)
  if (innerNode.type !== 'ArrowFunctionExpression' && innerNode.type !== 'FunctionDeclaration') return []
  return innerNode.params.map((parameter) =>
    keyNameOf(parameter.type === 'AssignmentPattern' ? parameter.left : parameter),
  )
}

function readChoice(node: Node & { type: 'ConditionalExpression' }, scope: Scope): Part {
  const { kind, name, key } = readTest(unwrap(node.test), scope)
  const cases: Case[] = [{ key, pattern: readPattern(node.consequent, scope) }]
  const alternate = unwrap(node.alternate)
  const otherBranches = alternate.type === 'ConditionalExpression' ? readChoice(alternate, scope) : null
  if (
    otherBranches &&
    typeof otherBranches !== 'string' &&
    otherBranches.kind === kind &&
    otherBranches.name === name
  ) {
    cases.push(...otherBranches.cases.filter((wording) => wording.key !== key))
    if (kind === 'plural') cases.sort((a, b) => compareForms(a.key, b.key))
  } else cases.push({ key: 'other', pattern: otherBranches ? [otherBranches] : readPattern(alternate, scope) })
  return { kind, name, cases }
}

/** Reads the test of a conditional expression: what it compares, and the key of the case in which it is true. */
function readTest(test: Node, scope: Scope): { kind: 'plural' | 'select'; name: string; key: string } {
  const { module, bound, names, language } = scope
  const source = (node: Node) => sourceWithReplacements(node, module, bound)
  if (test.type === 'BinaryExpression') {
    const { left, right, operator } = test
    const value = right.type === 'Literal' ? right.value : undefined
    const isRule = left.type === 'CallExpression' && source(left.callee) === `${RULES_NAME}.select`
    if (isRule && operator === '===' && typeof value === 'string')
      return { kind: 'plural', name: names.nameOfValue(source(left.arguments[0] as Node)), key: value }
    const form = typeof value === 'number' ? formOfComparison(operator, value, language) : null
    if (form) return { kind: 'plural', name: names.nameOfValue(source(left)), key: form }
    const isKey = value === null || (typeof value === 'string' && KEY_PATTERN.test(value))
    if (isKey && operator === '===')
      return { kind: 'select', name: names.nameOfValue(source(left)), key: String(value) }
  }
  return { kind: 'select', name: names.nameOfCondition(source(test)), key: 'true' }
}
