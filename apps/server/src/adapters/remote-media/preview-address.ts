import { filmstripLayout, PEAKS_PER_SECOND, thumbnailLayout } from '@kerf/domain/ranges/previews'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'
import type { MediaFacts, PreviewSpec } from '../../ports/media.ts'
import type { ResolvedVideo } from '../../ports/sources.ts'

const count = z.number().int().positive()

/** Address of a preview: the file and what to read from it. A different `sizeBytes` means a different file. */
const previewAddress = z.object({
  url: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  /** Absent for files. The size of a playlist is 0 here and is not compared. */
  isPlaylist: z.boolean().optional(),
  /** Request headers; absent: the usual ones. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Id of the required outgoing IP address; absent if any works. */
  egress: z.string().optional(),
  request: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('frames'),
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
type PreviewAddress = z.output<typeof previewAddress>

export function parsePreviewAddress(address: string): PreviewAddress | null {
  return previewAddress.safeParse(jsonIn(address)).data ?? null
}

export function previewSpecOf({ request }: PreviewAddress): PreviewSpec {
  if (request.kind === 'waveform')
    return { kind: 'waveform', peaksPerSecond: request.peaksPerSecond, part: request.piece }
  const { kind: _, frameCount, firstSeconds, secondsPerFrame, ...shape } = request
  const times = Array.from({ length: frameCount }, (_, frame) => firstSeconds + frame * secondsPerFrame)
  return { kind: 'thumbnails', ...shape, times, toleranceSeconds: secondsPerFrame / 2 }
}

export function addressOfPiece(address: string, piece: TimeRange | undefined): string {
  const order = piece && parsePreviewAddress(address)
  if (order?.request.kind !== 'waveform') return address
  return JSON.stringify({ ...order, request: { ...order.request, piece } } satisfies PreviewAddress)
}

export function locatePreview(
  { url, sizeBytes, isPlaylist, headers, egress }: Omit<PreviewAddress, 'request'>,
  facts: MediaFacts,
): Pick<ResolvedVideo, 'thumbnailAddress' | 'filmstrip' | 'waveform'> {
  const previewFile = {
    url,
    sizeBytes,
    ...(isPlaylist && { isPlaylist }),
    ...(headers && { headers }),
    ...(egress && { egress }),
  }
  const addressOf = (request: PreviewAddress['request']) =>
    JSON.stringify({ ...previewFile, request } satisfies PreviewAddress)
  const peaksPerSecond = PEAKS_PER_SECOND
  return {
    // A damaged file may have no frame size. Then there is nothing to lay out.
    ...(facts.video && facts.video.width > 0 && facts.video.height > 0
      ? locateFrames(facts.durationSeconds, facts.video, addressOf)
      : NO_FRAMES),
    waveform: facts.cheapWaveform && {
      peaksPerSecond,
      address: addressOf({ kind: 'waveform', peaksPerSecond }),
      ...(facts.cheapWaveform === 'pieces' ? { inPieces: true } : {}),
    },
  }
}

const NO_FRAMES = { thumbnailAddress: null, filmstrip: null }

function locateFrames(
  durationSeconds: number,
  { width, height, rotation }: NonNullable<MediaFacts['video']>,
  addressOf: (request: PreviewAddress['request']) => string,
) {
  const displaySize = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  const layout = filmstripLayout(durationSeconds, displaySize)
  const thumbnail = thumbnailLayout(durationSeconds, displaySize)
  return {
    thumbnailAddress: addressOf({
      kind: 'frames',
      columns: 1,
      rows: 1,
      frameWidth: thumbnail.width,
      frameHeight: thumbnail.height,
      frameCount: 1,
      firstSeconds: thumbnail.atSeconds,
      // The tolerance is half of this to either side, so any early frame but the first is good enough.
      secondsPerFrame: thumbnail.atSeconds,
    }),
    filmstrip: { ...layout, sheetAddresses: [addressOf({ kind: 'frames', ...layout, firstSeconds: 0 })] },
  }
}
