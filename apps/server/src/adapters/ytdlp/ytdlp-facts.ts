import { stat } from 'node:fs/promises'
import { runHardened } from './hardened-run.ts'

export interface YtdlpFacts {
  version: string
  /** The first three numbers of the version as a date, UTC. */
  releasedAt: Date
  flags: ReadonlySet<string>
}

/**
 * First stable release that uses the client `visionos` (yt-dlp/yt-dlp#17184). Earlier releases fall back to
 * `android_vr`, whose addresses YouTube answers with 403 since 2026-08-17 (#17461).
 */
export const OLDEST_WORKING_RELEASE = new Date('2026-08-19T00:00:00Z')

export const isKnownBroken = ({ releasedAt }: YtdlpFacts): boolean => releasedAt < OLDEST_WORKING_RELEASE

export type YtdlpInspector = ReturnType<typeof createYtdlpInspector>

const INSPECT_TIMEOUT_MILLISECONDS = 20_000

export function createYtdlpInspector() {
  const inspections = new Map<string, { identity: string; facts: Promise<YtdlpFacts | null> }>()
  return {
    /**
     * Runs the program once to read its facts, while its file stays the same. Null if the program does not run or is
     * not yt-dlp.
     */
    async inspect(path: string): Promise<YtdlpFacts | null> {
      const identity = await fileIdentity(path)
      if (identity === null) return null
      const inspection = inspections.get(path)
      if (inspection?.identity === identity) return inspection.facts
      const facts = askProgram(path)
      inspections.set(path, { identity, facts })
      // A failure is not cached: the program may have been slow, or the disk full.
      if ((await facts.catch(() => null)) === null) inspections.delete(path)
      return facts
    },
  }
}

async function fileIdentity(path: string): Promise<string | null> {
  const file = await stat(path).catch(() => null)
  return file && `${file.mtimeMs} ${file.size} ${file.ino}`
}

async function askProgram(path: string): Promise<YtdlpFacts | null> {
  const [version, help] = await Promise.all([ask(path, '--version'), ask(path, '--help')])
  const dateMatch = /^(\d{4})\.(\d{1,2})\.(\d{1,2})\b/.exec(version)
  if (!dateMatch) return null
  return {
    version: version.split(/\s/)[0]!,
    releasedAt: new Date(Date.UTC(Number(dateMatch[1]), Number(dateMatch[2]) - 1, Number(dateMatch[3]))),
    flags: new Set(help.match(/(?<![\w-])--[a-z][a-z0-9-]+/g) ?? []),
  }
}

async function ask(path: string, question: string): Promise<string> {
  const outcome = await runHardened({
    path,
    args: ['--ignore-config', question],
    timeoutMilliseconds: INSPECT_TIMEOUT_MILLISECONDS,
  })
  return outcome.exitCode === 0 ? outcome.stdout.toString('utf8').trim() : ''
}
