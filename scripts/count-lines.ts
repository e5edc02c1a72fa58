import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Prints the number of tracked lines of production code and of tests. */

const ROOTS = ['apps', 'packages', 'scripts', 'bench']
const CODE_FILE_PATTERN = /\.(ts|tsx|css)$/
const TEST_FILE_PATTERN = /\.(test|hard|fixture)\.|(^|\/)(testing|tests)\//

const files = execFileSync('git', ['ls-files', '-z', ...ROOTS, 'tests'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => CODE_FILE_PATTERN.test(path))

const totals = { production: { files: 0, lines: 0 }, tests: { files: 0, lines: 0 } }
for (const path of files) {
  const kind = totals[TEST_FILE_PATTERN.test(path) ? 'tests' : 'production']
  kind.files += 1
  kind.lines += readFileSync(path, 'utf8').split('\n').length - 1
}
for (const [kind, { files, lines }] of Object.entries(totals)) {
  console.log(`${kind}: ${lines.toLocaleString('en')} lines in ${files.toLocaleString('en')} files`)
}
