import { type ClipContainer, clipContainer } from '@kerf/domain/formats/clip-format'
import { type FileNames, savedFileName } from '@kerf/domain/formats/title-file-name'
import type { ClipRecord } from '../../../ports/clips.ts'
import type { FileHeaders, FileStore, StoredFile } from '../../../ports/files.ts'
import type { Deps, Own } from '../../shared/deps.ts'
import { done, type Outcome, refused } from '../../shared/outcome.ts'
import { isBlocked, subjectOf } from '../../videos/is-blocked.ts'
import { downloadStatus } from '../describe-download.ts'
import { type DownloadWithVideo, findDownload } from './own-downloads.ts'

/** Life of a file URL: enough to follow a redirect, and for a player to request its next part. */
const ADDRESS_SECONDS = 300

export interface OpenedClip {
  sizeBytes: number
  container: ClipContainer
  fileName: string
  etag: string
  open(range: { start: number; end: number }): Promise<NodeJS.ReadableStream | null>
  /** URL of the file in the store, valid for some minutes; null if only this server serves it. */
  addressFor(as: FileHeaders): Promise<URL | null>
}

/** Gives both ways to read a stored clip: through this server, or through a URL that does not outlive the clip. */
export function fileAccess(
  files: FileStore,
  { key, expiresAt, now }: { key: string; expiresAt: Date | null; now: Date },
): Pick<OpenedClip, 'open' | 'addressFor'> {
  const remainingSeconds = expiresAt ? Math.floor((expiresAt.getTime() - now.getTime()) / 1000) : ADDRESS_SECONDS
  const seconds = Math.max(1, Math.min(ADDRESS_SECONDS, remainingSeconds))
  return {
    open: (range) => files.read(key, range),
    addressFor: (as) => files.addressOf(key, as, seconds),
  }
}

/** Finds a viewer's finished download. Refuses if the clip has expired or its video is blocked. */
export async function findFinished(
  deps: Deps<'database' | 'clock' | 'caches'>,
  { id, viewer }: Own,
): Promise<Outcome<DownloadWithVideo>> {
  const { records } = deps.database
  const lookup = await findDownload(deps, { id, viewer })
  if (!lookup.ok) return lookup
  const { download, clip } = lookup.value
  const status = downloadStatus(download, clip, deps.clock.now())
  if (status === 'processing') return refused('not_ready')
  if (status === 'expired') return refused('expired')
  if (status === 'cancelled') return refused('cancelled')
  if (status === 'failed' && clip.errorCode === 'link_blocked') return refused('link_blocked')
  if (status === 'failed' || clip.fileKey === null) return refused('cut_failed')
  const video = (await records.videos.findMany([download.videoId])).get(download.videoId)
  if (!video) return refused('not_found')
  if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
  return done({ download, clip, video: { ...video, title: video.details.title } })
}

const passFor = (id: string): string => `file of ${id}`

/** Creates a pass that gives its bearer the file of one download while the clip lives. Programs put it into links. */
export function createPass(
  { secretSeal }: Deps<'secretSeal'>,
  { id, viewerId }: { id: string; viewerId: string },
): string {
  return secretSeal.seal(viewerId, passFor(id))
}

/** Opens the file of a pass. The pass is void if its owner is suspended or deleted. */
export async function openPassedClip(
  deps: Deps<'database' | 'files' | 'clock' | 'caches' | 'secretSeal'>,
  { id, pass, names }: { id: string; pass: string; names: FileNames },
): Promise<Outcome<OpenedClip>> {
  const viewerId = deps.secretSeal.open(pass, passFor(id))
  if (viewerId === null) return refused('not_found')
  const account = await deps.database.records.accounts.find(viewerId)
  if (account && !account.isActive) return refused('account_suspended')
  return openClip(deps, { id, viewer: { id: viewerId, kind: 'anonymous' }, names })
}

/** Opens the file of a viewer's finished download. */
export async function openClip(
  deps: Deps<'database' | 'files' | 'clock' | 'caches'>,
  { names, ...own }: Own & { names?: FileNames },
): Promise<Outcome<OpenedClip>> {
  const lookup = await findFinished(deps, own)
  if (!lookup.ok) return lookup
  const { clip } = lookup.value
  const file = await statOfClip(deps, clip)
  if (!file) return refused('expired')
  return done({
    sizeBytes: file.sizeBytes,
    container: clipContainer(clip.format, clip.receipt?.container),
    fileName: savedNameOf(lookup.value, names),
    etag: clip.id,
    ...fileAccess(deps.files, { key: file.key, expiresAt: clip.expiresAt, now: deps.clock.now() }),
  })
}

/** File name for saving a download. */
export const savedNameOf = ({ clip, video: { title } }: DownloadWithVideo, names: FileNames = 'quality'): string =>
  savedFileName({ ...clip, title }, names)

/**
 * Finds the file of a finished clip. If the file is missing, as after a restore, the clip is marked as expired, so that
 * a new request cuts it again.
 */
export async function statOfClip(
  { database, files }: Deps<'database' | 'files'>,
  { id, fileKey }: Pick<ClipRecord, 'id' | 'fileKey'>,
): Promise<StoredFile | null> {
  const file = fileKey === null ? null : await files.stat(fileKey)
  if (!file && fileKey !== null)
    await database.records.clips.update(id, ['completed'], { status: 'expired', fileKey: null }, fileKey)
  return file
}
