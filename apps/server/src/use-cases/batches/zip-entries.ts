import { batchEntryName } from '@kerf/domain/formats/batch-entry-name'
import { hullOf } from '@kerf/domain/ranges/time-range'
import type { FileStore, ZipEntry } from '../../ports/files.ts'
import { downloadStatus } from '../downloads/describe-download.ts'
import type { WholeDownload } from '../downloads/own-downloads.ts'

/** The finished clips of a batch, in its order, under the names that they have in its zip. */
export async function zipEntries(
  files: FileStore,
  downloads: readonly WholeDownload[],
  now: Date,
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for (const { download, clip, video } of downloads) {
    const key = clip.fileKey
    if (downloadStatus(download, clip, now) !== 'completed' || key === null) continue
    // The database says it is there and the disk says it is not: to the viewer that is a clip past its time.
    const file = await files.stat(key)
    if (!file) continue
    const number = (download.batch?.position ?? entries.length) + 1
    const { quality } = download
    entries.push({
      name: batchEntryName({ number, title: video.details.title, range: hullOf(clip.ranges), quality }),
      sizeBytes: file.sizeBytes,
      modifiedAt: clip.finishedAt ?? file.modifiedAt,
      open: () => files.read(key),
    })
  }
  return entries
}
