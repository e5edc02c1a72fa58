import type { BurnedStyle } from '../../api/subtitles.ts'
import { languageOf } from '../../bitstream/language.ts'
import { fontRuns } from './subtitle-fonts.ts'
import { wrapText } from './wrap-text.ts'

export interface ScriptInput {
  /** Plain text, lines separated by a newline. */
  text: string
  style: BurnedStyle
  /** BCP 47 */
  language: string
  /** As the frame is seen: upright, with square pixels. */
  seen: { width: number; height: number }
}

/** Shares of the shorter side: upright frames have the letters of a phone, not of a poster. */
const EM = 0.05
const LEAST_EM_PIXELS = 12
/** Title-safe: television sets hide less than this of each side. */
const MARGIN = 0.05
/** In ems. */
const OUTLINE = 0.07
const BOX_PADDING = 0.25

/** Colours are &HAABBGGRR, where AA is how transparent it is. */
const WHITE = '&H00FFFFFF'
const YELLOW = '&H0000E6FF'
const BLACK = '&H00000000'
const DARK = '&H40000000'
const OUTLINED = 1
/** One box behind all lines; its padding is the shadow's depth. */
const BOXED = 4

const STYLES: Record<BurnedStyle, { colour: string; border: number; outlineEms: number; shadowEms: number }> = {
  outline: { colour: WHITE, border: OUTLINED, outlineEms: OUTLINE, shadowEms: 0 },
  yellow: { colour: YELLOW, border: OUTLINED, outlineEms: OUTLINE, shadowEms: 0 },
  box: { colour: WHITE, border: BOXED, outlineEms: 0, shadowEms: BOX_PADDING },
}

/** A script (ASS) that shows one text for good: which one, and when, is decided frame by frame. */
export function subtitleScript({ text, style, language, seen }: ScriptInput): string {
  const { width, height } = seen
  const em = Math.max(LEAST_EM_PIXELS, EM * Math.min(width, height))
  const marginX = Math.round(MARGIN * width)
  const marginY = Math.round(MARGIN * height)
  const { colour, border, outlineEms, shadowEms } = STYLES[style]
  const plain = drawable(text)
  const tag = drawnLanguage(language, plain)
  const wrapped = wrapText(plain, (width - 2 * marginX) / em, tag)
  const runs = fontRuns(wrapped).map(({ font, text: run }) => {
    const size = (em * font.sizeEms).toFixed(1)
    return `{\\fn${font.family}\\fs${size}}${escaped(run)}`
  })
  const automaticDirection = -1
  const sizes = [outlineEms * em, shadowEms * em].map((size) => size.toFixed(1))
  const bottomCentre = 2
  const look = ['0,0,0,0,100,100,0,0', border, ...sizes, bottomCentre, marginX, marginX, marginY, automaticDirection]
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    'WrapStyle: 0',
    'ScaledBorderAndShadow: yes',
    `Language: ${rendererLanguage(tag)}`,
    '',
    '[V4+ Styles]',
    `Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding`,
    `Style: Line,Noto Sans SemiBold,${em.toFixed(1)},${colour},${colour},${BLACK},${DARK},${look.join(',')}`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    `Dialogue: 0,0:00:00.00,1:00:00.00,Line,,0,0,0,,${runs.join('')}`,
    '',
  ].join('\n')
}

const EMOJI =
  /(\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)(\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*/gu
const UNSEEN = /[\u00ad\u202a-\u202e\u2066-\u2069\ufeff]|\ufe0e|\ufe0f|\u20e3/gu
/** Double marks, raised digits, fractions: no font of ours has them, and all of them are made of others. */
const COMPOSED = /[\u2024\u203c\u2047-\u2049\u2070-\u209c\u2150-\u215f]/gu

/** More fill the frame from top to bottom. The renderer would shape and draw them all, again for each frame. */
const MOST_LETTERS = 1_000
/** No script puts more on a letter, and each of them is drawn. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu
const HALF_AT_END = /[\ud800-\udbff]$/

/** As much as is seen, without what none of our fonts has. */
function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(TOO_MANY_MARKS, '$1')
    .slice(0, MOST_LETTERS)
    .replace(HALF_AT_END, '')
    .replace(EMOJI, '')
    .replace(UNSEEN, '')
    .replace(COMPOSED, (character) => character.normalize('NFKC'))
    .replace(/[\u2010\u2011]/gu, '-')
    .replaceAll('\u2012', '–')
    .replace(/ {2,}/gu, ' ')
    .trim()
}

const WORD_JOINER = '\u2060'

/** Letters mean themselves: a backslash or a brace begins no command, and no line ends but by a newline. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', `\\${WORD_JOINER}`)
    .replaceAll('{', '\\{')
    .replaceAll('}', '\\}')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll('\n', '\\N')
}

/** Chinese, Japanese and Korean write some characters differently: fonts follow the language. */
function drawnLanguage(language: string, text: string): string {
  const { tag } = languageOf(language)
  if (tag === 'und') {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
    if (/\p{Script=Hangul}/u.test(text)) return 'ko'
    return /\p{Script=Han}/u.test(text) ? 'zh-Hans' : 'und'
  }
  const { language: name, script } = new Intl.Locale(tag).maximize()
  if (name === 'zh' || name === 'yue') return script === 'Hant' ? 'zh-Hant' : 'zh-Hans'
  return tag
}

/** The renderer takes two letters, in which there is no traditional Chinese: our font has its forms under Vietnamese. */
function rendererLanguage(tag: string): string {
  if (tag === 'zh-Hant') return 'vi'
  return /^[a-z]{2}(?![a-z])/.exec(tag)?.[0] ?? 'en'
}
