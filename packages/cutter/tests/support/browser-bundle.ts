import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

export const BROWSER_ENTRY = join(import.meta.dirname, '../../src/browser.ts')

/** A file of the engine's bundle for browsers. */
interface BundleFile {
  name: string
  code: string
  gzippedBytes: number
  /** Whether the engine needs the file at once. All others are loaded when they are needed. */
  isInitial: boolean
}

/** Bundles a module for browsers as the web app does. Its own file is `engine.js`. */
export async function bundleForBrowser(entry: string): Promise<BundleFile[]> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: { engine: entry },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
  const [output] = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[]
  const chunks = output!.output.filter((file) => file.type === 'chunk')
  const initial = new Set(['engine.js'])
  for (const name of initial)
    for (const imported of chunks.find((c) => c.fileName === name)!.imports) initial.add(imported)
  return chunks.map(({ fileName, code }) => ({
    name: fileName,
    code,
    gzippedBytes: gzipSync(code, { level: 9 }).length,
    isInitial: initial.has(fileName),
  }))
}
