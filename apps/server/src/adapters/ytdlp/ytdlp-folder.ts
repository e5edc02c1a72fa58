import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'

/** A program that is written, but not in use yet. */
export interface Candidate {
  path: string
  /** Time of the release's signature. */
  releasedAt: Date
}

const ABANDONED_FILE_AGE_MILLISECONDS = 60 * 60 * 1000

/**
 * The app's own yt-dlp in a folder that several processes share: the program in use and the previous one. The mtime of
 * each file is the time of its release's signature. Each change is one rename, so a killed process leaves a program
 * that works.
 */
export function createYtdlpFolder(directory: string) {
  const path = join(directory, 'yt-dlp')
  const previousPath = `${path}.previous`
  const refusedPath = `${path}.refused`
  // Processes in several containers may have the same process id, so the name is random.
  const newPart = (): string => `${path}.${randomUUID()}.part`

  async function removeAbandoned(): Promise<void> {
    for (const name of await readdir(directory)) {
      const part = join(directory, name)
      if (!name.endsWith('.part')) continue
      const writtenAt = (await modifiedAt(part)) ?? new Date()
      if (Date.now() - writtenAt.getTime() > ABANDONED_FILE_AGE_MILLISECONDS) await rm(part, { force: true })
    }
  }

  return {
    path,
    releasedAt: () => modifiedAt(path),
    sha256: async (): Promise<string | null> => {
      const program = await readFile(path).catch(() => null)
      return program && sha256(program)
    },
    /** Returns the signature time of the newest release that was tried and does not work; null if there is none. */
    refusedAt: async (): Promise<Date | null> => {
      const text = await readFile(refusedPath, 'utf8').catch(() => '')
      return text === '' ? null : new Date(text)
    },
    /** Records that releases up to this time are not tried again. */
    refuse: (releasedAt: Date): Promise<void> => writeFile(refusedPath, releasedAt.toISOString()),

    /** Writes a program beside the one in use for `run`, and removes it afterwards unless `replaceBy` moved it. */
    async withCandidate<T>(
      program: Uint8Array,
      releasedAt: Date,
      run: (candidate: Candidate) => Promise<T>,
    ): Promise<T> {
      await mkdir(directory, { recursive: true })
      await removeAbandoned()
      const part = newPart()
      try {
        await writeFile(part, program, { mode: 0o600, flush: true })
        await chmod(part, 0o755)
        return await run({ path: part, releasedAt })
      } finally {
        await rm(part, { force: true })
      }
    },

    /** Puts the candidate into use. The program in use becomes the previous one if it is worth keeping. */
    async replaceBy(candidate: Candidate, isWorthKeeping: boolean): Promise<void> {
      const { releasedAt } = candidate
      await utimes(candidate.path, releasedAt, releasedAt)
      const previousPart = newPart()
      try {
        if (isWorthKeeping) {
          // Some file systems have no links, so the file is copied.
          await link(path, previousPart).catch(() => cp(path, previousPart, { preserveTimestamps: true }))
          // Another process may have put the same release into place meanwhile.
          if ((await stat(previousPart)).mtime < releasedAt) await rename(previousPart, previousPath)
        }
        await rename(candidate.path, path)
      } finally {
        await rm(previousPart, { force: true })
      }
    },

    /**
     * Puts the previous program into use again and refuses the current release. False if there is no previous program.
     */
    async takeBack(): Promise<boolean> {
      const [currentTime, previousTime] = await Promise.all([modifiedAt(path), modifiedAt(previousPath)])
      if (currentTime === null || previousTime === null || previousTime >= currentTime) return false
      // A full disk must not prevent the rename.
      await this.refuse(currentTime).catch(() => undefined)
      // Another process may have renamed the file already.
      return rename(previousPath, path).then(
        () => true,
        () => false,
      )
    },
  }
}

const modifiedAt = (path: string): Promise<Date | null> =>
  stat(path).then(
    ({ mtime }) => mtime,
    () => null,
  )

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}
