import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build, transformWithOxc } from 'vite'
import { builtFrom } from '../apps/server/src/adapters/media-process/media-program.ts'

const ROOT = join(import.meta.dirname, '..')
const LEAST_NODE = '>=24.4'
/** What is started by its path, beside the program itself. */
const PROGRAMS = ['captions/parse-apart-main.ts', 'outbound/pass-on.ts'].map(
  (path) => `apps/server/src/adapters/${path}`,
)
const MEDIA_PROCESS = ['media-process.mjs', 'media-process-first.mjs']

/** Builds `kerf` as a package that npm installs: JavaScript in the folders of the sources, without the server's other parts. */
export async function buildKerf(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const imported = await compile(folder)
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
    // It fits: its sources are not here to be compared with.
    await place(`.build/${name}`, built.replace(/^\/\/\{.*/, `//${JSON.stringify(builtFrom([]))}`))
  }
  await cp(join(ROOT, 'apps/server/sample'), join(folder, 'apps/server/sample'), { recursive: true })
  await cp(join(ROOT, 'packages/cutter/fonts'), join(folder, 'packages/cutter/fonts'), { recursive: true })
  await copyFile(join(ROOT, 'apps/cli/npm.md'), join(folder, 'README.md'))
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  await place('package.json', `${JSON.stringify(await manifest(imported), null, 2)}\n`)
}

/** @returns the packages that it imports */
async function compile(folder: string): Promise<Set<string>> {
  const entries = ['apps/cli/src/kerf/run.ts', ...PROGRAMS].map((path) => join(ROOT, path))
  const made = await build({
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
        input: entries,
        output: { preserveModules: true, preserveModulesRoot: ROOT, entryFileNames: '[name].js' },
      },
    },
  })
  const files = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  const own = new Set(files.map(({ fileName }) => fileName))
  const imported = new Set<string>()
  for (const file of files) {
    if (file.type !== 'chunk') throw new Error(`${file.fileName} is not code.`)
    await mkdir(dirname(join(folder, file.fileName)), { recursive: true })
    await writeFile(join(folder, file.fileName), file.code)
    for (const name of [...file.imports, ...file.dynamicImports])
      if (!own.has(name) && !name.startsWith('node:')) imported.add(packageOf(name))
  }
  return imported
}

/** `@scope/name/part` -> `@scope/name` */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

async function manifest(imported: Set<string>) {
  const read = async (path: string) => JSON.parse(await readFile(join(ROOT, path, 'package.json'), 'utf8'))
  const { version, description } = await read('.')
  const pinned: Record<string, string> = {}
  for (const path of ['apps/server', 'packages/cutter', 'packages/contract', 'packages/domain'])
    Object.assign(pinned, (await read(path)).dependencies)
  // The media process was bundled apart, and subtitles are drawn with fonts that are asked for by name.
  const apart = ['node-av', ...Object.keys(pinned).filter((name) => name.startsWith('@fontsource/'))]
  const dependencies = [...new Set([...imported, ...apart])].sort().map((name) => {
    if (!pinned[name]) throw new Error(`No package of ours depends on ${name}.`)
    return [name, pinned[name]]
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
    // What the code imports of package.json is a module.
    files: ['apps', 'packages', '.build', 'package.js'],
    dependencies: Object.fromEntries(dependencies),
  }
}

if (import.meta.main) await buildKerf(join(ROOT, 'apps/cli/dist'))
