import { link, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { folderPrefix, sweepAbandoned } from './abandoned-folders.ts'
import { extensionOf } from './arguments/read-form.ts'
import { CutFailure } from './failure.ts'

/** A temporary folder for unfinished clips, next to their final path. */
export interface WorkFolder extends AsyncDisposable {
  directory: string
  /** Deletes the folder with all unpublished files. */
  close(): Promise<void>
}

/** The file of a clip. It is written in a work folder, and gets its final name when it is complete. */
export interface OutputFile {
  partialPath: string
  /** Moves the clip to its final name. @param extension replaces the extension of the name; null: unchanged */
  publish(extension: string | null): Promise<string>
  /** Writes a text next to the published clip, with the clip's name and another extension. */
  writeTextFile(clipPath: string, extension: string, text: string): Promise<string>
}

/** Opens a work folder, and removes abandoned ones. @param path name of the output in error messages */
export async function openWorkFolder(parent: string, path = parent): Promise<WorkFolder> {
  await sweepAbandoned(parent)
  const directory = await mkdtemp(join(parent, await folderPrefix())).catch((error: unknown) => {
    throw outputFailure(path, error)
  })
  const close = () => rm(directory, { recursive: true, force: true })
  return { directory, close, [Symbol.asyncDispose]: close }
}

/**
 * Prepares the file of a clip.
 * @param target final path of the clip; the work folder must be in the same folder
 * @param options source: path of the file to cut, which a clip never replaces. textExtensions: extensions of the text
 * files that will be written next to the clip
 * @throws CutFailure output_taken, output_failed
 */
export async function prepareOutput(
  target: string,
  { directory }: Pick<WorkFolder, 'directory'>,
  {
    mayOverwrite,
    source,
    textExtensions,
  }: { mayOverwrite: boolean; source: string; textExtensions: readonly string[] },
): Promise<OutputFile> {
  for (const path of [target, ...textExtensions.map((extension) => withExtension(target, extension))])
    await refuseExisting(path, mayOverwrite)
  await refuseSource(target, source)
  const partialPath = join(directory, basename(target))
  async function publishAs(partial: string, name: string): Promise<string> {
    await refuseExisting(name, mayOverwrite)
    // The name is checked again, because it may have a new extension.
    await refuseSource(name, source)
    if (mayOverwrite || !(await publishNew(partial, name))) {
      await rename(partial, name).catch((error: unknown) => {
        throw outputFailure(name, error)
      })
    }
    return name
  }
  return {
    partialPath,
    publish: (extension) => publishAs(partialPath, extension === null ? target : withExtension(target, extension)),
    async writeTextFile(clipPath, extension, text) {
      const name = withExtension(clipPath, extension)
      const partial = join(directory, basename(name))
      await writeFile(partial, text).catch((error: unknown) => {
        throw outputFailure(name, error)
      })
      return publishAs(partial, name)
    },
  }
}

/** The folder at a path. It is created if the path ends in a slash and does not exist. null: the path is not a folder. */
export async function folderAt(path: string, directory: string): Promise<string | null> {
  const folder = resolve(directory, path)
  const entry = await stat(folder).catch(() => null)
  if (entry?.isDirectory()) return folder
  if (!/[\\/]$/.test(path)) return null
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw outputFailure(path, error)
  })
  return folder
}

/**
 * Replaces the extension of a clip. An unknown extension is part of the name, and stays: `talk.part2.srt`.
 */
const withExtension = (path: string, extension: string): string =>
  `${extensionOf(path) === null ? path : path.slice(0, path.length - extname(path).length)}.${extension}`

/** Publishes with a hard link, which never replaces an existing file. @returns false if hard links are not supported */
async function publishNew(partialPath: string, target: string): Promise<boolean> {
  try {
    await link(partialPath, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw existsFailure(target)
    return false
  }
}

async function refuseExisting(target: string, mayOverwrite: boolean): Promise<void> {
  const entry = await stat(target).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENAMETOOLONG') throw outputFailure(target, error)
    return null
  })
  if (entry?.isDirectory()) throw new CutFailure('output_taken', `${target} is a folder.`)
  // A clip would replace the device, such as /dev/null, for all programs.
  if (entry && !entry.isFile()) throw new CutFailure('output_taken', `${target} is not a file. Use -o - and a pipe.`)
  if (entry && !mayOverwrite) throw existsFailure(target)
}

async function refuseSource(target: string, source: string): Promise<void> {
  const [targetEntry, sourceEntry] = await Promise.all([target, source].map((path) => stat(path).catch(() => null)))
  if (targetEntry && sourceEntry && targetEntry.dev === sourceEntry.dev && targetEntry.ino === sourceEntry.ino)
    throw new CutFailure('output_taken', `${target} is the file to be cut. Choose another name.`)
}

const WRITE_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'the folder does not exist.',
  ENOTDIR: 'its parent is not a folder.',
  EEXIST: 'it is a file, not a folder.',
  EACCES: 'you do not have permission to write there.',
  EPERM: 'you do not have permission to write there.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full.',
  EDQUOT: 'your disk quota is used up.',
  ENAMETOOLONG: 'its name is too long. Most disks take 255 bytes.',
}

const existsFailure = (target: string) =>
  new CutFailure('output_taken', `${target} already exists. Choose another name, or use --force.`)

const errorCodeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** The failure for an output that cannot be written. @param subject the start of the sentence: a path, or `The clip` */
export function outputFailure(subject: string, error: unknown): CutFailure {
  const message = error instanceof Error ? error.message : String(error)
  const reason = WRITE_FAILURES[errorCodeOf(error)] ?? `${message.replace(/\.$/, '')}.`
  return new CutFailure('output_failed', `${subject} cannot be written: ${reason}`, { cause: error })
}
