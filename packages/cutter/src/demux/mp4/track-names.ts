import { languageTag } from '../../bitstream/language.ts'
import { plainTrackName } from '../common/track-names.ts'
import { unlessDamaged } from '../common/unless-damaged.ts'
import { type Box, findBox } from './boxes.ts'

/** Languages by QuickTime's language number, up to the first language without a code. */
const QUICKTIME_LANGUAGES =
  'en fr de it nl sv es da pt no he ja ar fi el is mt tr hr zh ur hi th ko lt pl hu et lv se fo fa ru zh'.split(' ')
const MIN_LETTER_CODE = 0x400
const LETTER_BASE = 0x60

/** Language (BCP 47) and name of a track; null if it has none. */
export function mp4TrackNames(moov: Buffer, trak: Box): { language: string | null; name: string | null } {
  return {
    language: unlessDamaged(() => extendedLanguage(moov, trak) ?? mediaLanguage(moov, trak)),
    name: unlessDamaged(() => givenName(moov, trak) ?? plainTrackName(handlerName(moov, trak))),
  }
}

function extendedLanguage(moov: Buffer, trak: Box): string | null {
  const box = findBox(moov, trak, 'mdia', 'elng')
  return box && languageTag(nullTerminatedText(moov, box.bodyStart + 4, box.end))
}

function givenName(moov: Buffer, trak: Box): string | null {
  const box = findBox(moov, trak, 'udta', 'name')
  return box && plainTrackName(nullTerminatedText(moov, box.bodyStart, box.end))
}

function mediaLanguage(moov: Buffer, trak: Box): string | null {
  const header = findBox(moov, trak, 'mdia', 'mdhd')
  const at = header ? header.bodyStart + (moov[header.bodyStart] === 1 ? 32 : 20) : 0
  if (!header || at + 2 > header.end) return null
  const code = moov.readUInt16BE(at)
  if (code < MIN_LETTER_CODE) return QUICKTIME_LANGUAGES[code] ?? null
  return languageTag(String.fromCharCode(...[10, 5, 0].map((shift) => LETTER_BASE + ((code >> shift) & 31))))
}

/** Name in hdlr. In MP4 a zero byte ends it, in QuickTime its length precedes it. */
function handlerName(moov: Buffer, trak: Box): string | null {
  const handler = findBox(moov, trak, 'mdia', 'hdlr')
  const start = handler ? handler.bodyStart + 24 : 0
  if (!handler || start >= handler.end) return null
  const hasLengthPrefix = moov[start] === handler.end - start - 1
  return nullTerminatedText(moov, hasLengthPrefix ? start + 1 : start, handler.end)
}

const MAX_TEXT_BYTES = 1024

function nullTerminatedText(moov: Buffer, start: number, end: number): string {
  const bytes = moov.subarray(start, Math.min(end, start + MAX_TEXT_BYTES))
  const zero = bytes.indexOf(0)
  return bytes.toString('utf8', 0, zero < 0 ? bytes.length : zero)
}
