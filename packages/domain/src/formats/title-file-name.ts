import { hullOf, type TimeRange } from '../ranges/time-range.ts'
import { shortTimecode } from '../ranges/timecode.ts'
import { shorten, utf8Length } from '../text/shortened.ts'
import { clipContainer } from './clip-format.ts'
import { clipFileName, type NamedClip } from './file-name.ts'

/** Naming of saved files: `kerf_360p.mp4`, or `Title 1.02.5-1.15.mp4`. */
export const FILE_NAMES = ['quality', 'title'] as const
export type FileNames = (typeof FILE_NAMES)[number]

interface TitledClip extends NamedClip {
  title: string
  ranges: readonly TimeRange[]
}

/** Maximum length of a name, in bytes. File systems allow up to 255, and programs may add to it, such as ` (1)`. */
const MAX_BYTES = 200
const MAX_LISTED_RANGES = 3
/** Device names of Windows, which are reserved with any file extension. */
const DEVICE_NAMES_PATTERN = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*\./i

/** File name under which a clip is saved. */
export const savedFileName = (clip: TitledClip, names: FileNames): string =>
  names === 'title' ? titleFileName(clip) : clipFileName(clip)

/**
 * Title and times: `Title 1.02.5-1.15.mp4`; a still frame has one time: `Title 1.02.5.png`. The name is valid on
 * Windows, macOS and Linux, and has no invisible characters.
 */
function titleFileName({ title, ranges, format, receipt }: TitledClip): string {
  const times = format === 'png' ? timeInName(hullOf(ranges).startTime) : timesInName(ranges)
  const tail = ` ${times}.${clipContainer(format, receipt?.container)}`
  const bytes = MAX_BYTES - utf8Length(tail) - 1
  const name = (shorten(plainTitle(title), { characters: bytes, bytes }).replace(/[\s.-]+$/, '') || 'video') + tail
  return DEVICE_NAMES_PATTERN.test(name) ? `_${name}` : name
}

function plainTitle(title: string): string {
  return (
    title
      .normalize('NFC')
      // Marks that change the reading direction, characters without width, and lone surrogates.
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Me}\p{Cs}\p{Cf}]/gu, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .replace(/[<>"?*]/g, '')
      .replace(/ *[:|/\\]+ +/g, ' - ')
      .replace(/[:|/\\]+/g, '-')
      // A leading dot hides a file, a leading hyphen is an option, and a lone mark attaches to the character before it.
      .replace(/^[\s.~\p{M}-]+/u, '')
      .replace(/ +/g, ' ')
  )
}

/** `1.02.5-1.15`; joined ranges `0.10-0.12, 0.20-0.22`, and more than three as `0.10-5.00 (12)`. */
function timesInName(ranges: readonly TimeRange[]): string {
  if (ranges.length > MAX_LISTED_RANGES) return `${rangeInName(hullOf(ranges))} (${ranges.length})`
  return ranges.map(rangeInName).join(', ')
}

const rangeInName = ({ startTime, endTime }: TimeRange): string => `${timeInName(startTime)}-${timeInName(endTime)}`

const timeInName = (seconds: number): string => shortTimecode(seconds).replaceAll(':', '.')
