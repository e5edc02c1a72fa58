import { hullOf, type TimeRange } from '../ranges/time-range.ts'
import { shortTimecode } from '../ranges/timecode.ts'
import { bytesOf, shortened } from '../text/shortened.ts'
import { clipContainer } from './clip-format.ts'
import { clipFileName, type NamedClip } from './file-name.ts'

/** How saved files are named: `kerf_360p.mp4`, or `Title 1.02.5-1.15.mp4`. */
export const FILE_NAMES = ['quality', 'title'] as const
export type FileNames = (typeof FILE_NAMES)[number]

interface TitledClip extends NamedClip {
  title: string
  ranges: readonly TimeRange[]
}

/** No file system takes more than 255 in a name. A program may add some, such as ` (1)`. */
const MAX_BYTES = 200
const MOST_LISTED_RANGES = 3
/** Names of devices in Windows, whatever follows a full stop. */
const DEVICE_NAMES = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*\./i

/** The name under which a clip is saved. */
export const savedFileName = (clip: TitledClip, names: FileNames): string =>
  names === 'title' ? titleFileName(clip) : clipFileName(clip)

/**
 * `Title 1.02.5-1.15.mp4`; a still frame has one time: `Title 1.02.5.png`. Windows, macOS and Linux accept it: a character
 * that one of them refuses, or that nobody sees, is not in it.
 */
function titleFileName({ title, ranges, format, receipt }: TitledClip): string {
  const times = format === 'png' ? timeInName(hullOf(ranges).startTime) : timesInName(ranges)
  const tail = ` ${times}.${clipContainer(format, receipt?.container)}`
  const bytes = MAX_BYTES - bytesOf(tail) - 1
  const name = (shortened(plainTitle(title), { characters: bytes, bytes }).replace(/[\s.-]+$/, '') || 'video') + tail
  return DEVICE_NAMES.test(name) ? `_${name}` : name
}

function plainTitle(title: string): string {
  return (
    title
      .normalize('NFC')
      // Marks that change the reading direction, characters of no width, and halves of characters.
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Me}\p{Cs}\p{Cf}]/gu, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .replace(/[<>"?*]/g, '')
      .replace(/ *[:|/\\]+ +/g, ' - ')
      .replace(/[:|/\\]+/g, '-')
      // A leading dot hides a file, a leading hyphen is an option of a command, and a mark alone attaches to what is before it.
      .replace(/^[\s.~\p{M}-]+/u, '')
      .replace(/ +/g, ' ')
  )
}

/** `1.02.5-1.15`; joined ranges `0.10-0.12, 0.20-0.22`, and where there are many, `0.10-5.00 (12)`. */
function timesInName(ranges: readonly TimeRange[]): string {
  if (ranges.length > MOST_LISTED_RANGES) return `${rangeInName(hullOf(ranges))} (${ranges.length})`
  return ranges.map(rangeInName).join(', ')
}

const rangeInName = ({ startTime, endTime }: TimeRange): string => `${timeInName(startTime)}-${timeInName(endTime)}`

const timeInName = (seconds: number): string => shortTimecode(seconds).replaceAll(':', '.')
