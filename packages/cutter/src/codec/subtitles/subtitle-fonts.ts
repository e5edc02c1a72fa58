import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { CutterError } from '../../api/cutter-error.ts'

/** A font that subtitles are drawn with: open ones, which come with this package, so that they look the same everywhere. */
export interface SubtitleFont {
  family: string
  /** The height that the renderer means by a font's size, in ems: ascent and descent as the font tells Windows. */
  sizeEms: number
  /** The characters that are drawn with it; null: all that no other one draws. */
  characters: RegExp | null
  /** As modules name them; what ends in .br is compressed. */
  files: readonly string[]
}

const WEIGHT = '600-normal.woff'
const files = (name: string, ...subsets: string[]) =>
  subsets.map((subset) => `@fontsource/${name}/files/${name}-${subset}-${WEIGHT}`)

const BASE: SubtitleFont = {
  family: 'Noto Sans SemiBold',
  sizeEms: 1.519,
  characters: null,
  files: [
    ...files('noto-sans', 'latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'),
    ...files('noto-sans', 'devanagari'),
  ],
}

const FONTS: readonly SubtitleFont[] = [
  {
    family: 'Noto Sans Arabic SemiBold',
    sizeEms: 2.169,
    characters: /\p{Script_Extensions=Arabic}/u,
    files: files('noto-sans-arabic', 'arabic'),
  },
  {
    family: 'Noto Sans Hebrew SemiBold',
    sizeEms: 1.36,
    characters: /\p{Script_Extensions=Hebrew}/u,
    files: files('noto-sans-hebrew', 'hebrew'),
  },
  {
    family: 'Noto Sans Thai SemiBold',
    sizeEms: 1.511,
    characters: /\p{Script_Extensions=Thai}/u,
    files: files('noto-sans-thai', 'thai'),
  },
  {
    family: 'Noto Sans CJK JP Medium',
    sizeEms: 1.448,
    // With forms of full width, arrows, notes, and punctuation that the base font has not.
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
  BASE,
]

/** What has no font of its own: it follows what is before it. */
const FOLLOWING = /[\s\p{M}\u200b-\u200f\u2060]/u
const LETTER = /\p{L}/u
const OF_BASE = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Devanagari}\p{Script=Common}]/u

export interface FontRun {
  font: SubtitleFont
  text: string
}

/** Text in pieces of one font each. */
export function fontRuns(text: string): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const font = (last && FOLLOWING.test(character) && last.font) || fontOf(character)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

function fontOf(character: string): SubtitleFont {
  return FONTS.find(({ characters }) => characters === null || characters.test(character)) ?? BASE
}

/** @throws CutterError unsupported_media: most letters are of a script without a font */
export function requireDrawable(texts: readonly string[]): void {
  let letters = 0
  let drawn = 0
  for (const text of texts) {
    for (const character of text) {
      if (!LETTER.test(character)) continue
      letters += 1
      drawn += fontOf(character) !== BASE || OF_BASE.test(character) ? 1 : 0
    }
  }
  if (drawn * 2 < letters) {
    throw new CutterError('unsupported_media', 'There is no font to draw the script of these subtitles.')
  }
}

/** Without it, the renderer would look at every font of the machine, and draw with those. */
const NO_OTHER_FONTS = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'

/** Puts the fonts for these texts, and nothing else, into a new folder. */
export async function gatherFonts(folder: string, texts: readonly string[]) {
  const fontsFolder = join(folder, 'fonts')
  const configPath = join(folder, 'fonts.conf')
  await mkdir(fontsFolder)
  await writeFile(configPath, NO_OTHER_FONTS)
  const needed = new Set<SubtitleFont>([BASE])
  for (const text of texts) for (const { font } of fontRuns(text)) needed.add(font)
  await Promise.all([...needed].flatMap((font) => font.files.map((file) => placeFont(file, fontsFolder))))
  return { fontsFolder, configPath }
}

const COMPRESSED = '.br'
const modules = createRequire(import.meta.url)

async function placeFont(file: string, folder: string): Promise<void> {
  const source = modules.resolve(file)
  const target = join(folder, basename(file, COMPRESSED))
  if (!file.endsWith(COMPRESSED)) return copyFile(source, target)
  await writeFile(target, await promisify(brotliDecompress)(await readFile(source)))
}
