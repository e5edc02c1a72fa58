import { setTimeout as delay } from 'node:timers/promises'
import type { OwnDownload } from '@kerf/contract/user'
import type { DownloadRecord, ListedVideo, ViewerRecord } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import type { Deps, Own } from '../../shared/deps.ts'
import { done, type Outcome, refused } from '../../shared/outcome.ts'
import { describeDownload, downloadStatus } from '../describe-download.ts'
import type { DownloadWithClip } from '../request-download.ts'

export interface WholeDownload extends DownloadWithClip {
  video: ListedVideo
}

export async function findWhole(
  { clips, videos }: Pick<Records, 'clips' | 'videos'>,
  downloads: readonly DownloadRecord[],
): Promise<WholeDownload[]> {
  const clipOf = await clips.findMany([...new Set(downloads.map(({ clipId }) => clipId))])
  const videoOf = await videos.listMany([...new Set(downloads.map(({ videoId }) => videoId))])
  return downloads.flatMap((download) => {
    const clip = clipOf.get(download.clipId)
    const video = videoOf.get(download.videoId)
    return clip && video ? [{ download, clip, video }] : []
  })
}

export async function describeOwnDownload(
  deps: Deps<'database' | 'clock' | 'caches'>,
  { download, clip, video }: WholeDownload,
): Promise<OwnDownload> {
  const described = await describeDownload(deps, { download, clip })
  return { ...described, title: video.title, url: video.link }
}

/** Finds a viewer's own download together with its clip; another viewer's does not exist for them. */
export async function findDownload(
  { database, caches }: Deps<'database' | 'caches'>,
  { id, viewer }: Own,
): Promise<Outcome<DownloadWithClip>> {
  const find = (viewerId: string) =>
    caches.downloads(`${viewerId} ${id}`, () => database.records.downloads.findWithClip(id, viewerId))
  const found = viewer && (await find(viewer.id))
  return found ? done(found) : refused('not_found')
}

const LOOK_MILLISECONDS = 500

/** Returns when a download has ended, the seconds are over, there is none, or its viewer may not wait any more. Throws the signal's reason. */
export async function untilEnded(
  deps: Deps<'database' | 'caches' | 'clock'>,
  {
    id,
    viewer,
    seconds,
    mayWait,
    signal,
  }: Own & { seconds: number; mayWait: () => Promise<boolean>; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + seconds * 1000
  while (await mayWait()) {
    const found = await findDownload(deps, { id, viewer })
    if (!found.ok || downloadStatus(found.value.download, found.value.clip, deps.clock.now()) !== 'processing') return
    const left = until - performance.now()
    if (left <= 0) return
    await delay(Math.min(left, LOOK_MILLISECONDS), undefined, { signal })
  }
}

export async function listDownloads(
  { database }: Deps<'database'>,
  { videoId, viewer }: { videoId: string; viewer: ViewerRecord | null },
): Promise<Outcome<DownloadWithClip[]>> {
  const { records } = database
  const video = viewer && (await records.videos.find(videoId, viewer.id))
  if (!video) return refused('not_found')
  return done(await findWhole(records, await records.downloads.listForVideo(video.id, video.viewerId)))
}

const PAGE_SIZE = 20
/** Downloads that are looked at for recent ones. A clip lives for a day, and nobody has cut as many in one. */
const MOST_RECENT = 60

/** The downloads of a viewer that are being cut or have a file, newest first. */
export async function listRecentDownloads(
  deps: Deps<'database' | 'clock' | 'caches'>,
  viewer: ViewerRecord | null,
): Promise<OwnDownload[]> {
  if (!viewer) return []
  const { records } = deps.database
  const now = deps.clock.now()
  const newest = await findWhole(records, await records.downloads.listForViewer(viewer.id, { limit: MOST_RECENT }))
  const living = newest.filter(({ download, clip }) =>
    ['processing', 'completed'].includes(downloadStatus(download, clip, now)),
  )
  return Promise.all(living.slice(0, PAGE_SIZE).map((whole) => describeOwnDownload(deps, whole)))
}

export async function listOwnDownloads(
  deps: Deps<'database' | 'clock' | 'caches'>,
  { viewerId, beforeId }: { viewerId: string; beforeId: string | undefined },
): Promise<Outcome<{ downloads: OwnDownload[]; next: string | null }>> {
  const { records } = deps.database
  const { downloads } = records
  // The last one shown may have been deleted since: its place in the order is still known.
  const before = beforeId === undefined ? undefined : await downloads.findEvenDeleted(beforeId, viewerId)
  if (before === null) return refused('invalid_request', { meaning: '"before" is no download of yours.' })
  // One more than is shown tells whether there is a next page.
  const found = await downloads.listForViewer(viewerId, { before, limit: PAGE_SIZE + 1 })
  const page = found.slice(0, PAGE_SIZE)
  const described: OwnDownload[] = []
  for (const whole of await findWhole(records, page)) described.push(await describeOwnDownload(deps, whole))
  return done({ downloads: described, next: found.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null })
}
