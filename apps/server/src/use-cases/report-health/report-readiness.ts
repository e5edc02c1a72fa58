import type { Database } from '../../ports/database.ts'
import type { FileStore } from '../../ports/files.ts'
import { withinTime } from './within-time.ts'

/** Anybody may ask, as often as they like: the parts are asked once a second at most. */
const KEPT_MILLISECONDS = 1000

export interface Readiness {
  ready: boolean
  /** What is not there. */
  failing: ('database' | 'storage')[]
}

/**
 * Whether visitors may be sent here: the database answers and the file store is there. Less than the whole health, which also tells
 * what will soon be wrong: a full disk is full for every process, and sending people to none of them helps nobody.
 */
export function reportReadiness(
  { database, files }: { database: Pick<Database, 'ping'>; files: Pick<FileStore, 'freeBytes'> },
  now: () => number = () => performance.now(),
): () => Promise<Readiness> {
  let kept: { readiness: Promise<Readiness>; until: number } | null = null

  async function ask(): Promise<Readiness> {
    const [hasDatabase, hasStorage] = await Promise.all([answers(database.ping()), answers(files.freeBytes())])
    const failing: Readiness['failing'] = []
    if (!hasDatabase) failing.push('database')
    if (!hasStorage) failing.push('storage')
    return { ready: failing.length === 0, failing }
  }

  return () => {
    if (kept === null || now() >= kept.until) kept = { readiness: ask(), until: now() + KEPT_MILLISECONDS }
    return kept.readiness
  }
}

async function answers(question: Promise<unknown>): Promise<boolean> {
  try {
    await withinTime(question)
    return true
  } catch {
    return false
  }
}
