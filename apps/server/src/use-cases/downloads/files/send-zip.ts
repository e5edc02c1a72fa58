import { Readable } from 'node:stream'
import { fileNameBeside } from '@kerf/domain/formats/file-name'
import type { FileNames } from '@kerf/domain/formats/title-file-name'
import type { ZipEntry } from '../../../ports/files.ts'
import type { Deps, Own } from '../../shared/deps.ts'
import { done, type Outcome, refused } from '../../shared/outcome.ts'
import { type CaptionDeps, readCaptions } from '../../videos/read-captions.ts'
import { findFinished, nameOf, statOfClip } from './open-clip.ts'
import { type SubtitleFile, subtitleFiles } from './subtitle-files.ts'

/** A viewer may fetch this many zips at a time: one in each of two tabs, or a second try while the first still hangs. */
const ZIPS_AT_ONCE = 2

export interface OpenedZip {
  sizeBytes: number
  fileName: string
  /** Counts as being fetched until it is closed. */
  open(): Outcome<Readable>
}

/** A viewer's finished clip and its subtitles in one file. Without subtitles there is none: the clip has a call of its own. */
export async function openDownloadZip(
  deps: CaptionDeps & Deps<'files' | 'zips' | 'caches'>,
  asked: Own & { names?: FileNames; signal: AbortSignal },
): Promise<Outcome<OpenedZip>> {
  const found = await findFinished(deps, asked)
  if (!found.ok) return found
  const { download, clip, video } = found.value
  const file = await statOfClip(deps, clip)
  if (!file) return refused('expired')
  const transcript = await readCaptions(deps, video, download.subtitles?.captions, asked.signal)
  if (!transcript.ok) return transcript
  const name = nameOf(found.value, asked.names)
  const { sizeBytes, key } = file
  const modifiedAt = clip.finishedAt ?? file.modifiedAt
  const entries = [
    { name, sizeBytes, modifiedAt, open: () => deps.files.read(key) },
    ...subtitleFiles(transcript.value, found.value, name).map((text) => textEntry(text, modifiedAt)),
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
  if (zipsBeingSent.of(viewerId) >= ZIPS_AT_ONCE) return refused('too_many_requests')
  zipsBeingSent.add(viewerId)
  const zip = start()
  zip.once('close', () => zipsBeingSent.remove(viewerId))
  return done(zip)
}
