import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin, transformWithOxc } from 'vite'
import {
  buildInputs,
  MEDIA_PROGRAM_BUILT,
  MEDIA_PROGRAM_SOURCE,
} from '../apps/server/src/adapters/media-process/media-program.ts'

const ROOT = join(import.meta.dirname, '..')
/** Code that must run before the codecs load. It is a separate file, because imports in one file run first. */
const FIRST_SOURCE = join(dirname(MEDIA_PROGRAM_SOURCE), 'no-network.ts')
const FIRST_BUILT = join(dirname(MEDIA_PROGRAM_BUILT), 'media-process-first.mjs')

interface BundleOptions {
  plugins?: Plugin[]
  /** Oldest Node that runs it; the one that builds if absent. */
  target?: string
  /** Packages that stay outside. */
  external: RegExp[]
}

/**
 * Bundles the media process in one file, because resolving 280 modules takes most of its start. Its only asset is the
 * list of the packages' licences.
 */
export async function bundleMediaProcess({ plugins = [], target = 'esnext', external }: BundleOptions) {
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins,
    ssr: { noExternal: true },
    build: {
      ssr: MEDIA_PROGRAM_SOURCE,
      write: false,
      minify: false,
      target,
      license: true,
      rolldownOptions: {
        external: [/^node:/, ...external, FIRST_SOURCE],
        output: { codeSplitting: false, paths: { [FIRST_SOURCE]: `./${basename(FIRST_BUILT)}` } },
      },
    },
  })
  const files = (Array.isArray(output) ? output : [output]).flatMap((bundle) =>
    'output' in bundle ? bundle.output : [],
  )
  const chunk = files.find((file) => file.type === 'chunk')
  if (!chunk) throw new Error('Nothing was made of the media process.')
  return { ...chunk, assets: files.filter((file) => file.type === 'asset') }
}

/** Bundles everything but the codecs, and writes it with a stamp of its sources. */
export async function buildMediaProcess(): Promise<void> {
  const chunk = await bundleMediaProcess({ external: [/^node-av(\/|$)/] })
  const files = chunk.moduleIds.filter((id) => id.startsWith('/')).map((id) => relative(ROOT, id))
  const ownSources = files.filter((file) => !file.split('/').includes('node_modules'))
  const firstSources = existsSync(FIRST_SOURCE) ? [relative(ROOT, FIRST_SOURCE)] : []
  const sourceStamp = JSON.stringify(buildInputs([...firstSources, ...ownSources, 'package-lock.json'].sort()))
  await mkdir(dirname(MEDIA_PROGRAM_BUILT), { recursive: true })
  if (firstSources.length > 0) {
    const { code } = await transformWithOxc(await readFile(FIRST_SOURCE, 'utf8'), FIRST_SOURCE)
    await writeFile(FIRST_BUILT, code)
  }
  await writeFile(MEDIA_PROGRAM_BUILT, `//${sourceStamp}\n${chunk.code}`)
}

if (import.meta.main) await buildMediaProcess()
