import { Readable } from 'node:stream'
import { fileNameBeside } from '@kerf/domain/formats/file-name'
import type { FileNames } from '@kerf/domain/formats/title-file-name'
import type { ZipEntry } from '../../../ports/files.ts'
import type { Deps, Own } from '../../shared/deps.ts'
import { done, type Outcome, refused } from '../../shared/outcome.ts'
import { type CaptionDeps, readCaptions } from '../../videos/read-captions.ts'
import { findFinished, savedNameOf, statOfClip } from './open-clip.ts'
import { type SubtitleFile, subtitleFiles } from './subtitle-files.ts'

/** Maximum number of concurrent zips of a viewer: two tabs, or a retry while the first request hangs. */
const MAX_CONCURRENT_ZIPS = 2

export interface OpenedZip {
  sizeBytes: number
  fileName: string
  /** Opens the zip, which counts against the viewer's limit until the stream closes. */
  open(): Outcome<Readable>
}

/** Opens a zip of a viewer's finished clip and its subtitles. Refuses if the subtitles cannot be read. */
export async function openDownloadZip(
  deps: CaptionDeps & Deps<'files' | 'zips' | 'caches'>,
  request: Own & { names?: FileNames; signal: AbortSignal },
): Promise<Outcome<OpenedZip>> {
  const lookup = await findFinished(deps, request)
  if (!lookup.ok) return lookup
  const { download, clip, video } = lookup.value
  const file = await statOfClip(deps, clip)
  if (!file) return refused('expired')
  const transcript = await readCaptions(deps, video, download.subtitles?.captions, request.signal)
  if (!transcript.ok) return transcript
  const name = savedNameOf(lookup.value, request.names)
  const { sizeBytes, key } = file
  const modifiedAt = clip.finishedAt ?? file.modifiedAt
  const entries = [
    { name, sizeBytes, modifiedAt, open: () => deps.files.read(key) },
    ...subtitleFiles(transcript.value, lookup.value, name).map((text) => textEntry(text, modifiedAt)),
  ]
  return done(zipFor(deps, download.viewerId, fileNameBeside(name, 'zip'), entries))
}

export function zipFor(
  deps: Deps<'zips' | 'caches'>,
  viewerId: string,
  fileName: string,
  entries: readonly ZipEntry[],
): OpenedZip {
  return {
    sizeBytes: deps.zips.sizeBytes(entries),
    fileName,
    open: () => sendZip(deps, viewerId, () => deps.zips.open(entries)),
  }
}

export function textEntry({ fileName, bytes }: SubtitleFile, modifiedAt: Date): ZipEntry {
  return { name: fileName, sizeBytes: bytes.length, modifiedAt, open: async () => Readable.from([bytes]) }
}

function sendZip(
  { caches: { zipsBeingSent } }: Deps<'caches'>,
  viewerId: string,
  start: () => Readable,
): Outcome<Readable> {
  if (zipsBeingSent.of(viewerId) >= MAX_CONCURRENT_ZIPS) return refused('too_many_requests')
  zipsBeingSent.add(viewerId)
  const zip = start()
  zip.once('close', () => zipsBeingSent.remove(viewerId))
  return done(zip)
}
