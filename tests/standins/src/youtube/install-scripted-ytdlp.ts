import { chmod, cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IMITATED_VERSION, VERSION_VARIABLE } from './ytdlp/imitated-ytdlp.ts'

/**
 * Writes an executable `bin/yt-dlp` into the directory, which is made if need be, and its parts into `lib`. Its version
 * is `version`. Returns its absolute path.
 */
export async function installScriptedYtdlp(directory: string, version: string = IMITATED_VERSION): Promise<string> {
  const [path, library] = [join(directory, 'bin/yt-dlp'), join(directory, 'lib')]
  await mkdir(join(directory, 'bin'), { recursive: true })
  // The parts are copied, because it may be run without access to the files of the project.
  for (const part of ['scripted-ytdlp.ts', 'net', 'ytdlp'])
    await cp(join(import.meta.dirname, part), join(library, part), { recursive: true })
  await writeFile(join(library, 'package.json'), '{"type":"module"}')
  const script = join(library, 'scripted-ytdlp.ts')
  // All paths are absolute, because it may be run with an empty environment and from any directory.
  await writeFile(
    path,
    `#!/bin/sh\n${VERSION_VARIABLE}=${quote(version)} exec ${quote(process.execPath)} ${quote(script)} "$@"\n`,
  )
  await chmod(path, 0o755)
  return path
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
