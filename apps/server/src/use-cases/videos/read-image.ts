import type { VideoRecord } from '../../ports/clips.ts'
import type { FetchedImage } from '../../ports/sources.ts'
import type { Deps } from '../shared/deps.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { findWithSource, type OwnVideo, readingOutcome } from './find-video.ts'

type ImageDeps = Deps<'database' | 'sources' | 'presets'>
type AskedImage = OwnVideo & { signal: AbortSignal }

/** Images of a video are fetched here, so that its source never meets the visitor. */
export function readThumbnail(deps: ImageDeps, asked: AskedImage): Promise<Outcome<FetchedImage>> {
  return readImage(deps, asked, (video) => video.details.thumbnailAddress)
}

export function readFilmstripSheet(
  deps: ImageDeps,
  { sheet, ...asked }: AskedImage & { sheet: number },
): Promise<Outcome<FetchedImage>> {
  return readImage(deps, asked, (video) => video.details.filmstrip?.sheetAddresses[sheet])
}

async function readImage(
  deps: ImageDeps,
  { signal, ...own }: AskedImage,
  address: (video: VideoRecord) => string | null | undefined,
): Promise<Outcome<FetchedImage>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const where = address(found.value.video)
  if (!where) return refused('not_found')
  return readingOutcome(() => found.value.source.fetchImage(where, signal))
}
