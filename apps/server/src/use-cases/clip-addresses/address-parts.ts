import type { AddressedClip } from '@kerf/contract/clip-address'
import { parseTimecode } from '@kerf/domain/ranges/parse-timecode'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { done, type Outcome, refused } from '../shared/outcome.ts'

const NO_TIMES = refused('invalid_request', {
  meaning: '"start" and "end" go together, as seconds or timecodes: 62.5 or 1:02.5.',
})

/** Parts of the address of a clip, in a fixed order. */
export const partsOf = ({ url, start, end, quality, format }: AddressedClip): [string, string][] =>
  Object.entries({ url, start, end, quality, format }).filter((part): part is [string, string] => part[1] !== undefined)

/** Range of an address; null where it leaves the range to the link. */
export function parseAddressRange({ start, end }: AddressedClip): Outcome<TimeRange | null> {
  if (start === undefined && end === undefined) return done(null)
  const [startTime, endTime] = [start, end].map((text) => (text === undefined ? null : parseTimecode(text)))
  return startTime == null || endTime == null ? NO_TIMES : done({ startTime, endTime })
}
