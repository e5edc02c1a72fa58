import { clipContainer } from '@kerf/domain/formats/clip-format'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { fileAccess, type OpenedClip } from '../downloads/files/open-clip.ts'
import type { Caches } from '../shared/caches.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { noteJob } from './jobs.ts'

/** Requests within this time make one audit entry, because a player requests many parts of a file. */
const VIEW_AUDIT_INTERVAL_MILLISECONDS = 10 * 60_000
const MAX_REMEMBERED_VIEWS = 1000

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
    ...fileAccess(deps.files, { key: file.key, expiresAt, now }),
  })
}

/** Notes a view once within VIEW_AUDIT_INTERVAL_MILLISECONDS. Concurrent requests wait for the same note. */
async function noteOnce(
  { fileViews: views }: Caches,
  key: string,
  now: Date,
  writeNote: () => Promise<void>,
): Promise<void> {
  const at = now.getTime()
  const lastView = views.get(key)
  if (lastView && at - lastView.at < VIEW_AUDIT_INTERVAL_MILLISECONDS) return lastView.noted
  views.delete(key)
  const [oldestView] = views.keys()
  if (views.size >= MAX_REMEMBERED_VIEWS && oldestView !== undefined) views.delete(oldestView)
  const pendingNote = writeNote()
  views.set(key, { at, noted: pendingNote })
  await pendingNote.catch((error: unknown) => {
    views.delete(key)
    throw error
  })
}
