import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'
import type { Conventions } from './testing/conventions.ts'
import { type MessageFile, type Sentence, sentencesOf } from './testing/sentences.ts'

/** Names of cookies and stored values. */
const TECHNICAL_NAME_PATTERN = /^kerf[_:][a-z_-]+$/

const exportsOf = import.meta.glob<MessageFile['exported']>(['./*/*.ts', './*/!(testing)/*.ts'], { eager: true })
const sourceOf = import.meta.glob<string>(['./en/*.ts', './en/!(testing)/*.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const conventionsOf = import.meta.glob<Conventions>('./*/testing/conventions.ts', {
  eager: true,
  import: 'conventions',
})

const filesOf = (language: string): string[] =>
  Object.keys(exportsOf)
    .filter((path) => path.startsWith(`./${language}/`))
    .map((path) => path.slice(`./${language}/`.length))
    .sort()
const READ_FILES = filesOf('en').filter((file) => file !== 'language.ts')

const english = (file: string): MessageFile => ({
  source: sourceOf[`./en/${file}`] ?? '',
  exported: exportsOf[`./en/${file}`] ?? {},
})
const sentences = (language: string, file: string): Sentence[] =>
  sentencesOf(exportsOf[`./${language}/${file}`], english(file))

describe.each(LANGUAGES)('the sentences in %s', (language) => {
  it('are in the same files as the English ones, and declare their language', () => {
    expect(filesOf(language)).toEqual(filesOf('en'))
    expect(exportsOf[`./${language}/language.ts`]).toMatchObject({ LANGUAGE: language })
  })

  it('explain each error code in readable words', () => {
    for (const { text } of [
      ...sentences(language, 'error-sentences.ts'),
      ...sentences(language, 'refusal-reasons.ts'),
    ]) {
      expect(text.length).toBeGreaterThan(10)
      // Names of settings are upper case and allowed. Error codes are lower case and must not appear in sentences.
      expect(text).not.toMatch(/[a-z]_|_[a-z]|!/)
    }
  })

  it.each(READ_FILES)('have the same keys and kinds as in English, and are never empty: %s', (file) => {
    const translated = sentences(language, file)
    const paths = (list: readonly Sentence[]): string[] => list.map(({ path }) => path).sort()
    expect(paths(translated)).toEqual(paths(sentences('en', file)))
    expect(translated.filter(({ text }) => text.trim() === '' || /undefined|NaN|null|\[object/.test(text))).toEqual([])
  })
})

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s compared with English', (language) => {
  const { sharedWords, avoided } = conventionsOf[`./${language}/testing/conventions.ts`] as Conventions
  const sharedWordSet = new Set(sharedWords.split(/\s+/))

  describe.each(READ_FILES)('%s', (file) => {
    const inEnglish = new Map(sentences('en', file).map((sentence) => [sentence.path, sentence.text]))
    const translated = sentences(language, file)

    it('is translated', () => {
      const untranslated = translated.filter(
        ({ path, text }) => text === inEnglish.get(path) && !isShared(text, sharedWordSet),
      )
      expect(untranslated).toEqual([])
    })

    it('contains the same numbers and names', () => {
      const incompleteMessages = translated.filter(({ path, text, inserted }) =>
        inserted.some((value) => contains(inEnglish.get(path) ?? '', value) && !contains(text, value)),
      )
      expect(incompleteMessages).toEqual([])
    })

    it('contains nothing that the language avoids', () => {
      expect(translated.filter(({ text }) => avoided.test(text))).toEqual([])
    })
  })
})

function isShared(text: string, sharedWordSet: ReadonlySet<string>): boolean {
  if (TECHNICAL_NAME_PATTERN.test(text)) return true
  const words = text.replace(/‹\d+›/g, ' ').match(/[\p{L}\d][\p{L}\d.]*(?<!\.)/gu) ?? []
  return words.every((word) => /^\d+$/.test(word) || sharedWordSet.has(word))
}

function contains(text: string, inserted: string): boolean {
  return new RegExp(`(?<!\\d)${inserted}(?!\\d)`).test(text)
}
