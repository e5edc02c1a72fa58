import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const components = import.meta.glob<string>(['./**/*.tsx', '../../../packages/ui/src/*.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

it('text in a component is found', () => {
  const source = `
    export const Page = () => (
      <p aria-label="Close it" className="page hero">
        Hello {open ? 'opened' : words.closed} {'there'} 42 <kbd>I</kbd> {\`\${count} left\`}
      </p>
    )`
  expect(literalTexts(source)).toEqual(['Close it', 'Hello', 'opened', 'there', ' left'])
})

it('components contain no text: it is in messages, in every language', () => {
  const literals = Object.entries(components).flatMap(([path, source]) =>
    literalTexts(source).map((words) => `${path}: ${words}`),
  )
  expect(literals).toEqual([])
})

/** Attributes whose text people or screen readers read. */
const TEXT_ATTRIBUTE_PATTERN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|placeholder|title|alt|label)$/
/** A single letter may be a key of the keyboard. */
const WORD_PATTERN = /\p{L}{2}/u

interface Node {
  type: string
  [part: string]: unknown
}

/** Texts that are written into a component instead of coming from the messages. */
function literalTexts(source: string): string[] {
  const texts: string[] = []
  collectTexts(parseSync('component.tsx', source).program as unknown as Node, texts)
  return texts.filter((text) => WORD_PATTERN.test(text))
}

function collectTexts(node: Node, texts: string[]): void {
  if (node.type === 'JSXText') texts.push(String(node.value).trim())
  if (node.type === 'JSXAttribute') {
    const name = String((node.name as Node).name)
    if (TEXT_ATTRIBUTE_PATTERN.test(name) && node.value) texts.push(...textsOf(node.value as Node))
  }
  for (const child of childrenOf(node)) {
    // The expressions of attributes are handled above.
    if (child.type === 'JSXExpressionContainer' && node.type !== 'JSXAttribute') texts.push(...textsOf(child))
    collectTexts(child, texts)
  }
}

/** Texts that an expression puts on the page: those of choices and templates, but not the arguments of calls. */
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
