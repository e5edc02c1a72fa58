import { readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'

export type Node = ESTree.Node

/** A TypeScript module with what it declares. Offsets count UTF-16 units, like those of a JavaScript string. */
export interface SourceModule {
  path: string
  text: string
  /** Constants and functions of the module itself, by name. */
  declarations: ReadonlyMap<string, Declaration>
  /** Values from other modules, by their name here. */
  imports: ReadonlyMap<string, { from: string; name: string; statement: Node }>
  /** Offset at which the imports end. */
  importsEnd: number
  comments: readonly { start: number; end: number }[]
  /** Comments that stand directly above an offset, from top to bottom, without their marks. */
  commentsAbove: (offset: number) => string[]
  /** Start of the comments directly above an offset, or the offset itself if there are none. */
  startWithComments: (offset: number) => number
}

export interface Declaration {
  name: string
  isExported: boolean
  /** Value of a constant, or a function. Null for a name that is destructured from an object. */
  value: Node | null
  /** The whole statement, with `export`. */
  statement: Node
  /** Type that the constant is declared with. */
  type: Node | null
}

export function openModule(path: string): SourceModule {
  return parseModule(path, readFileSync(path, 'utf8'))
}

/** Parses a module. Throws an Error that names the file if it is not TypeScript. */
export function parseModule(path: string, text: string): SourceModule {
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const declarations = new Map<string, Declaration>()
  const imports = new Map<string, { from: string; name: string; statement: Node }>()
  let importsEnd = 0
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      importsEnd = statement.end
      for (const specifier of statement.specifiers) {
        const name = specifier.type === 'ImportSpecifier' ? keyNameOf(specifier.imported) : '*'
        imports.set(specifier.local.name, { from: statement.source.value, name, statement })
      }
    } else for (const declaration of declarationsIn(statement)) declarations.set(declaration.name, declaration)
  }

  const commentAbove = (offset: number) =>
    comments.findLast(({ end }) => end <= offset && text.slice(end, offset).trim() === '')
  const startsLine = (start: number) => text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
  const commentsAbove = (offset: number): string[] => {
    const comment = commentAbove(offset)
    if (!comment || !startsLine(comment.start)) return []
    return [
      ...commentsAbove(comment.start),
      comment.value
        .replace(/^\s*\*+ ?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ]
  }
  const startWithComments = (offset: number): number => {
    const comment = commentAbove(offset)
    return comment && startsLine(comment.start) ? startWithComments(comment.start) : offset
  }
  return { path, text, declarations, imports, importsEnd, comments, commentsAbove, startWithComments }
}

function declarationsIn(statement: Node): Declaration[] {
  const isExported = statement.type === 'ExportNamedDeclaration'
  const declaredNode = isExported ? statement.declaration : statement
  if (declaredNode?.type === 'FunctionDeclaration' && declaredNode.id)
    return [{ name: declaredNode.id.name, isExported, value: declaredNode, statement, type: null }]
  if (declaredNode?.type !== 'VariableDeclaration') return []
  return declaredNode.declarations.flatMap(({ id, init }): Declaration[] => {
    if (id.type === 'Identifier')
      return [{ name: id.name, isExported, value: init, statement, type: id.typeAnnotation?.typeAnnotation ?? null }]
    return identifierNamesIn(id).map((name) => ({ name, isExported, value: null, statement, type: null }))
  })
}

const identifierNamesIn = (pattern: Node): string[] => identifierNodes(pattern).map(keyNameOf)

/** Name of a key, a property or an imported value. */
export function keyNameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'Literal') return String(node.value)
  throw new Error(`A computed name has no text: ${node.type}`)
}

/** Expression within parentheses, or before `as` or `satisfies`. */
export function unwrap(node: Node): Node {
  const isWrapped =
    node.type === 'ParenthesizedExpression' || node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
  return isWrapped ? unwrap(node.expression) : node
}

/** Identifiers that stand for a value, in order. Names of properties and types are left out. */
export function identifierNodes(node: Node): Node[] {
  return node.type === 'Identifier' ? [node] : childrenOf(node).flatMap(identifierNodes)
}

function childrenOf(node: Node): Node[] {
  const skipped: unknown[] = []
  if (node.type === 'MemberExpression' && !node.computed) skipped.push(node.property)
  if (node.type === 'Property' && !node.computed) skipped.push(node.key)
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child?.type === 'string' && !skipped.includes(child))
    .filter(({ type }) => !type.startsWith('TSType'))
}

/** Names that a node uses and does not declare itself. */
export function freeNames(node: Node): string[] {
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration') {
    const ownNames = node.params.flatMap(identifierNodes).map(keyNameOf)
    return node.body ? freeNames(node.body).filter((name) => !ownNames.includes(name)) : []
  }
  if (node.type === 'VariableDeclarator') return node.init ? freeNames(node.init) : []
  return node.type === 'Identifier' ? [node.name] : childrenOf(node).flatMap(freeNames)
}

/** New text for a part of a module. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Applies edits to a text. Throws an Error if two of them overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sortedEdits = [...edits].sort((a, b) => a.start - b.start)
  let editedText = ''
  let end = 0
  for (const edit of sortedEdits) {
    if (edit.start < end) throw new Error(`Two edits of one place: ${edit.text}`)
    editedText += text.slice(end, edit.start) + edit.text
    end = edit.end
  }
  return editedText + text.slice(end)
}
