import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { DeviceBand } from '../../controls/DeviceBand.tsx'
import { deviceOffer, isServerLimit, partOf } from '../../data/ranges/device-offer.ts'

interface OnDeviceProps {
  link: string
  ranges: readonly TimeRange[]
  /** Code by which the server refuses the clip, or would. */
  code: ErrorCode | null
}

/** Offers to cut a media link in this browser, where the clip is too much for the server. */
export function OnDevice({ link, ranges, code }: OnDeviceProps) {
  const offer = isServerLimit(code) ? deviceOffer(link, partOf(ranges)) : null
  return offer && <DeviceBand offer={offer} />
}
