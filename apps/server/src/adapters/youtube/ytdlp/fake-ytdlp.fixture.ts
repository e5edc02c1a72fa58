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

/** Writes an executable Node script in a fresh folder, which is removed afterwards. `body` is plain JavaScript, with `fs` and `call` at hand, which calls the proxy. */
export async function writeFakeYtdlp(body: string, introduction = INTRODUCTION): Promise<FakeYtdlp> {
  const directory = temporaryDirectory()
  const path = join(directory, 'yt-dlp')
  const call = `() => require('node:net').connect(/@127.0.0.1:(\\d+)/.exec(process.argv.join())[1], '127.0.0.1')`
  const head = `#!${process.execPath}\nconst fs = require('node:fs'); const call = ${call};`
  await writeFile(path, `${head}\n${introduction}\n${body}`)
  await chmod(path, 0o755)
  return { directory, path }
}
