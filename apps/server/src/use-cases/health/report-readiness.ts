import type { Database } from '../../ports/database.ts'
import type { FileStore } from '../../ports/files.ts'
import { withinTime } from './within-time.ts'

interface ReadinessDeps {
  database: Pick<Database, 'ping'>
  files: Pick<FileStore, 'check'>
}

export interface Readiness {
  ready: boolean
  /** What is not there. */
  failing: ('database' | 'storage')[]
}

/**
 * Whether visitors may be sent here: the database answers and the file store is there. Less than the whole health, which also tells
 * what will soon be wrong: a full disk is full for every process, and sending people to none of them helps nobody.
 */
export async function reportReadiness({ database, files }: ReadinessDeps): Promise<Readiness> {
  const [hasDatabase, hasStorage] = await Promise.all([answers(database.ping()), answers(files.check())])
  const failing: Readiness['failing'] = []
  if (!hasDatabase) failing.push('database')
  if (!hasStorage) failing.push('storage')
  return { ready: failing.length === 0, failing }
}

async function answers(question: Promise<unknown>): Promise<boolean> {
  try {
    await withinTime(question)
    return true
  } catch {
    return false
  }
}
