/**
 * Translators' files of the sentences.
 *
 *   npm run messages -- export FOLDER [LANGUAGE...]   writes FOLDER/<language>.arb, of all languages by default
 *   npm run messages -- import FOLDER LANGUAGE        writes FOLDER/<language>.arb into the modules of the language
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { exportMessages } from './export-messages.ts'
import { ImportError, importMessages } from './import-messages.ts'
import { UnreadableError } from './read-messages.ts'
import { FileError } from './translation-file.ts'

const ROOT = join(import.meta.dirname, '../..')
const USAGE =
  'Usage: npm run messages -- export FOLDER [LANGUAGE...]\n       npm run messages -- import FOLDER LANGUAGE'

const [command, folder, ...languages] = process.argv.slice(2)
const [language] = languages
try {
  if (command === 'export' && folder) {
    for (const line of exportMessages(ROOT, folder, languages)) console.log(line)
  } else if (command === 'import' && folder && language && languages.length === 1) {
    const { lines, paths } = importMessages(ROOT, folder, language)
    if (paths.length > 0) formatFiles(paths)
    for (const line of lines) console.log(line)
  } else printFailure([USAGE])
} catch (error) {
  const isExplained = [FileError, ImportError, UnreadableError].some((kind) => error instanceof kind)
  if (!isExplained) throw error
  printFailure([(error as Error).message])
}

function formatFiles(paths: readonly string[]): void {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
  const formatting = ['check', '--write', '--linter-enabled=false', '--log-level=error']
  execFileSync(process.execPath, [biome, ...formatting, ...paths], { cwd: ROOT })
}

function printFailure(lines: readonly string[]): void {
  for (const line of lines) console.error(line)
  process.exitCode = 1
}
