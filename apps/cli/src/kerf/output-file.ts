import { link, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { folderPrefix, sweepAbandoned } from './abandoned-folders.ts'
import { endingOf } from './arguments/read-form.ts'
import { CutFailure } from './failure.ts'

/** A folder that is written to while clips are made, beside where they will be. */
export interface WorkFolder extends AsyncDisposable {
  directory: string
  /** Leaves nothing behind but what was published. */
  close(): Promise<void>
}

/** A clip on its way to its name: it is written beside it, and appears when it is whole. */
export interface OutputFile {
  partialPath: string
  /** Gives the clip its name; with another ending, where what it became asks for it. */
  publish(ending: string | null): Promise<string>
  /** Writes a text beside the published clip, with its name and this ending. */
  writeBeside(clipPath: string, ending: string, text: string): Promise<string>
}

/** @param path what is to be written, or its folder, as messages name it */
export async function openWorkFolder(parent: string, path = parent): Promise<WorkFolder> {
  await sweepAbandoned(parent)
  const directory = await mkdtemp(join(parent, await folderPrefix())).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  const close = () => rm(directory, { recursive: true, force: true })
  return { directory, close, [Symbol.asyncDispose]: close }
}

/**
 * @param work in the folder of `target`
 * @param source the file that is cut, if it is one: a clip never takes its place
 * @param beside the endings of the texts that will be written beside it
 */
export async function prepareOutput(
  target: string,
  { directory }: Pick<WorkFolder, 'directory'>,
  { mayOverwrite, source, beside }: { mayOverwrite: boolean; source: string; beside: readonly string[] },
): Promise<OutputFile> {
  for (const one of [target, ...beside.map((ending) => withEnding(target, ending))])
    await refuseTaken(one, mayOverwrite)
  await refuseSource(target, source)
  const partialPath = join(directory, basename(target))
  async function publishAs(partial: string, name: string): Promise<string> {
    await refuseTaken(name, mayOverwrite)
    // What it became may have given it another name than the one that was looked at before.
    await refuseSource(name, source)
    if (mayOverwrite || !(await publishNew(partial, name))) {
      await rename(partial, name).catch((error: unknown) => {
        throw unwritable(name, error)
      })
    }
    return name
  }
  return {
    partialPath,
    publish: (ending) => publishAs(partialPath, ending === null ? target : withEnding(target, ending)),
    async writeBeside(clipPath, ending, text) {
      const name = withEnding(clipPath, ending)
      const partial = join(directory, basename(name))
      await writeFile(partial, text).catch((error: unknown) => {
        throw unwritable(name, error)
      })
      return publishAs(partial, name)
    },
  }
}

/** The folder that a path leads to, made if the path ends in a slash and there is none yet; null: a path of a file. */
export async function folderAt(path: string, directory: string): Promise<string | null> {
  const folder = resolve(directory, path)
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory()) return folder
  if (!/[\\/]$/.test(path)) return null
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  return folder
}

/** In place of the ending of a clip; behind any other, which is part of the name: `talk.part2.srt`. */
const withEnding = (path: string, ending: string): string =>
  `${endingOf(path) === null ? path : path.slice(0, path.length - extname(path).length)}.${ending}`

/** A link never replaces what came in between. False where the file system has none. */
async function publishNew(partialPath: string, target: string): Promise<boolean> {
  try {
    await link(partialPath, target)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(target)
    return false
  }
}

async function refuseTaken(target: string, mayOverwrite: boolean): Promise<void> {
  const found = await stat(target).catch((error: unknown) => {
    if (codeOf(error) === 'ENAMETOOLONG') throw unwritable(target, error)
    return null
  })
  if (found?.isDirectory()) throw new CutFailure('output_taken', `${target} is a folder.`)
  // Such as /dev/null, whose place a clip would take for all programs.
  if (found && !found.isFile()) throw new CutFailure('output_taken', `${target} is not a file. Use -o - and a pipe.`)
  if (found && !mayOverwrite) throw taken(target)
}

async function refuseSource(target: string, source: string): Promise<void> {
  const [mine, its] = await Promise.all([target, source].map((path) => stat(path).catch(() => null)))
  if (mine && its && mine.dev === its.dev && mine.ino === its.ino)
    throw new CutFailure('output_taken', `${target} is the file to be cut. Choose another name.`)
}

const REASONS: Readonly<Record<string, string>> = {
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

const taken = (target: string) =>
  new CutFailure('output_taken', `${target} already exists. Choose another name, or use --force.`)

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/** @param what begins the sentence: a path, or `The clip` */
export function unwritable(what: string, error: unknown): CutFailure {
  const message = error instanceof Error ? error.message : String(error)
  const reason = REASONS[codeOf(error)] ?? `${message.replace(/\.$/, '')}.`
  return new CutFailure('output_failed', `${what} cannot be written: ${reason}`, { cause: error })
}
