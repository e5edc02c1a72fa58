import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes an executable `yt-dlp` into the directory (made if need be) and returns its absolute path. */
export async function installScriptedYtdlp(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, 'yt-dlp')
  const script = join(import.meta.dirname, 'scripted-ytdlp.ts')
  // Absolute paths throughout: it may be run with an empty environment and from any directory.
  await writeFile(path, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(script)} "$@"\n`)
  await chmod(path, 0o755)
  return path
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
