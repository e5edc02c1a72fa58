import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Prints how many lines of production code and of tests the repository tracks. */

const ROOTS = ['apps', 'packages', 'scripts', 'bench']
const CODE = /\.(ts|tsx|css)$/
const TEST = /\.(test|hard|fixture)\.|(^|\/)(testing|tests)\//

const files = execFileSync('git', ['ls-files', '-z', ...ROOTS, 'tests'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => CODE.test(path))

const counted = { production: { files: 0, lines: 0 }, tests: { files: 0, lines: 0 } }
for (const path of files) {
  const kind = counted[TEST.test(path) ? 'tests' : 'production']
  kind.files += 1
  kind.lines += readFileSync(path, 'utf8').split('\n').length - 1
}
for (const [kind, { files, lines }] of Object.entries(counted)) {
  console.log(`${kind}: ${lines.toLocaleString('en')} lines in ${files.toLocaleString('en')} files`)
}
