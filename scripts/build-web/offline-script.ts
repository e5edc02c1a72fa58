import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGINE_FILE_PREFIX } from '../../packages/domain/src/site/device-policy.ts'

interface BuiltPart {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
type BuiltParts = Readonly<Record<string, BuiltPart>>

const ENTRY = 'index.html'
const DEVICE_PAGE = 'src/pages/device/DevicePage.tsx'
const TOASTER = '../../packages/ui/src/toasts/Toaster.tsx'
/** Files of the page without a hash in their names. */
const PLAIN_FILES = ['device', 'favicon.svg', 'first-paint.js', 'manifest.webmanifest']

/**
 * Writes the service worker that keeps the page for local files and the engine in a browser. It lists only their files,
 * and its version changes with any of them.
 * @param document the page's document
 */
export async function writeOfflineScript(
  webRoot: string,
  folder: string,
  options: { language: string; parts: BuiltParts; document: string },
): Promise<void> {
  const { language, parts, document } = options
  const engineFiles = (await readdir(join(folder, 'assets')))
    .filter((name) => name.startsWith(ENGINE_FILE_PREFIX))
    .map((name) => `assets/${name}`)
  const builtFiles = [...filesOf(parts, ENTRY, false), ...filesOf(parts, TOASTER, false), ...deviceFiles(parts)]
  const files = [...new Set([...PLAIN_FILES, ...builtFiles, ...engineFiles])]
  const hash = createHash('sha256').update(files.join('\n')).update(document)
  for (const file of PLAIN_FILES.slice(1)) hash.update(await readFile(join(folder, file)))
  const script = await readFile(join(webRoot, 'device-offline.js'), 'utf8')
  const filled = script
    .replace("VERSION = ''", `VERSION = '${hash.digest('hex').slice(0, 12)}'`)
    .replace("FILES = ['']", `FILES = ${JSON.stringify(files)}`)
  await writeFile(join(folder, `device-offline.${language}.js`), filled)
}

const deviceFiles = (parts: BuiltParts): string[] => filesOf(parts, DEVICE_PAGE, true)

/** Files of a part and of what it imports. `withLater` adds what it loads later; the entry loads all other pages. */
function filesOf(parts: BuiltParts, name: string, withLater: boolean, seen = new Set<string>()): string[] {
  const part = parts[name]
  if (!part) throw new Error(`The build has no ${name}.`)
  if (seen.has(name)) return []
  seen.add(name)
  const later = withLater && name !== ENTRY ? (part.dynamicImports ?? []) : []
  const names = [...(part.imports ?? []), ...later]
  const own = [part.file, ...(part.css ?? []), ...(part.assets ?? [])]
  return [...own, ...names.flatMap((other) => filesOf(parts, other, withLater, seen))]
}
