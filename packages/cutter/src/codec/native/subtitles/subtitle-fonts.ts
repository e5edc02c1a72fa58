import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { CutterError } from '../../../api/cutter-error.ts'

/**
 * A font for drawing subtitles. All fonts are open and part of this package, so that subtitles look the same
 * everywhere.
 */
export interface SubtitleFont {
  family: string
  /** Font size of the renderer for one em: the sum of the font's Windows ascent and descent, in ems. */
  sizeEms: number
  /** Characters that are drawn with this font; null: all characters without another font. */
  characters: RegExp | null
  /** Module specifiers of the font files; files that end in .br are compressed. */
  files: readonly string[]
}

const FONT_FILE_ENDING = '600-normal.woff'
const fontFiles = (name: string, ...subsets: string[]) =>
  subsets.map((subset) => `@fontsource/${name}/files/${name}-${subset}-${FONT_FILE_ENDING}`)

const BASE_FONT: SubtitleFont = {
  family: 'Noto Sans SemiBold',
  sizeEms: 1.519,
  characters: null,
  files: [
    ...fontFiles('noto-sans', 'latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'),
    ...fontFiles('noto-sans', 'devanagari'),
  ],
}

const FONTS: readonly SubtitleFont[] = [
  {
    family: 'Noto Sans Arabic SemiBold',
    sizeEms: 2.169,
    characters: /\p{Script_Extensions=Arabic}/u,
    files: fontFiles('noto-sans-arabic', 'arabic'),
  },
  {
    family: 'Noto Sans Hebrew SemiBold',
    sizeEms: 1.36,
    characters: /\p{Script_Extensions=Hebrew}/u,
    files: fontFiles('noto-sans-hebrew', 'hebrew'),
  },
  {
    family: 'Noto Sans Thai SemiBold',
    sizeEms: 1.511,
    characters: /\p{Script_Extensions=Thai}/u,
    files: fontFiles('noto-sans-thai', 'thai'),
  },
  {
    family: 'Noto Sans CJK JP Medium',
    sizeEms: 1.448,
    // Full-width forms, arrows, notes and some punctuation are included, because the base font does not have them.
    characters: new RegExp(
      [
        ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'].map((script) => `\\p{Script=${script}}`),
        '[\\u2190-\\u2bff\\u3000-\\u303f\\uff00-\\uffef]',
        '[―‖‡‥‰※℃℉℡ÅⅠ-Ⅻ]',
      ].join('|'),
      'u',
    ),
    files: ['@kerf/cutter/fonts/noto-sans-cjk-subset.otf.br'],
  },
  BASE_FONT,
]

/** Characters that take the font of the character before: spaces, marks and joiners. */
const FOLLOWING_CHARACTER = /[\s\p{M}\u200b-\u200f\u2060]/u
const LETTER = /\p{L}/u
const BASE_FONT_LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Devanagari}\p{Script=Common}]/u

export interface FontRun {
  font: SubtitleFont
  text: string
}

/** Splits text into runs of one font each. */
export function fontRuns(text: string): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const font = (last && FOLLOWING_CHARACTER.test(character) && last.font) || fontOf(character)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

function fontOf(character: string): SubtitleFont {
  return FONTS.find(({ characters }) => characters === null || characters.test(character)) ?? BASE_FONT
}

/** @throws CutterError unsupported_media if most letters are of a script without a font */
export function requireDrawable(texts: readonly string[]): void {
  let letterCount = 0
  let drawableCount = 0
  for (const text of texts) {
    for (const character of text) {
      if (!LETTER.test(character)) continue
      letterCount += 1
      drawableCount += fontOf(character) !== BASE_FONT || BASE_FONT_LETTER.test(character) ? 1 : 0
    }
  }
  if (drawableCount * 2 < letterCount) {
    throw new CutterError('unsupported_media', 'There is no font to draw the script of these subtitles.')
  }
}

/** Font configuration without any fonts. By default the renderer would read and use all fonts of the machine. */
const NO_OTHER_FONTS = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'

/** Copies only the fonts for these texts into a new folder. @returns the folder of the fonts and their configuration */
export async function gatherFonts(folder: string, texts: readonly string[]) {
  const fontsFolder = join(folder, 'fonts')
  const configPath = join(folder, 'fonts.conf')
  await mkdir(fontsFolder)
  await writeFile(configPath, NO_OTHER_FONTS)
  const fonts = new Set<SubtitleFont>([BASE_FONT])
  for (const text of texts) for (const { font } of fontRuns(text)) fonts.add(font)
  await Promise.all([...fonts].flatMap((font) => font.files.map((file) => copyFont(file, fontsFolder))))
  return { fontsFolder, configPath }
}

const COMPRESSED_EXTENSION = '.br'
const requireModule = createRequire(import.meta.url)

async function copyFont(file: string, folder: string): Promise<void> {
  const source = requireModule.resolve(file)
  const target = join(folder, basename(file, COMPRESSED_EXTENSION))
  if (!file.endsWith(COMPRESSED_EXTENSION)) return copyFile(source, target)
  await writeFile(target, await promisify(brotliDecompress)(await readFile(source)))
}
