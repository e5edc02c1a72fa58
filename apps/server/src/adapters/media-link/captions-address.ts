import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'

/** Where captions of a media link are: a track in the file itself (a changed size means another one), a file of their own, or a playlist of segments. */
const captionsAddress = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('track'),
    url: z.string(),
    sizeBytes: z.number().int().nonnegative(),
    track: z.number().int().nonnegative(),
  }),
  z.object({ kind: z.literal('file'), url: z.string() }),
  z.object({
    kind: z.literal('playlist'),
    url: z.string(),
    /** What the clock of the media shows at their beginning. */
    clockSeconds: z.number().optional(),
  }),
])
export type CaptionsAddress = z.output<typeof captionsAddress>

export const captionsAddressOf = (place: CaptionsAddress): string => JSON.stringify(place)

export const parseCaptionsAddress = (address: string): CaptionsAddress | null =>
  captionsAddress.safeParse(jsonIn(address)).data ?? null
