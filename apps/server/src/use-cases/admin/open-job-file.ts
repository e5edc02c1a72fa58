import { clipContainer } from '@kerf/domain/formats/clip-format'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { type OpenedClip, waysTo } from '../downloads/files/open-clip.ts'
import type { Caches } from '../shared/caches.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { noteJob } from './jobs.ts'

/** Requests within this time are one audit entry, because a player requests many parts of a file. */
const ONE_LOOK_MILLISECONDS = 10 * 60_000
const MOST_REMEMBERED = 1000

/** Opens the finished clip of any viewer for an admin. The audit entry is stored before any byte is sent. */
export async function openJobFile(
  deps: Deps<'database' | 'files' | 'clock' | 'caches'>,
  { id, by }: ById,
): Promise<Outcome<OpenedClip>> {
  const job = await deps.database.records.jobs.find(id)
  if (!job) return refused('not_found')
  const { status, fileKey, expiresAt, format, receipt } = job.clip
  if (status === 'queued' || status === 'processing') return refused('not_ready')
  const now = deps.clock.now()
  const isExpired = expiresAt !== null && expiresAt <= now
  const file = status === 'completed' && !isExpired && fileKey !== null ? await deps.files.stat(fileKey) : null
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

/** Notes a view once within ONE_LOOK_MILLISECONDS. Concurrent requests wait for the same note. */
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
