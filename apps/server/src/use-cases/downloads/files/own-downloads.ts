import { setTimeout as delay } from 'node:timers/promises'
import type { OwnDownload } from '@kerf/contract/user'
import type { DownloadRecord, ListedVideo, ViewerRecord } from '../../../ports/clips.ts'
import type { Records } from '../../../ports/database.ts'
import type { Deps, Own } from '../../shared/deps.ts'
import { done, type Outcome, refused } from '../../shared/outcome.ts'
import { describeDownload, downloadStatus } from '../describe-download.ts'
import type { DownloadWithClip } from '../request-download.ts'

export interface DownloadWithVideo extends DownloadWithClip {
  video: ListedVideo
}

export async function addClipsAndVideos(
  { clips, videos }: Pick<Records, 'clips' | 'videos'>,
  downloads: readonly DownloadRecord[],
): Promise<DownloadWithVideo[]> {
  const clipsById = await clips.findMany([...new Set(downloads.map(({ clipId }) => clipId))])
  const videosById = await videos.listMany([...new Set(downloads.map(({ videoId }) => videoId))])
  return downloads.flatMap((download) => {
    const clip = clipsById.get(download.clipId)
    const video = videosById.get(download.videoId)
    return clip && video ? [{ download, clip, video }] : []
  })
}

export async function describeOwnDownload(
  deps: Deps<'database' | 'clock' | 'caches'>,
  { download, clip, video }: DownloadWithVideo,
): Promise<OwnDownload> {
  const description = await describeDownload(deps, { download, clip })
  return { ...description, title: video.title, url: video.link }
}

/** Finds a viewer's own download with its clip. Downloads of other viewers count as missing. */
export async function findDownload(
  { database, caches }: Deps<'database' | 'caches'>,
  { id, viewer }: Own,
): Promise<Outcome<DownloadWithClip>> {
  const findCached = (viewerId: string) =>
    caches.downloads(`${viewerId} ${id}`, () => database.records.downloads.findWithClip(id, viewerId))
  const ownDownload = viewer && (await findCached(viewer.id))
  return ownDownload ? done(ownDownload) : refused('not_found')
}

const POLL_INTERVAL_MILLISECONDS = 500

/**
 * Waits until a download has ended or is missing, `seconds` have passed, or `mayWait` returns false. Throws the
 * signal's reason.
 */
export async function waitForEnd(
  deps: Deps<'database' | 'caches' | 'clock'>,
  {
    id,
    viewer,
    seconds,
    mayWait,
    signal,
  }: Own & { seconds: number; mayWait: () => Promise<boolean>; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (await mayWait()) {
    const lookup = await findDownload(deps, { id, viewer })
    if (!lookup.ok || downloadStatus(lookup.value.download, lookup.value.clip, deps.clock.now()) !== 'processing')
      return
    const remaining = deadline - performance.now()
    if (remaining <= 0) return
    await delay(Math.min(remaining, POLL_INTERVAL_MILLISECONDS), undefined, { signal })
  }
}

export async function listDownloads(
  { database }: Deps<'database'>,
  { videoId, viewer }: { videoId: string; viewer: ViewerRecord | null },
): Promise<Outcome<DownloadWithClip[]>> {
  const { records } = database
  const video = viewer && (await records.videos.find(videoId, viewer.id))
  if (!video) return refused('not_found')
  return done(await addClipsAndVideos(records, await records.downloads.listForVideo(video.id, video.viewerId)))
}

const PAGE_SIZE = 20
/** Maximum number of downloads that are searched for recent ones. Clips live for a day at most. */
const MAX_SEARCHED_DOWNLOADS = 60

/** Lists a viewer's downloads that are in work or have a file, newest first. */
export async function listRecentDownloads(
  deps: Deps<'database' | 'clock' | 'caches'>,
  viewer: ViewerRecord | null,
): Promise<OwnDownload[]> {
  if (!viewer) return []
  const { records } = deps.database
  const now = deps.clock.now()
  const newestDownloads = await addClipsAndVideos(
    records,
    await records.downloads.listForViewer(viewer.id, { limit: MAX_SEARCHED_DOWNLOADS }),
  )
  const activeDownloads = newestDownloads.filter(({ download, clip }) =>
    ['processing', 'completed'].includes(downloadStatus(download, clip, now)),
  )
  return Promise.all(activeDownloads.slice(0, PAGE_SIZE).map((download) => describeOwnDownload(deps, download)))
}

export async function listOwnDownloads(
  deps: Deps<'database' | 'clock' | 'caches'>,
  { viewerId, beforeId }: { viewerId: string; beforeId: string | undefined },
): Promise<Outcome<{ downloads: OwnDownload[]; next: string | null }>> {
  const { records } = deps.database
  const { downloads } = records
  // The cursor may be a deleted download, whose position in the order remains.
  const cursor = beforeId === undefined ? undefined : await downloads.findEvenDeleted(beforeId, viewerId)
  if (cursor === null) return refused('invalid_request', { meaning: '"before" is no download of yours.' })
  // One row more than the page shows whether there is a next page.
  const rows = await downloads.listForViewer(viewerId, { before: cursor, limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  const descriptions: OwnDownload[] = []
  for (const download of await addClipsAndVideos(records, page))
    descriptions.push(await describeOwnDownload(deps, download))
  return done({ downloads: descriptions, next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null })
}
