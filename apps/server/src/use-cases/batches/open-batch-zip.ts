import { batchFileName } from '@kerf/domain/formats/file-name'
import type { ZipEntry } from '../../ports/files.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import { type OpenedZip, textEntry, zipFor } from '../downloads/files/send-zip.ts'
import { subtitleFiles } from '../downloads/files/subtitle-files.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { findBlocked, subjectOf } from '../videos/is-blocked.ts'
import { CAPTIONS_TIMEOUT_MILLISECONDS, type CaptionDeps, readCaptions } from '../videos/read-captions.ts'
import { type BatchEntry, findBatch, stateOf, zipEntries } from './describe-batch.ts'

/**
 * Maximum size of all subtitles in a zip. Unlike clips, they are in memory while the zip is sent. Three hours of talk
 * take a quarter of a megabyte.
 */
const MAX_SUBTITLE_BYTES = 32 * 1024 * 1024

/**
 * Opens a zip of the finished clips of a viewer's batch. Refuses while a clip is in work, and after all have expired.
 */
export async function openBatchZip(
  deps: CaptionDeps & Deps<'files' | 'zips' | 'caches'>,
  { id, viewer, signal }: Own & { signal: AbortSignal },
): Promise<Outcome<OpenedZip>> {
  const lookup = await findBatch(deps, { id, viewer })
  if (!lookup.ok) return lookup
  const { batch, downloads } = lookup.value
  const now = deps.clock.now()
  const { status } = stateOf(lookup.value, now)
  if (status === 'processing') return refused('not_ready')
  if (status === 'cancelled') return refused('cancelled')
  const wasBlocked = downloads.some(({ clip }) => clip.status === 'failed' && clip.errorCode === 'link_blocked')
  if (status === 'failed') return refused(wasBlocked ? 'link_blocked' : 'cut_failed')
  const entries = await zipEntries(deps, downloads, now)
  if (entries.length === 0) return refused(wasBlocked ? 'link_blocked' : 'expired')
  // Blocked clips have no file and are not in the zip. The others are checked against current blocks.
  const completedDownloads = downloads.filter(
    (entry) => downloadStatus(entry.download, entry.clip, now) === 'completed',
  )
  const videosById = await deps.database.records.videos.findMany(completedDownloads.map(({ video }) => video.id))
  const blockSubjects = [...videosById.values()].map(subjectOf)
  if ((await findBlocked(deps.database.records, blockSubjects)) >= 0) return refused('link_blocked')
  const allEntries = await withSubtitles(deps, entries, signal)
  return done(zipFor(deps, batch.viewerId, batchFileName(batch.createdAt), allEntries))
}

/** Adds requested subtitle files after each clip. Subtitles that cannot be read are left out. */
async function withSubtitles(
  deps: CaptionDeps,
  entries: readonly BatchEntry[],
  signal: AbortSignal,
): Promise<ZipEntry[]> {
  const timedSignal = AbortSignal.any([signal, AbortSignal.timeout(CAPTIONS_TIMEOUT_MILLISECONDS)])
  // Clips of a batch often share a video, whose captions are read once.
  const transcripts = new Map<string, ReturnType<typeof readCaptions>>()
  const readTranscript = ({ downloadWithVideo: { video, download } }: BatchEntry) => {
    if (download.subtitles?.as !== 'file') return null
    const { captions } = download.subtitles
    const key = `${video.source} ${video.reference} ${captions}`
    const transcript = transcripts.get(key) ?? readCaptions(deps, video, captions, timedSignal)
    transcripts.set(key, transcript)
    return transcript
  }
  let subtitleBytes = 0
  const entryGroups = await Promise.all(
    entries.map(async (entry) => {
      const transcript = await readTranscript(entry)?.catch((error: unknown) => {
        deps.log.warn({ downloadId: entry.downloadWithVideo.download.id, err: error }, 'subtitles left out')
        return null
      })
      if (transcript && !transcript.ok)
        deps.log.warn({ downloadId: entry.downloadWithVideo.download.id, code: transcript.code }, 'subtitles left out')
      if (!transcript?.ok || subtitleBytes > MAX_SUBTITLE_BYTES) return [entry]
      const files = subtitleFiles(transcript.value, entry.downloadWithVideo, entry.name)
      subtitleBytes += files.reduce((sum, { bytes }) => sum + bytes.length, 0)
      return [entry, ...files.map((file) => textEntry(file, entry.modifiedAt))]
    }),
  )
  signal.throwIfAborted()
  return entryGroups.flat()
}
