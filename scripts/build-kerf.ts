import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, transformWithOxc } from 'vite'
import { builtFrom } from '../apps/server/src/adapters/media-process/media-program.ts'

const ROOT = join(import.meta.dirname, '..')
const LEAST_NODE = '>=24.4'
/** Programs that run as processes of their own, started by path. */
export const PROGRAMS = ['captions/parse-apart-main.ts', 'outbound/pass-on.ts'].map(
  (path) => `apps/server/src/adapters/${path}`,
)
const MEDIA_PROCESS = ['media-process.mjs', 'media-process-first.mjs']

/**
 * Builds the installable package `kerf`: compiled JavaScript in the source's folders, without unused parts of the
 * server.
 */
export async function buildKerf(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { files, packages } = await compile(['apps/cli/src/kerf/run.ts', ...PROGRAMS])
  for (const { fileName, code } of files) {
    await mkdir(dirname(join(folder, fileName)), { recursive: true })
    await writeFile(join(folder, fileName), code)
  }
  const place = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const main = await readFile(join(ROOT, 'apps/cli/src/main.ts'), 'utf8')
  const { code } = await transformWithOxc(main.replace('./kerf/run.ts', './kerf/run.js'), 'main.ts')
  await place('apps/cli/src/main.cjs', code)
  await chmod(join(folder, 'apps/cli/src/main.cjs'), 0o755)
  await place('apps/server/package.json', '{ "type": "module" }\n')
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build-media-process.ts')])
  for (const name of MEDIA_PROCESS) {
    const built = await readFile(join(ROOT, '.build', name), 'utf8')
    // The package has no sources to compare the bundle with, so it counts as up to date.
    await place(`.build/${name}`, built.replace(/^\/\/\{.*/, `//${JSON.stringify(builtFrom([]))}`))
  }
  await cp(join(ROOT, 'apps/server/sample'), join(folder, 'apps/server/sample'), { recursive: true })
  await cp(join(ROOT, 'packages/cutter/fonts'), join(folder, 'packages/cutter/fonts'), { recursive: true })
  await copyFile(join(ROOT, 'apps/cli/npm.md'), join(folder, 'README.md'))
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await place('package.json', `${JSON.stringify(await manifest(packages), null, 2)}\n`)
}

/**
 * Compiles modules of ours with all that they import.
 * @param entries paths from the project's root
 * @returns JavaScript files, and the names of the packages that they import
 */
export async function compile(entries: readonly string[]) {
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
      rolldownOptions: {
        input: entries.map((path) => join(ROOT, path)),
        output: { preserveModules: true, preserveModulesRoot: ROOT, entryFileNames: '[name].js' },
      },
    },
  })
  const outputs = (Array.isArray(output) ? output : [output]).flatMap((bundle) =>
    'output' in bundle ? bundle.output : [],
  )
  const files = outputs.map((file) => {
    if (file.type !== 'chunk') throw new Error(`${file.fileName} is not code.`)
    return file
  })
  const ownFiles = new Set(files.map(({ fileName }) => fileName))
  const imports = files.flatMap((file) => [...file.imports, ...file.dynamicImports])
  const packages = imports.filter((name) => !ownFiles.has(name) && !name.startsWith('node:')).map(packageOf)
  return { files, packages: new Set(packages) }
}

/** Package of an import: `@scope/name/part` -> `@scope/name`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

async function manifest(packages: Set<string>) {
  const read = async (path: string) => JSON.parse(await readFile(join(ROOT, path, 'package.json'), 'utf8'))
  const { version, description } = await read('.')
  const versions: Record<string, string> = {}
  for (const path of ['apps/server', 'packages/cutter', 'packages/contract', 'packages/domain'])
    Object.assign(versions, (await read(path)).dependencies)
  // The bundled media process imports node-av, and subtitles are drawn with fonts that are found by name.
  const unseenPackages = ['node-av', ...Object.keys(versions).filter((name) => name.startsWith('@fontsource/'))]
  const dependencies = [...new Set([...packages, ...unseenPackages])].sort().map((name) => {
    if (!versions[name]) throw new Error(`No package of ours depends on ${name}.`)
    return [name, versions[name]]
  })
  return {
    name: 'kerf',
    version,
    description,
    license: 'MIT',
    keywords: ['video', 'cut', 'trim', 'clip', 'youtube', 'frame-accurate', 'lossless'],
    type: 'module',
    bin: { kerf: 'apps/cli/src/main.cjs' },
    engines: { node: LEAST_NODE },
    // Vite turns an imported package.json into package.js.
    files: ['apps', 'packages', '.build', 'package.js'],
    dependencies: Object.fromEntries(dependencies),
  }
}

if (import.meta.main) await buildKerf(join(ROOT, 'apps/cli/dist'))
