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

/** A program that is written, but not used by anybody yet. */
export interface Candidate {
  path: string
  /** When its release was signed. */
  releasedAt: Date
}

const ABANDONED_AFTER_MILLISECONDS = 60 * 60 * 1000

/**
 * The app's own yt-dlp in a folder that processes share: the one in use, and the one before. The time of each file is that of its release's
 * signature. Every change is one rename, so that whoever is ended in between leaves one that works.
 */
export function createYtdlpFolder(directory: string) {
  const path = join(directory, 'yt-dlp')
  const previousPath = `${path}.previous`
  const refusedPath = `${path}.refused`
  // Processes that share the folder may have the same id, each in a container of its own.
  const newPart = (): string => `${path}.${randomUUID()}.part`

  async function removeAbandoned(): Promise<void> {
    for (const name of await readdir(directory)) {
      const part = join(directory, name)
      if (!name.endsWith('.part')) continue
      const writtenAt = (await timeOf(part)) ?? new Date()
      if (Date.now() - writtenAt.getTime() > ABANDONED_AFTER_MILLISECONDS) await rm(part, { force: true })
    }
  }

  return {
    path,
    releasedAt: () => timeOf(path),
    sha256: async (): Promise<string | null> => {
      const program = await readFile(path).catch(() => null)
      return program && sha256(program)
    },
    /** When the newest release was signed of those that were tried and do not work; null if there is none. */
    refusedAt: async (): Promise<Date | null> => {
      const text = await readFile(refusedPath, 'utf8').catch(() => '')
      return text === '' ? null : new Date(text)
    },
    /** Releases up to this one are not tried again. */
    refuse: (releasedAt: Date): Promise<void> => writeFile(refusedPath, releasedAt.toISOString()),

    /** Writes a program beside the one in use, for as long as `use` looks at it. */
    async withCandidate<T>(
      program: Uint8Array,
      releasedAt: Date,
      use: (candidate: Candidate) => Promise<T>,
    ): Promise<T> {
      await mkdir(directory, { recursive: true })
      await removeAbandoned()
      const part = newPart()
      try {
        await writeFile(part, program, { mode: 0o600, flush: true })
        await chmod(part, 0o755)
        return await use({ path: part, releasedAt })
      } finally {
        await rm(part, { force: true })
      }
    },

    /** Uses the candidate from now on. The one in use becomes the one before, if it is worth keeping. */
    async replaceBy(candidate: Candidate, isWorthKeeping: boolean): Promise<void> {
      const { releasedAt } = candidate
      await utimes(candidate.path, releasedAt, releasedAt)
      const kept = newPart()
      try {
        if (isWorthKeeping) {
          // Some file systems have no links.
          await link(path, kept).catch(() => cp(path, kept, { preserveTimestamps: true }))
          // Another process may have put the same release into place meanwhile.
          if ((await stat(kept)).mtime < releasedAt) await rename(kept, previousPath)
        }
        await rename(candidate.path, path)
      } finally {
        await rm(kept, { force: true })
      }
    },

    /** Uses the one before again, and refuses the one that was in use. False if there is none before. */
    async takeBack(): Promise<boolean> {
      const [inUse, previous] = await Promise.all([timeOf(path), timeOf(previousPath)])
      if (inUse === null || previous === null || previous >= inUse) return false
      // On a full disk the way back is open all the same.
      await this.refuse(inUse).catch(() => undefined)
      // Another process may have been faster.
      return rename(previousPath, path).then(
        () => true,
        () => false,
      )
    },
  }
}

const timeOf = (path: string): Promise<Date | null> =>
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
