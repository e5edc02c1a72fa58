import { parseSync } from 'vite'
import { freeNames, identifierNodes, keyNameOf, type Node, type SourceModule, unwrap } from './source-module.ts'

/**
 * Mark before the name of a parameter in a source. Parameters have their English names there, so that sources of all
 * languages compare. `withParameters` writes the names of a function.
 */
const PLACEHOLDER_PREFIX = '$$'
const MARKED_NAME_PATTERN = /\$\$(\w+)/g

export const parameterSource = (name: string): string => `${PLACEHOLDER_PREFIX}${name}`
export const parametersIn = (source: string): string[] =>
  [...source.matchAll(MARKED_NAME_PATTERN)].map((match) => match[1] as string)
export const withParameters = (source: string, ownName: (name: string) => string): string =>
  source.replace(MARKED_NAME_PATTERN, (_, name: string) => ownName(name))

/** TypeScript of a node, in which bound names are replaced with their values. */
export function sourceWithReplacements(
  node: Node,
  module: SourceModule,
  bound: ReadonlyMap<string, { source: string }>,
): string {
  let source = ''
  let end = node.start
  for (const identifier of identifierNodes(node)) {
    const replacement = bound.get(keyNameOf(identifier))
    if (!replacement) continue
    const isWhole = identifier.start === node.start && identifier.end === node.end
    const isSimple = isWhole || /^[\w$.]+$|^'[^']*'$/.test(replacement.source)
    source += module.text.slice(end, identifier.start) + (isSimple ? replacement.source : `(${replacement.source})`)
    end = identifier.end
  }
  return source + module.text.slice(end, node.end)
}

function expressionOf(source: string): Node {
  const [statement] = parseSync('expression.ts', `(${source})`).program.body
  if (statement?.type !== 'ExpressionStatement') throw new Error(`No expression: ${source}`)
  return unwrap(statement.expression)
}

/** Names in a source that are not parameters: constants, imported values, local functions, globals such as `Math`. */
export function outerNames(source: string): string[] {
  return freeNames(expressionOf(source)).filter((name) => !name.startsWith(PLACEHOLDER_PREFIX))
}

/** Readable name of a computed value or of a condition: `round_seconds_per_60`, `seconds_under_90`. */
export function nameOfCode(source: string): string {
  const expression = expressionOf(source)
  const words = expression.type === 'Identifier' ? [keyNameOf(expression)] : wordsOf(expression)
  return words
    .join('_')
    .replaceAll(PLACEHOLDER_PREFIX, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}

const OPERATORS: Record<string, string> = {
  '<': 'under',
  '<=': 'at_most',
  '>': 'over',
  '>=': 'at_least',
  '===': 'is',
  '!==': 'is_not',
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'per',
  '%': 'modulo',
  '&&': 'and',
  '||': 'or',
  '??': 'or',
  '!': 'not',
}

function wordsOf(node: Node): string[] {
  switch (node.type) {
    case 'Identifier':
      return [node.name]
    case 'Literal':
      if ('regex' in node) return [node.regex.pattern]
      return [node.value === '' ? 'empty' : String(node.value)]
    case 'MemberExpression': {
      const property = wordsOf(node.property)
      return node.object.type === 'Identifier' && node.object.name === 'Math'
        ? property
        : [...wordsOf(node.object), ...property]
    }
    case 'CallExpression': {
      const argumentWords = node.arguments.flatMap(wordsOf)
      const isTest = node.callee.type === 'MemberExpression' && keyNameOf(node.callee.property as Node) === 'test'
      if (isTest) return [...argumentWords, 'matches', ...wordsOf((node.callee as { object: Node }).object)]
      return [...wordsOf(node.callee), ...argumentWords]
    }
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [...wordsOf(node.left), OPERATORS[node.operator] ?? node.operator, ...wordsOf(node.right)]
    case 'UnaryExpression':
      return [OPERATORS[node.operator] ?? node.operator, ...wordsOf(node.argument)]
    case 'ParenthesizedExpression':
      return wordsOf(node.expression)
    default:
      return freeNames(node)
  }
}
