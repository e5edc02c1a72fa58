import { unsupportedMedia } from '../../api/cutter-error.ts'
import { blocksWithin, type ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openSequentialFile } from '../common/sequential-file.ts'
import { findOggLinks } from './ogg-links.ts'

/** First bytes of streams that Kerf does not read in an Ogg file. */
const OTHER_STREAMS = [
  ['FLAC', '\x7fFLAC'],
  ['Speex', 'Speex   '],
  ['Theora', '\x80theora'],
] as const
/** Bytes of a file that contain the first page of each of its streams. */
const FIRST_PAGES_BYTES = 4096

/** Opens an Ogg file, or several chained in one file. A cut-off file is read up to its last whole page. */
export async function openOgg(
  blocks: ReadableBlocks,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const { links, isCutOff } = await findOggLinks(blocks, options)
  const part = await openChained(
    links,
    options,
    ({ start, end }, reading) => openSequentialFile(blocksWithin(blocks, start, end), wantedTracks, reading),
    { isCutOff },
  )
  if (part.video || part.audio || part.unreadableAudio) return part
  const firstPages = Buffer.from(await blocks.read(0, Math.min(blocks.sizeBytes, FIRST_PAGES_BYTES), options))
  const other = OTHER_STREAMS.find(([, firstBytes]) => firstPages.includes(firstBytes, 0, 'latin1'))
  if (other && wantedTracks.audio) throw unsupportedMedia(`${other[0]} in Ogg files cannot be read.`)
  return part
}
