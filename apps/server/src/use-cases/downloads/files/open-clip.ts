import { type ClipContainer, clipContainer } from '@kerf/domain/formats/clip-format'
import { type FileNames, savedFileName } from '@kerf/domain/formats/title-file-name'
import type { ClipRecord } from '../../../ports/clips.ts'
import type { FileStore, SentAs, StoredFile } from '../../../ports/files.ts'
import type { Deps, Own } from '../../shared/deps.ts'
import { done, type Outcome, refused } from '../../shared/outcome.ts'
import { isBlocked, subjectOf } from '../../videos/is-blocked.ts'
import { downloadStatus } from '../describe-download.ts'
import { findDownload, type WholeDownload } from './own-downloads.ts'

/** As long as a browser needs to follow a redirect, and a player to ask for its next part. */
const ADDRESS_SECONDS = 300

export interface OpenedClip {
  sizeBytes: number
  container: ClipContainer
  fileName: string
  etag: string
  open(range: { start: number; end: number }): Promise<NodeJS.ReadableStream | null>
  /** Where a browser may fetch it without this server, for a few minutes; null where it has to come through here. */
  addressFor(as: SentAs): Promise<URL | null>
}

/** The two ways to a stored clip. No address outlives the clip. */
export function waysTo(
  files: FileStore,
  { key, expiresAt, now }: { key: string; expiresAt: Date | null; now: Date },
): Pick<OpenedClip, 'open' | 'addressFor'> {
  const leftSeconds = expiresAt ? Math.floor((expiresAt.getTime() - now.getTime()) / 1000) : ADDRESS_SECONDS
  const seconds = Math.max(1, Math.min(ADDRESS_SECONDS, leftSeconds))
  return {
    open: (range) => files.read(key, range),
    addressFor: (as) => files.addressOf(key, as, seconds),
  }
}

/** A viewer's finished download, while its clip lives and nobody has blocked it. */
export async function findFinished(
  deps: Deps<'database' | 'clock' | 'caches'>,
  { id, viewer }: Own,
): Promise<Outcome<WholeDownload>> {
  const { records } = deps.database
  const found = await findDownload(deps, { id, viewer })
  if (!found.ok) return found
  const { download, clip } = found.value
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

/** Opens the file of one download to whoever has it, as long as the clip lives: for programs that hand a link on. */
export function passTo({ secretSeal }: Deps<'secretSeal'>, { id, viewerId }: { id: string; viewerId: string }): string {
  return secretSeal.seal(viewerId, passFor(id))
}

/** The file that a pass is for. It opens nothing once its owner is suspended or gone. */
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

/** The file of a viewer's finished download, while it lives. */
export async function openClip(
  deps: Deps<'database' | 'files' | 'clock' | 'caches'>,
  { names, ...own }: Own & { names?: FileNames },
): Promise<Outcome<OpenedClip>> {
  const found = await findFinished(deps, own)
  if (!found.ok) return found
  const { clip } = found.value
  const file = await statOfClip(deps, clip)
  if (!file) return refused('expired')
  return done({
    sizeBytes: file.sizeBytes,
    container: clipContainer(clip.format, clip.receipt?.container),
    fileName: nameOf(found.value, names),
    etag: clip.id,
    ...waysTo(deps.files, { key: file.key, expiresAt: clip.expiresAt, now: deps.clock.now() }),
  })
}

/** The name under which a download is saved. */
export const nameOf = ({ clip, video: { title } }: WholeDownload, names: FileNames = 'quality'): string =>
  savedFileName({ ...clip, title }, names)

/**
 * The file of a finished clip. Where the database says it is there and the disk says it is not, as after a restore, that is a clip past its
 * time: whoever asks for it again gets another.
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
