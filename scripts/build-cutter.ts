import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const PACKAGE = join(ROOT, 'packages/cutter')
const MIN_NODE = '>=24'

/** Builds the installable package. The workspace's own manifest exports sources, so it never uses a stale build. */
export async function buildCutter(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  await promisify(execFile)(process.execPath, [
    compiler,
    '-p',
    join(PACKAGE, 'tsconfig.build.json'),
    '--outDir',
    folder,
  ])
  const manifest = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))
  const { private: _, devDependencies: __, exports: ___, ...publishedManifest } = manifest
  // All released packages have the version of the product.
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const exports = {
    '.': { types: './index.d.ts', default: './index.js' },
    './browser': { types: './browser.d.ts', default: './browser.js' },
    './package.json': './package.json',
    './fonts/*': './fonts/*',
  }
  const files = ['**/*.js', '**/*.d.ts', 'fonts']
  // The package runs on the user's Node. The workspace brings its own Node, so its manifest needs no such range.
  const engines = { node: MIN_NODE }
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...publishedManifest, version, engines, exports, files }, null, 2)}\n`,
  )
  await cp(join(PACKAGE, 'fonts'), join(folder, 'fonts'), { recursive: true })
  await copyFile(join(PACKAGE, 'README.md'), join(folder, 'README.md'))
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
}

if (import.meta.main) await buildCutter(join(PACKAGE, 'dist'))
