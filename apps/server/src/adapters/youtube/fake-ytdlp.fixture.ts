import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'

export interface FakeYtdlp {
  directory: string
  path: string
}

/** Its answers to the two questions that come before every first run. */
const INTRODUCTION = `
if (process.argv.includes('--version')) { console.log('2026.08.19'); process.exit(0) }
if (process.argv.includes('--help')) { console.log('  --no-exec  --js-runtimes RUNTIME  --compat-options OPTS'); process.exit(0) }
`

/** Writes an executable Node script in a fresh folder, which is removed afterwards. `body` is plain JavaScript; \`fs\` and \`folder\` are at hand. */
export async function writeFakeYtdlp(body: string, introduction = INTRODUCTION): Promise<FakeYtdlp> {
  const directory = temporaryDirectory()
  const path = join(directory, 'yt-dlp')
  const script = join(directory, 'script.cjs')
  await writeFile(
    script,
    `const fs = require('node:fs'); const folder = ${JSON.stringify(directory)};\n${introduction}\n${body}`,
  )
  await writeFile(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`)
  await chmod(path, 0o755)
  return { directory, path }
}
