import { expect, it } from 'vitest'
import { literalWords } from './testing/literal-words.ts'

const components = import.meta.glob<string>(['../../**/*.tsx', '../../../../../packages/ui/src/*.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

it('finds words that are written into a component', () => {
  const source = `
    export const Page = () => (
      <p aria-label="Close it" className="page hero">
        Hello {open ? 'opened' : words.closed} {'there'} 42 <kbd>I</kbd> {\`\${count} left\`}
      </p>
    )`
  expect(literalWords(source)).toEqual(['Close it', 'Hello', 'opened', 'there', ' left'])
})

it('finds none in the components: their words are messages, in every language', () => {
  const found = Object.entries(components).flatMap(([path, source]) =>
    literalWords(source).map((words) => `${path}: ${words}`),
  )
  expect(found).toEqual([])
})
