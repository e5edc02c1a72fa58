import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportMessages } from './export-messages.ts'
import { ImportError, importMessages } from './import-messages.ts'

const ENGLISH = `import { MAX } from '@kerf/domain/limits'

const clips = (count: number): string => (count === 1 ? '1 clip' : \`\${count} clips\`)

/** Words of a page. */
export const words = {
  title: 'Clips',
  /** Above the list. */
  note: "The video's page, until {day}",
  full: \`At most \${MAX} characters\`,
  cut: (count: number) => \`Cut \${clips(count)}\`,
  made: (count: number, size: string | null) =>
    size === null ? \`\${clips(count)} made.\` : \`\${clips(count)} made, \${size}.\`,
  shown: (amount: number, formatted: string) => \`\${formatted} \${amount === 1 ? 'file' : 'files'}\`,
} as const
`
const GERMAN = `import { MAX } from '@kerf/domain/limits'
import type * as english from '../en/page.ts'
import type { Wording } from '../wording.ts'

const clips = (count: number): string => (count === 1 ? '1\\u00a0Clip' : \`\${count}\\u00a0Clips\`)

export const words: Wording<typeof english.words> = {
  title: 'Clips', // Nicht übersetzt.
  note: 'Die Seite, bis {day}',
  full: \`Höchstens \${MAX} Zeichen\`,
  cut: (count) => \`\${clips(count)} schneiden\`,
  made: (count, size) => (size === null ? \`\${clips(count)} fertig.\` : \`\${clips(count)} fertig, \${size}.\`),
  shown: (_amount, formatted) => \`\${formatted} Stück\`,
}
`

/** `$` before a brace, which a linter takes for a mistake in a text. */
const DOLLAR = '$'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'messages-'))
  writeAt('packages/domain/src/limits.ts', 'export const MAX = 9\n')
  for (const [language, page] of Object.entries({ en: ENGLISH, de: GERMAN })) {
    writeAt(`packages/messages/src/${language}/language.ts`, `export const LANGUAGE = '${language}'\n`)
    writeAt(`packages/messages/src/${language}/page.ts`, page)
  }
  exportMessages(root, join(root, 'files'), [])
})
afterEach(() => rmSync(root, { recursive: true }))

function writeAt(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const readTextAt = (path: string): string => readFileSync(join(root, path), 'utf8')
const pageOf = (language: string): string => readTextAt(`packages/messages/src/${language}/page.ts`)

/** Imports a file of a language with some texts changed. A null leaves the key out. */
function importTexts(language: string, changes: Record<string, string | null>): string[] {
  const from = existsSync(join(root, `files/${language}.arb`)) ? language : 'en'
  const bundle = JSON.parse(readTextAt(`files/${from}.arb`))
  bundle['@@locale'] = language
  for (const [key, text] of Object.entries(changes)) {
    if (text === null) delete bundle[`page.words.${key}`]
    else bundle[`page.words.${key}`] = text
  }
  writeAt(`files/${language}.arb`, JSON.stringify(bundle))
  return importMessages(root, join(root, 'files'), language).lines
}

describe('an exported file', () => {
  it('has the messages of a language, and notes for the translator', () => {
    const bundle = JSON.parse(readTextAt('files/de.arb'))
    expect(bundle).toMatchObject({
      '@@locale': 'de',
      'page.words.note': 'Die Seite, bis {day}',
      '@page.words.note': {
        description: 'Words of a page. Above the list.\n{day}: filled in by the page',
        source_text: "The video's page, until {day}",
      },
      'page.words.made':
        '{size, select, null {{count, plural, one {1\u00a0Clip} other {{count}\u00a0Clips}} fertig.} other {{count, plural, one {1\u00a0Clip} other {{count}\u00a0Clips}} fertig, {size}.}}',
      '@page.words.made': {
        description: 'Words of a page.\n{count}: a number\n{size}: a text, or null if there is none',
        placeholders: { count: { description: 'a number' } },
      },
      '@page.words.full': { description: 'Words of a page.\n{MAX}: computed: MAX' },
    })
  })
})

describe('a module', () => {
  it('is refused with its key if it contains anything but text', () => {
    writeAt('packages/messages/src/en/page.ts', 'export const words = { title: new Date() }')
    expect(() => exportMessages(root, join(root, 'files'), [])).toThrow(
      'en/page.ts: page.words.title is neither a text nor a function that says one',
    )
  })
})

describe('an imported file', () => {
  it('changes nothing if its messages are the same', () => {
    expect(importTexts('de', {})).toEqual(['de: 0 changed'])
    expect(pageOf('de')).toBe(GERMAN)
  })

  it('changes only the messages that differ, in place', () => {
    importTexts('de', { title: 'Ausschnitte', full: 'Nicht mehr als {MAX} Zeichen' })
    expect(pageOf('de')).toBe(
      GERMAN.replace("'Clips', //", "'Ausschnitte', //").replace('`Höchstens $', '`Nicht mehr als $'),
    )
  })

  it('keeps a local function if the sentence is unchanged', () => {
    importTexts('de', {
      made: '{size, select, null {Fertig: {count, plural, one {1\u00a0Clip} other {{count}\u00a0Clips}}} other {{count}: {size}}}',
    })
    expect(pageOf('de')).toMatch(/size === null \? `Fertig: \$\{clips\(count\)\}` : `\$\{count\}: \$\{size\}`/)
  })

  it('removes a local function that no sentence uses any more', () => {
    importTexts('de', { cut: '{count} schneiden', made: '{count}, {size}' })
    expect(pageOf('de')).not.toContain('clips')
  })

  it("writes a changed plural with the language's forms", () => {
    const cut = '{count, plural, =0 {Nichts} one {# Clip} other {# Clips}}'
    importTexts('de', { cut })
    expect(pageOf('de')).toMatch(/count === 0 \? 'Nichts' : count === 1 \? `\$\{count\} Clip` : `\$\{count\} Clips`/)
    importTexts('fr', { cut })
    expect(pageOf('fr')).toContain("count === 0 ? 'Nichts' : count < 2 ?")
    importTexts('pl', { cut: '{count, plural, one {a{count}} few {b} other {c}}' })
    expect(pageOf('pl')).toContain("const plural = new Intl.PluralRules('pl')\n")
    expect(pageOf('pl')).toContain("plural.select(count) === 'few' ? 'b' : 'c'")
  })

  it('escapes apostrophes, braces and backslashes of a text', () => {
    importTexts('de', { title: "It's '{'no'}' \\ `$'{'x'}'`", cut: "`'{'{count}'}' $'{'", note: 'Bis {day}' })
    expect(pageOf('de')).toContain(`title: "It's {no} \\\\ \`${DOLLAR}{x}\`",`)
    expect(pageOf('de')).toContain(`cut: (count) => \`\\\`{${DOLLAR}{count}} \\${DOLLAR}{\`,`)
    expect(pageOf('de')).toContain("note: 'Bis {day}',")
    exportMessages(root, join(root, 'again'), ['de'])
    expect(JSON.parse(readTextAt('again/de.arb'))).toMatchObject({
      'page.words.cut': "`'{'{count}'}' $'{'",
      'page.words.note': 'Bis {day}',
    })
  })

  it('keeps non-breaking spaces as escapes', () => {
    importTexts('de', { title: 'Was\u202f? 2\u00a0h' })
    expect(pageOf('de')).toContain("title: 'Was\\u202f? 2\\u00a0h',")
  })

  it('names a parameter that becomes used, and one that becomes unused', () => {
    importTexts('de', { shown: '{formatted} {amount, plural, one {Datei} other {Dateien}}' })
    expect(pageOf('de')).toContain('shown: (amount, formatted) =>')
    importTexts('de', { shown: '{formatted} Stück' })
    expect(pageOf('de')).toContain('shown: (_amount, formatted) =>')
  })

  it.each([
    ['a missing message', { title: null }, 'title: the text is missing'],
    ['an empty message', { title: '' }, 'title: the text is missing'],
    ['an unknown message', { other: 'Text' }, 'other: no message has this key'],
    ['an unknown parameter', { cut: '{count} {size}' }, 'cut: {size} is unknown; English has {count}'],
    ['a missing parameter', { cut: 'Schneiden' }, 'cut: {count} is missing'],
    ['a missing word in braces', { note: 'Die Seite' }, 'note: {day} is missing'],
    ['broken ICU', { cut: '{count' }, 'cut: not ICU MessageFormat: expect argument closing brace (character 1)'],
    [
      'a plural of a text',
      { shown: '{formatted, plural, other {{formatted}}}' },
      'shown: {formatted} is a text and has no plural; use select',
    ],
    [
      'a select of a number',
      { cut: '{count, select, 1 {a} other {{count}}}' },
      'cut: {count} is a number; use plural with =1, =2',
    ],
    [
      'a form the language lacks',
      { cut: '{count, plural, few {a} other {{count}}}' },
      'cut: {count} has the form few; de has one, other',
    ],
  ])('names %s, and writes nothing', (_, changes, fault) => {
    const path = join(root, 'files/de.arb')
    expect(() => importTexts('de', { full: 'Neu: {MAX}', ...changes })).toThrow(
      new ImportError(`${path}: page.words.${fault}\nNothing was written.`),
    )
    expect(pageOf('de')).toBe(GERMAN)
  })

  it('names all errors at once', () => {
    expect(() => importTexts('de', { title: null, cut: '{' })).toThrow(/title: .*\n.*cut: .*\nNothing/)
  })

  it('refuses an invalid language', () => {
    expect(() => importTexts('de_AT', {})).toThrow('de_AT is not a language tag, such as es or pt-BR')
  })
})

describe('a language without modules', () => {
  it('gets those of English, declared as their translation', () => {
    const lines = importTexts('pt-BR', {
      title: 'Clipes',
      cut: 'Cortar {count, plural, one {# clipe} other {# clipes}}',
    })
    expect(lines[0]).toBe('pt-BR: 4 new files in packages/messages/src/pt-BR')
    const page = pageOf('pt-BR')
    expect(page).toContain(
      "import type * as english from '../en/page.ts'\nimport type { Wording } from '../wording.ts'\n",
    )
    expect(page).toContain("export const words: Wording<typeof english.words> = {\n  title: 'Clipes',")
    expect(page).toMatch(/cut: \(count\) => `Cortar \$\{count < 2 \? `\$\{count\} clipe` : `\$\{count\} clipes`\}`/)
    expect(page).not.toMatch(/as const|\/\*\*/)
    expect(readTextAt('packages/messages/src/pt-BR/language.ts')).toBe("export const LANGUAGE = 'pt-BR'\n")
  })

  it('gets none if a text is wrong', () => {
    expect(() => importTexts('pt', { title: '{x}' })).toThrow('{x} is unknown; English has no parameters')
    expect(existsSync(join(root, 'packages/messages/src/pt'))).toBe(false)
  })
})
