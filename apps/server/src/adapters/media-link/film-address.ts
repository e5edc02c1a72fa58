import { filmstripLayout, PEAKS_PER_SECOND, thumbnailLayout } from '@kerf/domain/ranges/film'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { z } from 'zod'
import type { FilmWish, MediaFacts } from '../../ports/media.ts'
import type { LocatedFilmstrip, LocatedWaveform } from '../../ports/sources.ts'

const count = z.number().int().positive()

/**
 * Where a picture of a media file is to be found: in the file. The address says which file (a size that has changed means
 * another one) and what is to be read from it, so that it means the same as long as it is kept.
 */
const filmAddress = z.object({
  url: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  /** Absent in addresses of files; its size is nothing to go by. */
  isPlaylist: z.boolean().optional(),
  wish: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('pictures'),
      columns: count,
      rows: count,
      frameWidth: count,
      frameHeight: count,
      frameCount: count,
      firstSeconds: z.number().nonnegative(),
      secondsPerFrame: z.number().positive(),
    }),
    z.object({
      kind: z.literal('waveform'),
      peaksPerSecond: z.number().positive(),
      piece: z.object({ startTime: z.number().nonnegative(), endTime: z.number().positive() }).optional(),
    }),
  ]),
})
type FilmAddress = z.output<typeof filmAddress>

/** null for anything that is no such address. */
export function parseFilmAddress(address: string): FilmAddress | null {
  try {
    return filmAddress.parse(JSON.parse(address))
  } catch {
    return null
  }
}

export function filmWishOf({ wish }: FilmAddress): FilmWish {
  if (wish.kind === 'waveform') return { kind: 'waveform', peaksPerSecond: wish.peaksPerSecond, part: wish.piece }
  const { kind: _, frameCount, firstSeconds, secondsPerFrame, ...shape } = wish
  const momentsSeconds = Array.from({ length: frameCount }, (_, frame) => firstSeconds + frame * secondsPerFrame)
  return { kind: 'thumbnails', ...shape, momentsSeconds, toleranceSeconds: secondsPerFrame / 2 }
}

/** The address of one piece of a sound whose address is given; of the whole when there is no piece. */
export function addressOfPiece(address: string, piece: TimeRange | undefined): string {
  const order = piece && parseFilmAddress(address)
  if (order?.wish.kind !== 'waveform') return address
  return JSON.stringify({ ...order, wish: { ...order.wish, piece } } satisfies FilmAddress)
}

export interface LocatedFilm {
  thumbnailAddress: string | null
  filmstrip: LocatedFilmstrip | null
  waveform: LocatedWaveform | null
}

/** What can be shown of a file. Nothing of it is made before somebody asks. */
export function locateFilm({ url, sizeBytes, isPlaylist }: Omit<FilmAddress, 'wish'>, facts: MediaFacts): LocatedFilm {
  const place = { url, sizeBytes, ...(isPlaylist ? { isPlaylist } : {}) }
  const addressOf = (wish: FilmAddress['wish']) => JSON.stringify({ ...place, wish } satisfies FilmAddress)
  const peaksPerSecond = PEAKS_PER_SECOND
  return {
    // Damaged files may name no size: there is nothing to lay out then.
    ...(facts.video && facts.video.width > 0 && facts.video.height > 0
      ? locatePictures(facts.durationSeconds, facts.video, addressOf)
      : NO_PICTURES),
    waveform: facts.cheapWaveform && {
      ...{ peaksPerSecond, address: addressOf({ kind: 'waveform', peaksPerSecond }) },
      ...(facts.cheapWaveform === 'pieces' ? { inPieces: true } : {}),
    },
  }
}

const NO_PICTURES = { thumbnailAddress: null, filmstrip: null }

function locatePictures(
  durationSeconds: number,
  { width, height, rotation }: NonNullable<MediaFacts['video']>,
  addressOf: (wish: FilmAddress['wish']) => string,
): Pick<LocatedFilm, 'thumbnailAddress' | 'filmstrip'> {
  const shown = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  const layout = filmstripLayout(durationSeconds, shown)
  const thumbnail = thumbnailLayout(durationSeconds, shown)
  return {
    thumbnailAddress: addressOf({
      kind: 'pictures',
      columns: 1,
      rows: 1,
      frameWidth: thumbnail.width,
      frameHeight: thumbnail.height,
      frameCount: 1,
      firstSeconds: thumbnail.atSeconds,
      // Half of this to either side will do: any moment that is neither the very start nor far into the film.
      secondsPerFrame: thumbnail.atSeconds,
    }),
    filmstrip: { ...layout, sheetAddresses: [addressOf({ kind: 'pictures', ...layout, firstSeconds: 0 })] },
  }
}
