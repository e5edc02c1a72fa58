import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '..')

/**
 * Names of the packages that these modules import, directly or through other modules of the project.
 * @param entries paths from the project's root
 */
export async function importedPackages(entries: readonly string[]): Promise<Set<string>> {
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { noExternal: /^@kerf\// },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input: entries.map((path) => join(ROOT, path)) },
    },
  })
  const files = (Array.isArray(output) ? output : [output]).flatMap((bundle) =>
    'output' in bundle ? bundle.output : [],
  )
  const ownFiles = new Set(files.map(({ fileName }) => fileName))
  const imports = files.flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
  return new Set(imports.filter((name) => !ownFiles.has(name) && !name.startsWith('node:')).map(packageOf))
}

/** Package of an import: `@scope/name/part` -> `@scope/name`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
