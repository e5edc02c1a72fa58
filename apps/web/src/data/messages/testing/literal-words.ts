import { parseSync } from 'vite'

/** Attributes whose text is read by people, or to them. */
const READ_ATTRIBUTES = /^(aria-(label|description|roledescription|valuetext|placeholder)|placeholder|title|alt|label)$/
/** A single letter may be a key of the keyboard. */
const WORDS = /\p{L}{2}/u

interface Node {
  type: string
  [part: string]: unknown
}

/** The words of a component that stand in it as they are, instead of coming from the messages. */
export function literalWords(source: string): string[] {
  const found: string[] = []
  visit(parseSync('component.tsx', source).program as unknown as Node, found)
  return found.filter((text) => WORDS.test(text))
}

function visit(node: Node, found: string[]): void {
  if (node.type === 'JSXText') found.push(String(node.value).trim())
  if (node.type === 'JSXAttribute') {
    const name = String((node.name as Node).name)
    if (READ_ATTRIBUTES.test(name) && node.value) found.push(...textsOf(node.value as Node))
  }
  for (const child of childrenOf(node)) {
    // In an attribute the expression has been looked at above, or is not read by people.
    if (child.type === 'JSXExpressionContainer' && node.type !== 'JSXAttribute') found.push(...textsOf(child))
    visit(child, found)
  }
}

/** What an expression puts on the page: its texts, through choices and templates, but not the arguments of its calls. */
function textsOf(node: Node): string[] {
  switch (node.type) {
    case 'JSXExpressionContainer':
      return textsOf(node.expression as Node)
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    case 'ConditionalExpression':
      return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)]
    case 'LogicalExpression':
      return [...textsOf(node.left as Node), ...textsOf(node.right as Node)]
    default:
      return []
  }
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((part): part is Node => typeof part === 'object' && part !== null && 'type' in part)
}
