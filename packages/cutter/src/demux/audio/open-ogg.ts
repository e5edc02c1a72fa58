import { blocksWithin, type ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openSequentialFile } from '../common/sequential-file.ts'
import { findOggLinks } from './ogg-links.ts'

/** Opens an Ogg file, or several chained in one file. A cut-off file is read up to its last whole page. */
export async function openOgg(
  blocks: ReadableBlocks,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const { links, isCutOff } = await findOggLinks(blocks, options)
  return openChained(
    links,
    options,
    ({ start, end }, reading) => openSequentialFile(blocksWithin(blocks, start, end), wantedTracks, reading),
    { isCutOff },
  )
}
