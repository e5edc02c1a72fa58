import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Refuses comments without a subject: those that begin with one of these words. CONTRIBUTING.md has examples. */
const ROOT = join(import.meta.dirname, '..')
const FORBIDDEN_BEGINNING_PATTERN = /^\s*(?:\/\*\*?|\/\/|\*|\{\/\*)\s+(Of|What|Who|Those|By)\s/

const files = globSync('{apps,packages,tests,bench,scripts}/**/*.{ts,tsx,css,cjs}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist', '**/.build'],
})
const faults = files.flatMap((path) => {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    // A later line of a block continues its sentence.
    const isContinuation = /^\s*\*/.test(line) && !/^\s*\/\*\*?\s*$/.test(lines[index - 1] ?? '')
    return FORBIDDEN_BEGINNING_PATTERN.test(line) && !isContinuation ? [`${path}:${index + 1}: ${line.trim()}`] : []
  })
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  console.error('A comment names its subject and states a fact. It does not begin with Of, What, Who, Those or By.')
  process.exitCode = 1
}
