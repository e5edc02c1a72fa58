import { clipContainer } from '@kerf/domain/formats/clip-format'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { type OpenedClip, waysTo } from '../downloads/files/open-clip.ts'
import type { Caches } from '../shared/caches.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { noteJob } from './jobs.ts'

/** A player asks for many parts of a file that it plays: within so long they are one look at it, and noted once. */
const ONE_LOOK_MILLISECONDS = 10 * 60_000
const MOST_REMEMBERED = 1000

/** The finished clip of somebody else, for an admin who has to look at it. Nothing of it is sent before that is noted. */
export async function openJobFile(
  deps: Deps<'database' | 'files' | 'clock' | 'caches'>,
  { id, by }: ById,
): Promise<Outcome<OpenedClip>> {
  const job = await deps.database.records.jobs.find(id)
  if (!job) return refused('not_found')
  const { status, fileKey, expiresAt, format, receipt } = job.clip
  if (status === 'queued' || status === 'processing') return refused('not_ready')
  const now = deps.clock.now()
  const isOver = expiresAt !== null && expiresAt <= now
  const file = status === 'completed' && !isOver && fileKey !== null ? await deps.files.stat(fileKey) : null
  if (!file) return refused(status === 'completed' || status === 'expired' ? 'expired' : 'not_found')

  await noteOnce(deps.caches, `${by} ${id}`, now, () =>
    deps.database.transaction((records) => noteJob(records, { by, at: now, action: 'job_file_opened', job })),
  )
  return done({
    sizeBytes: file.sizeBytes,
    container: clipContainer(format, receipt?.container),
    fileName: clipFileName({ ...job.clip, receipt }),
    etag: id,
    ...waysTo(deps.files, { key: file.key, expiresAt, now }),
  })
}

/** Whoever comes while it is being noted waits for that. */
async function noteOnce(
  { fileLooks: looks }: Caches,
  key: string,
  now: Date,
  note: () => Promise<void>,
): Promise<void> {
  const at = now.getTime()
  const look = looks.get(key)
  if (look && at - look.at < ONE_LOOK_MILLISECONDS) return look.noted
  looks.delete(key)
  const [oldest] = looks.keys()
  if (looks.size >= MOST_REMEMBERED && oldest !== undefined) looks.delete(oldest)
  const noted = note()
  looks.set(key, { at, noted })
  await noted.catch((error: unknown) => {
    looks.delete(key)
    throw error
  })
}
