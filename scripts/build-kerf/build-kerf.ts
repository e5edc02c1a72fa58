import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin, transformWithOxc } from 'vite'
import { buildInputs } from '../../apps/server/src/adapters/media-process/media-program.ts'
import { bundleMediaProcess } from '../build-media-process.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Oldest Node that runs the package: the first one with getCACertificates of node:tls. */
const MIN_NODE = '22.15'
const TARGET = `node${MIN_NODE}`
const MAIN = 'apps/cli/src/main.cjs'
const FONTS = 'packages/cutter/fonts'
/** Programs of processes and threads that are started by path. */
const PROGRAMS = ['captions/parse-in-thread-main', 'outbound/pass-on'].map((path) => `apps/server/src/adapters/${path}`)
/** PGlite loads its files by path. pg works without pg-native. */
const EXTERNAL = [/^node:/, /^@electric-sql\/pglite(\/|$)/, /^pg-native$/]
/** Files that have the same paths in the package as in the repository. */
const COPIED_FILES = [
  'LICENSE',
  'apps/server/package.json',
  'apps/server/sample',
  'apps/server/src/adapters/database/migrations',
  'apps/web/dist',
  FONTS,
  '.build/database-template.tar.gz',
  '.build/database-template.tar.gz.key',
  '.build/media-process-first.mjs',
]

/** Texts of sources whose paths differ in the package, by file, with their replacements. */
const REPLACEMENTS: Record<string, [from: string, to: string][]> = {
  'apps/server/src/config/records/daily-backups.ts': [["'../../main.ts'", `'../../../../../${MAIN}'`]],
  'apps/server/src/adapters/media-process/media-process.ts': [
    ["resolve('node-av')", "resolve('@electric-sql/pglite')"],
  ],
  'packages/cutter/src/codec/native/engine-version.ts': [
    ["import.meta.resolve('node-av')", "new URL('node-av/dist/', import.meta.url)"],
  ],
  'packages/cutter/src/codec/native/subtitles/subtitle-fonts.ts': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: part of a source file
    ['@fontsource/${name}/files/', `../${FONTS}/`],
    ['@kerf/cutter/fonts/', `../${FONTS}/`],
  ],
}

/**
 * Builds the installable package `kerf`, command line and server: compiled for Node 22, with the web app and the
 * database template. It contains its packages, except the database and the codecs' binary, so that eighty packages,
 * their unused parts and their install scripts do not come along.
 */
export async function buildKerf(folder: string, ...buildOptions: string[]): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build.ts'), ...buildOptions])
  const writeFileAt = async (path: string, text: string | Uint8Array) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  // Snapshots serve only to create the next migration, and lists of files only to check the weight of pages.
  const filter = (path: string) => !/(_snapshot|\/files)\.json$/.test(path)
  for (const path of COPIED_FILES) await cp(join(ROOT, path), join(folder, path), { recursive: true, filter })
  await copyFonts(join(folder, FONTS))
  await copyFile(join(ROOT, 'apps/cli/npm.md'), join(folder, 'README.md'))
  await writeFileAt('package.json', `${JSON.stringify(await createManifest(), null, 2)}\n`)
  await writeFileAt(MAIN, await mainProgram())
  await chmod(join(folder, MAIN), 0o755)

  const programFiles = await bundle({ run: 'apps/cli/src/kerf/run.ts' })
  for (const file of programFiles) if (file.type === 'chunk') await writeFileAt(`program/${file.fileName}`, file.code)
  for (const path of PROGRAMS) {
    const [file] = await bundle({ [path]: `${path}.ts` })
    if (file?.type === 'chunk') await writeFileAt(file.fileName, file.code)
  }
  const media = await bundleMediaProcess({ target: TARGET, external: [], plugins: [replacePaths()] })
  // The package has no sources to compare the bundle with, so it counts as up to date.
  await writeFileAt('.build/media-process.mjs', `//${JSON.stringify(buildInputs([]))}\n${media.code}`)
  await cp(join(ROOT, 'node_modules/node-av/package.json'), join(folder, '.build/node-av/package.json'))
  const unmovedPaths = Object.keys(REPLACEMENTS).filter((path) => !movedFiles.has(path))
  if (unmovedPaths.length > 0) throw new Error(`No bundle contains ${unmovedPaths.join(', ')}.`)
  const licenses = [...programFiles, ...media.assets].flatMap((file) => (file.type === 'asset' ? [file.source] : []))
  await writeFileAt('LICENSES.md', licenses.join('\n'))
}

async function mainProgram(): Promise<string> {
  const source = await readFile(join(ROOT, 'apps/cli/src/main.ts'), 'utf8')
  const movedSource = replaceTexts(source, [
    ['./kerf/run.ts', '../../../program/run.js'],
    ["'24.4'", `'${MIN_NODE}'`],
  ])
  return (await transformWithOxc(movedSource, 'main.ts')).code
}

/** Bundles programs with their packages. @returns code, and a list of the licences of the packages */
async function bundle(input: Record<string, string>) {
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [replacePaths()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: TARGET,
      license: { fileName: 'LICENSES.md' },
      rolldownOptions: {
        input,
        external: EXTERNAL,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Only white space is removed, so that stack traces keep their names.
          minify: { compress: false, mangle: false, codegen: true },
        },
        transform: {
          inject: {
            AsyncDisposableStack: [join(import.meta.dirname, 'async-disposable-stack.ts'), 'AsyncDisposableStack'],
          },
        },
      },
    },
  })
  return (Array.isArray(output) ? output : [output]).flatMap((buildOutput) =>
    'output' in buildOutput ? buildOutput.output : [],
  )
}

const movedFiles = new Set<string>()

/** Makes bundled sources find their files. Bundles are in `program/` and `.build/`, one folder below the package. */
function replacePaths(): Plugin {
  return {
    name: 'move-places',
    enforce: 'pre',
    transform(code, id) {
      const path = relative(ROOT, id)
      if (path.startsWith('..') || path.includes('node_modules')) return
      movedFiles.add(path)
      const ownFolder = `(import.meta.dirname + ${JSON.stringify(`/../${dirname(path)}`)})`
      return replaceTexts(code, REPLACEMENTS[path] ?? []).replaceAll('import.meta.dirname', ownFolder)
    },
  }
}

function replaceTexts(text: string, replacements: readonly [from: string, to: string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`There is no ${from} to replace.`)
    return result.replace(from, () => to)
  }, text)
}

/** Copies the fonts of subtitles, which are in packages of their own, into the folder of the engine's own font. */
async function copyFonts(folder: string): Promise<void> {
  for await (const path of glob('node_modules/@fontsource/*/{LICENSE,files/*-600-normal.woff}', { cwd: ROOT })) {
    const name = basename(path)
    const font = path.split('/')[2]
    await copyFile(join(ROOT, path), join(folder, name === 'LICENSE' ? `LICENSE-${font}` : name))
  }
}

async function createManifest() {
  const read = async (path: string) => JSON.parse(await readFile(join(ROOT, path, 'package.json'), 'utf8'))
  const { version, description, license } = await read('.')
  const database = '@electric-sql/pglite'
  const codecs = await read('node_modules/node-av')
  const binaries = Object.keys(codecs.optionalDependencies).filter((name) => name.startsWith('@seydx/'))
  return {
    name: 'kerf',
    version,
    description,
    license,
    keywords: ['video', 'cut', 'trim', 'clip', 'youtube', 'frame-accurate', 'lossless', 'self-hosted'],
    type: 'module',
    bin: { kerf: MAIN },
    engines: { node: `>=${MIN_NODE}` },
    files: ['apps', 'packages', 'program', '.build', 'LICENSES.md'],
    dependencies: { [database]: (await read('apps/server')).dependencies[database] },
    optionalDependencies: Object.fromEntries(binaries.map((name) => [name, codecs.version])),
  }
}

if (import.meta.main) await buildKerf(join(ROOT, 'apps/cli/dist'))
