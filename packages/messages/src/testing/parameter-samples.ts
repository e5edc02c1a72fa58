import { parseSync } from 'vite'

/** The values that a parameter is tried with. */
export type Samples = readonly unknown[]

/** A placeholder for a parameter, found again by its brackets. */
export const markOf = (position: number): string => `‹${position}›`

interface Node {
  type: string
  [part: string]: unknown
}

/** For every function among a file's exported sentences, by its path: what to try each of its parameters with. */
export function parameterSamples(source: string): Map<string, Samples[]> {
  const body = parseSync('messages.ts', source).program.body as unknown as Node[]
  const named = new Map<string, Node>()
  const exported: [name: string, node: Node][] = []
  for (const statement of body) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    for (const [name, node] of declared(isExport ? (statement.declaration as Node | null) : statement)) {
      named.set(name, node)
      if (isExport) exported.push([name, node])
    }
  }
  const found = new Map<string, Samples[]>()
  for (const [name, node] of exported) collect(name, node, named, found)
  return found
}

function declared(statement: Node | null): [name: string, node: Node][] {
  if (statement?.type === 'FunctionDeclaration') return [[nameOf(statement.id as Node), statement]]
  if (statement?.type !== 'VariableDeclaration') return []
  return (statement.declarations as Node[]).map((one) => [nameOf(one.id as Node), one.init as Node])
}

const nameOf = (node: Node): string => String(node.name ?? node.value)

function collect(path: string, node: Node, named: ReadonlyMap<string, Node>, found: Map<string, Samples[]>): void {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      collect(path, node.expression as Node, named, found)
      return
    case 'Identifier': {
      const target = named.get(nameOf(node))
      if (target) collect(path, target, named, found)
      return
    }
    case 'ObjectExpression':
      for (const { key, value } of node.properties as { key?: Node; value: Node }[])
        if (key) collect(`${path}.${nameOf(key)}`, value, named, found)
      return
    case 'ArrayExpression':
      for (const [index, element] of (node.elements as Node[]).entries())
        collect(`${path}.${index}`, element, named, found)
      return
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      found.set(
        path,
        (node.params as Node[]).map((parameter, position) => {
          const { typeAnnotation } = (parameter.type === 'AssignmentPattern' ? parameter.left : parameter) as Node
          return samplesOf((typeAnnotation as Node | null)?.typeAnnotation as Node | undefined, position)
        }),
      )
  }
}

function samplesOf(type: Node | undefined, position: number): Samples {
  switch (type?.type) {
    case 'TSNumberKeyword':
      // One, for the singular, and a figure of the parameter's own.
      return [1, 7 + 2 * position]
    case 'TSBooleanKeyword':
      return [true, false]
    case 'TSNullKeyword':
      return [null]
    case 'TSUndefinedKeyword':
      return [undefined]
    case 'TSLiteralType':
      return [(type.literal as Node).value]
    case 'TSUnionType':
      return (type.types as Node[]).flatMap((one) => samplesOf(one, position))
    default:
      return [markOf(position)]
  }
}
