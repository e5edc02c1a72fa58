import { type PartReader, ReaderWithin, type ReadOptions } from '../../io/part-reader.ts'
import { type FileLink, isUnreadable, MAX_LINKS, openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { FIRST_READ_BYTES } from './layout.ts'
import { type OpenedMp4, openMp4File } from './open-mp4.ts'

/** Opens an MP4 (MOV, M4A), or several such files that are joined end to end. */
export async function openMp4(
  file: PartReader,
  firstBytes: Buffer,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const { part, nextFile } = await openMp4File(file, firstBytes, wantedTracks, options)
  if (nextFile === null) return part
  const links: FileLink[] = [{ start: 0, end: nextFile }]
  /** Files that the search has opened, by their start. */
  const openedParts = new Map([[0, part]])
  for (let start: number | null = nextFile; start !== null && links.length <= MAX_LINKS; ) {
    const openedFile = await openFileAt(file, start, file.sizeBytes, wantedTracks, options).catch((error: unknown) => {
      if (!isUnreadable(error)) throw error
      return null
    })
    if (openedFile) openedParts.set(start, openedFile.part)
    const end: number = start + (openedFile?.nextFile ?? file.sizeBytes - start)
    links.push({ start, end })
    start = end < file.sizeBytes ? end : null
  }
  return openChained(links, options, async ({ start, end }, reading) => {
    const openedPart = openedParts.get(start)
    openedParts.delete(start)
    return openedPart ?? (await openFileAt(file, start, end, wantedTracks, reading)).part
  })
}

async function openFileAt(
  file: PartReader,
  start: number,
  end: number,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedMp4> {
  const linkReader = new ReaderWithin(file, start, end)
  const firstBytes = await linkReader.read(0, Math.min(FIRST_READ_BYTES, linkReader.sizeBytes), options)
  return openMp4File(linkReader, firstBytes, wantedTracks, options)
}
