import type { BurnedStyle } from '../../../api/subtitles.ts'
import { languageOf } from '../../../bitstream/language.ts'
import { fontRuns } from './subtitle-fonts.ts'
import { wrapText } from './wrap-text.ts'

export interface ScriptInput {
  /** Plain text; lines are separated by a newline. */
  text: string
  style: BurnedStyle
  /** BCP 47 */
  language: string
  /** Displayed size of the frame: upright, with square pixels. */
  displaySize: { width: number; height: number }
}

/** Font size as a share of the frame's shorter side. */
const EM_SHARE = 0.05
const MIN_EM_PIXELS = 12
/** Margin as a share of each side. Television sets hide less than that (title-safe area). */
const MARGIN_SHARE = 0.05
/** Width of the outline and padding of the box, in ems. */
const OUTLINE_EMS = 0.07
const BOX_PADDING_EMS = 0.25

/** Colours of ASS are &HAABBGGRR, where AA is the transparency. */
const WHITE = '&H00FFFFFF'
const YELLOW = '&H0000E6FF'
const BLACK = '&H00000000'
const TRANSLUCENT_BLACK = '&H40000000'
const OUTLINE_BORDER = 1
/** Border style with one box behind all lines. The depth of the shadow is the padding of the box. */
const BOX_BORDER = 4

const STYLES: Record<BurnedStyle, { colour: string; border: number; outlineEms: number; shadowEms: number }> = {
  outline: { colour: WHITE, border: OUTLINE_BORDER, outlineEms: OUTLINE_EMS, shadowEms: 0 },
  yellow: { colour: YELLOW, border: OUTLINE_BORDER, outlineEms: OUTLINE_EMS, shadowEms: 0 },
  box: { colour: WHITE, border: BOX_BORDER, outlineEms: 0, shadowEms: BOX_PADDING_EMS },
}

/** Writes an ASS script that shows one text all the time. The painter selects a script for each frame. */
export function subtitleScript({ text, style, language, displaySize }: ScriptInput): string {
  const { width, height } = displaySize
  const em = Math.max(MIN_EM_PIXELS, EM_SHARE * Math.min(width, height))
  const marginX = Math.round(MARGIN_SHARE * width)
  const marginY = Math.round(MARGIN_SHARE * height)
  const { colour, border, outlineEms, shadowEms } = STYLES[style]
  const plainText = toDrawable(text)
  const tag = drawingLanguage(language, plainText)
  const wrappedText = wrapText(plainText, (width - 2 * marginX) / em, tag)
  const runs = fontRuns(wrappedText).map(({ font, text: run }) => {
    const size = (em * font.sizeEms).toFixed(1)
    return `{\\fn${font.family}\\fs${size}}${escapeForAss(run)}`
  })
  const automaticDirection = -1
  const sizes = [outlineEms * em, shadowEms * em].map((size) => size.toFixed(1))
  const bottomCentre = 2
  const styleFields = [
    '0,0,0,0,100,100,0,0',
    border,
    ...sizes,
    bottomCentre,
    marginX,
    marginX,
    marginY,
    automaticDirection,
  ]
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
    `Style: Line,Noto Sans SemiBold,${em.toFixed(1)},${colour},${colour},${BLACK},${TRANSLUCENT_BLACK},${styleFields.join(',')}`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    `Dialogue: 0,0:00:00.00,1:00:00.00,Line,,0,0,0,,${runs.join('')}`,
    '',
  ].join('\n')
}

const EMOJI =
  /(\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)(\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*/gu
const INVISIBLE_CHARACTERS = /[\u00ad\u202a-\u202e\u2066-\u2069\ufeff]|\ufe0e|\ufe0f|\u20e3/gu
/**
 * Double punctuation, raised digits and fractions, which our fonts lack. They are replaced with the characters they
 * consist of.
 */
const COMPOSED_CHARACTERS = /[\u2024\u203c\u2047-\u2049\u2070-\u209c\u2150-\u215f]/gu

/** Maximum length of a text: it fills a frame. Further letters would only cost time in each frame. */
const MAX_LETTERS = 1_000
/** More combining marks on a letter than any script has. Each of them would be drawn. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu
const FINAL_HIGH_SURROGATE = /[\ud800-\udbff]$/

/** Shortens a text to the part that fits a frame, and removes or replaces characters that our fonts lack. */
function toDrawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(TOO_MANY_MARKS, '$1')
    .slice(0, MAX_LETTERS)
    .replace(FINAL_HIGH_SURROGATE, '')
    .replace(EMOJI, '')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(COMPOSED_CHARACTERS, (character) => character.normalize('NFKC'))
    .replace(/[\u2010\u2011]/gu, '-')
    .replaceAll('\u2012', '–')
    .replace(/ {2,}/gu, ' ')
    .trim()
}

const WORD_JOINER = '\u2060'

/** Escapes a text for ASS: backslashes and braces begin no command, and only a newline breaks a line. */
function escapeForAss(text: string): string {
  return text
    .replaceAll('\\', `\\${WORD_JOINER}`)
    .replaceAll('{', '\\{')
    .replaceAll('}', '\\}')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll('\n', '\\N')
}

/** The language for drawing. Chinese, Japanese and Korean have different forms of the same characters. */
function drawingLanguage(language: string, text: string): string {
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

/**
 * The two-letter language code for the renderer. The renderer has no code for traditional Chinese, so Kerf's font has
 * the traditional characters under the code of Vietnamese.
 */
function rendererLanguage(tag: string): string {
  if (tag === 'zh-Hant') return 'vi'
  return /^[a-z]{2}(?![a-z])/.exec(tag)?.[0] ?? 'en'
}
