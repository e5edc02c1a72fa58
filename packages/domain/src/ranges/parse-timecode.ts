import { withoutInvisible } from '../text/plain-text.ts'

/** `83`, `83.5`, `1:23`, `01:23,450`, `1:02:03.5`, `75:00` */
const TIME_WITH_COLONS_PATTERN = /^(?:(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,5}):)?(?<seconds>\d{1,6}(?:[.,]\d{1,9})?)$/
/** `90s`, `1m2s`, `1m 2`, `1h2m3.5s`, `75 min`, `1h15`, `1'15"`, `1分15秒`, `1 Minute 15 Sekunden`, `1 мин 15 с` */
const TIME_WITH_UNITS_PATTERN = new RegExp(
  [
    /^(?=\d)(?:(?<hours>\d{1,4}) ?(?:h|hrs?|hours?|heures?|horas?|std|stunden?|ч(?:ас(?:а|ов)?)?|時間|小[时時]|시간)\.? ?)?/,
    /(?:(?<minutes>\d{1,5}) ?(?:mn?|mins?|minut(?:es?|en?|os?)|м(?:ин(?:ут[аы]?)?)?|分[钟鐘]?|분|['’′]|$)\.? ?)?/,
    /(?:(?<seconds>\d{1,6}(?:[.,]\d{1,9})?) ?(?:s|secs?|se[ckg]|seconde?s?|sekunden?|segundos?|с(?:ек(?:унд[аы]?)?)?|秒[钟鐘]?|초|["”]|['’′]{2}|$)\.?)?$/,
  ]
    .map(({ source }) => source)
    .join(''),
  'iu',
)
/** Maximum length of a time, in characters. It limits the work of the regular expressions. */
const MAX_TIME_LENGTH = 40

/**
 * Parses a time into seconds; null if it is none. Reads `83.5`, `.5`, `1:23`, `01:23,450`, `1:02:03.5` and `75:00`, and
 * with units `90s`, `1m2s` and `1h2m3.5s`, in digits and marks of any script. A number after a unit has the next
 * smaller unit: `1h15` is 1:15:00. Spaces separate like colons: `1 23`. So do dots and commas, except the last one,
 * which is the decimal point: `1.23` is 1.23 s, and `1.23.5` is 1:23.5.
 */
export function parseTimecode(text: string): number | null {
  if (text.length > MAX_TIME_LENGTH) return null
  const timeText = plainTime(text)
  const clock = timeText.includes(':')
    ? timeText.replace(/ ?: ?/g, ':').replace(/^:/, '0:')
    : timeText.replace(/ |[.,](?=.*[.,])/g, ':').replace(/^[.,]/, '0$&')
  const parts = (TIME_WITH_COLONS_PATTERN.exec(clock) ?? TIME_WITH_UNITS_PATTERN.exec(timeText.replace(/^[.,]/, '0$&')))
    ?.groups
  if (!parts) return null
  const { hours, minutes, seconds = '0' } = parts
  const h = Number(hours ?? 0)
  const m = Number(minutes ?? 0)
  const s = Number(seconds.replace(',', '.'))
  if ((minutes !== undefined && s >= 60) || (hours !== undefined && (m >= 60 || s >= 60))) return null
  return h * 3600 + m * 60 + s
}

/** A decimal digit of any script as ASCII. Unicode orders each script's digits from zero, in blocks of ten. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** The text with ASCII digits and marks, without invisible characters and repeated spaces. */
export const plainTime = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\u2236\ua789]/g, ':')
    .replace(/[\u3002\u066b]/g, '.')
    .replace(/[\u3001\u060c]/g, ',')
    .replace(/\s+/g, ' ')
    .trim()
