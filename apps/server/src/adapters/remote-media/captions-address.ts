import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'

/** Location of captions: a track of the media file, a captions file, or a playlist of segments. */
const captionsAddress = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('track'),
    url: z.string(),
    /** Size of the media file. A different size means a different file. */
    sizeBytes: z.number().int().nonnegative(),
    track: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('file'), url: z.string() }),
  z.object({
    kind: z.literal('playlist'),
    url: z.string(),
    /** Time of the media's own clock at the beginning of the video, in seconds. */
    clockSeconds: z.number().optional(),
  }),
])
export type CaptionsAddress = z.output<typeof captionsAddress>

export const captionsAddressOf = (place: CaptionsAddress): string => JSON.stringify(place)

export const parseCaptionsAddress = (address: string): CaptionsAddress | null =>
  captionsAddress.safeParse(jsonIn(address)).data ?? null
