import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import {
  builtFrom,
  MEDIA_PROGRAM_BUILT,
  MEDIA_PROGRAM_SOURCE,
} from '../apps/server/src/adapters/media-process/media-program.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * Makes one file of the media process and everything it imports but the codecs. Each job has a process of its own, and most
 * of what its start takes is finding 280 modules and taking the types out of a hundred of them.
 */
export async function buildMediaProcess(): Promise<void> {
  const made = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: MEDIA_PROGRAM_SOURCE,
      write: false,
      minify: false,
      rolldownOptions: { external: [/^node:/, /^node-av(\/|$)/], output: { codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(made) ? made : [made]
  const chunk = outputs.flatMap((one) => ('output' in one ? one.output : [])).find((one) => one.type === 'chunk')
  if (!chunk) throw new Error('Nothing was made of the media process.')
  const files = chunk.moduleIds.filter((id) => id.startsWith('/')).map((id) => relative(ROOT, id))
  const own = files.filter((file) => !file.split('/').includes('node_modules'))
  const first = JSON.stringify(builtFrom([...own, 'package-lock.json'].sort()))
  await mkdir(dirname(MEDIA_PROGRAM_BUILT), { recursive: true })
  await writeFile(MEDIA_PROGRAM_BUILT, `//${first}\n${chunk.code}`)
}

if (import.meta.main) await buildMediaProcess()
