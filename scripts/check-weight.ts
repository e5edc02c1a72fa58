import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ENGINE_FILE_PREFIX } from '../packages/domain/src/site/device-policy.ts'
import { LANGUAGES } from '../packages/messages/src/languages.ts'

/** Fails if the gzipped JavaScript of a page is over its budget in any language. Reads the build's file list. */
const DIST_PATH = join(import.meta.dirname, '../apps/web/dist')
const ENTRY_NAME = 'index.html'
/** Budget of the home page, which must load fast on a slow phone. */
const HOME_BYTES = 95_000
/** Budget of all other pages. */
const PAGE_BYTES = 190_000
/** Budget of the cutter for local files, which is loaded with the first chosen file. */
const ENGINE_BYTES = 250_000
/** Budget of the admin panel, which has tables, charts, forms and menus. */
const ADMIN_BYTES = 230_000

interface BuiltFile {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
}
type BuiltFiles = Readonly<Record<string, BuiltFile>>

let overBudget = 0
for (const code of LANGUAGES) {
  const files = JSON.parse(await readFile(join(DIST_PATH, 'pages', code, 'files.json'), 'utf8')) as BuiltFiles
  const sizeByFile = new Map<string, number>()
  const sizeOf = async (file: string): Promise<number> => {
    const cachedSize = sizeByFile.get(file)
    if (cachedSize !== undefined) return cachedSize
    const bytes = gzipSync(await readBuilt(code, file), { level: 9 }).length
    sizeByFile.set(file, bytes)
    return bytes
  }
  const sizeOfParts = async (...parts: string[]): Promise<number> => {
    const neededFiles = new Set(parts.flatMap((part) => filesOf(files, part)))
    const sizes = await Promise.all([...neededFiles].map(sizeOf))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  report(code, 'home', await sizeOfParts(ENTRY_NAME), HOME_BYTES)
  const engine = Object.values(files).flatMap(({ assets = [] }) => assets.filter(isEngine))
  if (engine.length === 0) throw new Error('The build has no engine.')
  report(
    code,
    'engine',
    (await Promise.all([...new Set(engine)].map(sizeOf))).reduce((a, b) => a + b),
    ENGINE_BYTES,
  )
  const screens = Object.keys(files).filter((source) => /(Page|Screen)\.tsx$/.test(source))
  for (const source of screens.sort()) {
    const budget = source.includes('/admin/') ? ADMIN_BYTES : PAGE_BYTES
    report(code, basename(source, '.tsx'), await sizeOfParts(ENTRY_NAME, source), budget)
  }
}
process.exitCode = overBudget > 0 ? 1 : 0

/** Reads a file of a language. One language has the files that are the same in all. */
async function readBuilt(language: string, file: string): Promise<Buffer> {
  const paths = [language, ...LANGUAGES].map((code) => join(DIST_PATH, code, file))
  const path = paths.find((candidate) => existsSync(candidate))
  if (!path) throw new Error(`The build has no ${file}.`)
  return readFile(path)
}

function isEngine(file: string): boolean {
  return basename(file).startsWith(ENGINE_FILE_PREFIX)
}

function filesOf(files: BuiltFiles, source: string, seenFiles = new Set<string>()): string[] {
  const part = files[source]
  if (!part) throw new Error(`The build has no ${source}.`)
  if (seenFiles.has(source)) return []
  seenFiles.add(source)
  return [part.file, ...(part.imports ?? []).flatMap((importedFile) => filesOf(files, importedFile, seenFiles))]
}

function report(language: string, page: string, bytes: number, budget: number): void {
  const isOver = bytes > budget
  if (isOver) overBudget += 1
  const size = `${(bytes / 1000).toFixed(1).padStart(6)} of ${budget / 1000} kB`
  console.log(`${isOver ? 'OVER' : '  ok'}  ${language}  ${page.padEnd(20)} ${size}`)
}
