import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'

export interface FakeYtdlp {
  directory: string
  path: string
}

/** Answers `--version` and `--help`, which precede the first run, in the shell, because Node takes long to start. */
const INTRODUCTION = `#!/bin/sh
':' //; case " $* " in *' --version '*) echo 2026.08.19; exit;; *' --help '*) echo --no-exec --js-runtimes --compat-options; exit;; esac
':' //; exec ${process.execPath} "$0" "$@"`

/**
 * Writes an executable script in a new folder, which is removed afterwards. `body` is JavaScript; it may use `fs`, and
 * `call`, which calls the proxy. With an `introduction` in JavaScript the script runs in Node, without a shell.
 */
export async function writeFakeYtdlp(body: string, introduction?: string): Promise<FakeYtdlp> {
  const directory = temporaryDirectory()
  const path = join(directory, 'yt-dlp')
  const call = `() => require('node:net').connect(/@127.0.0.1:(\\d+)/.exec(process.argv.join())[1], '127.0.0.1')`
  const head = introduction === undefined ? INTRODUCTION : `#!${process.execPath}`
  const tools = `const fs = require('node:fs'); const call = ${call};`
  await writeFile(path, `${head}\n${tools}\n${introduction ?? ''}\n${body}`)
  await chmod(path, 0o755)
  return { directory, path }
}
