import { parseSync } from 'vite'

/** Arguments to try for one parameter. */
export type Samples = readonly unknown[]

/** Placeholder for a text parameter. The brackets make it recognizable in a sentence. */
export const markOf = (position: number): string => `‹${position}›`

interface Node {
  type: string
  [part: string]: unknown
}

/** Samples for the parameters of every exported function of a file, by the path of the function. */
export function parameterSamples(source: string): Map<string, Samples[]> {
  const body = parseSync('messages.ts', source).program.body as unknown as Node[]
  const declarations = new Map<string, Node>()
  const exportedNodes: [name: string, node: Node][] = []
  for (const statement of body) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    for (const [name, node] of declarationsIn(isExport ? (statement.declaration as Node | null) : statement)) {
      declarations.set(name, node)
      if (isExport) exportedNodes.push([name, node])
    }
  }
  const samples = new Map<string, Samples[]>()
  for (const [name, node] of exportedNodes) collect(name, node, declarations, samples)
  return samples
}

function declarationsIn(statement: Node | null): [name: string, node: Node][] {
  if (statement?.type === 'FunctionDeclaration') return [[nodeNameOf(statement.id as Node), statement]]
  if (statement?.type !== 'VariableDeclaration') return []
  return (statement.declarations as Node[]).map((declarator) => [
    nodeNameOf(declarator.id as Node),
    declarator.init as Node,
  ])
}

const nodeNameOf = (node: Node): string => String(node.name ?? node.value)

function collect(
  path: string,
  node: Node,
  declarations: ReadonlyMap<string, Node>,
  samples: Map<string, Samples[]>,
): void {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      collect(path, node.expression as Node, declarations, samples)
      return
    case 'Identifier': {
      const target = declarations.get(nodeNameOf(node))
      if (target) collect(path, target, declarations, samples)
      return
    }
    case 'ObjectExpression':
      for (const { key, value } of node.properties as { key?: Node; value: Node }[])
        if (key) collect(`${path}.${nodeNameOf(key)}`, value, declarations, samples)
      return
    case 'ArrayExpression':
      for (const [index, element] of (node.elements as Node[]).entries())
        collect(`${path}.${index}`, element, declarations, samples)
      return
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      samples.set(
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
      // 1 for the singular, and another number that is different for each parameter.
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
      return (type.types as Node[]).flatMap((member) => samplesOf(member, position))
    default:
      return [markOf(position)]
  }
}
