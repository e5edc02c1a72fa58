import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMITATED_VERSION, VERSION_VARIABLE } from './ytdlp/imitated-ytdlp.ts'

/**
 * Writes an executable `bin/yt-dlp` into the directory (made if need be), with what it is made of in `lib`; returns its absolute path. It
 * answers `--version` with `version`.
 */
export async function installScriptedYtdlp(directory: string, version: string = IMITATED_VERSION): Promise<string> {
  const [path, library] = [join(directory, 'bin/yt-dlp'), join(directory, 'lib')]
  await mkdir(join(directory, 'bin'), { recursive: true })
  // No file of the project: whoever runs it may let it read nothing but itself.
  for (const part of ['scripted-ytdlp.ts', 'net', 'ytdlp'])
    await cp(join(import.meta.dirname, part), join(library, part), { recursive: true })
  await writeFile(join(library, 'package.json'), '{"type":"module"}')
  const script = join(library, 'scripted-ytdlp.ts')
  // Absolute paths throughout: it may be run with an empty environment and from any directory.
  await writeFile(
    path,
    `#!/bin/sh\n${VERSION_VARIABLE}=${quoted(version)} exec ${quoted(process.execPath)} ${quoted(script)} "$@"\n`,
  )
  await chmod(path, 0o755)
  return path
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
