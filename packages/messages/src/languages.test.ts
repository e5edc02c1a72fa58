import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { type MessageFile, type Sentence, sentencesOf } from './testing/sentences.ts'

/** Names and words that German shares with English. A sentence may be the same in both when it is made of these alone. */
const SHARED_WORDS = new Set(
  `Kerf YouTube PayPal Free Pro PRO Lifetime 4K API FAQ DMCA MP3 MP4 H.264 CSV JSON URL ID OK
   MB GB s ms min h Download Downloads Link Clip Clips Video Videos Name Admin ADMIN Server System Status
   Zoom Pause Newsletter Version Sandbox Start Code Token Format Job Jobs Client Position Text
     Cookies`.split(/\s+/),
)

/** Of cookies. */
const TECHNICAL_NAME = /^kerf_[a-z_]+$/

const exportsOf = import.meta.glob<MessageFile['exported']>('./*/*.ts', { eager: true })
const sourceOf = import.meta.glob<string>('./en/*.ts', { eager: true, query: '?raw', import: 'default' })
const filesOf = (language: string): string[] =>
  Object.keys(exportsOf)
    .filter((path) => path.startsWith(`./${language}/`))
    .map((path) => path.slice(`./${language}/`.length))
    .sort()

const english = (file: string): MessageFile => ({
  source: sourceOf[`./en/${file}`] ?? '',
  exported: exportsOf[`./en/${file}`] ?? {},
})
const sentences = (language: string, file: string): Sentence[] =>
  sentencesOf(exportsOf[`./${language}/${file}`], english(file))
const isRead = (file: string): boolean => file !== 'language.ts'

describe.each(LANGUAGES)('the sentences in %s', (language) => {
  it('are in the same files as the English ones', () => {
    expect(filesOf(language)).toEqual(filesOf('en'))
  })

  describe.each(filesOf('en').filter(isRead))('%s', (file) => {
    const said = sentences(language, file)
    const paths = (all: readonly Sentence[]): string[] => all.map(({ path }) => path).sort()

    it('has the same sentences as in English, in the same forms', () => {
      expect(paths(said)).toEqual(paths(sentences('en', file)))
    })

    it('has no sentence that is empty or was put together from nothing', () => {
      expect(said.filter(({ text }) => text.trim() === '' || /undefined|NaN|null|\[object/.test(text))).toEqual([])
    })
  })
})

describe.each(filesOf('en').filter(isRead))('German beside English in %s', (file) => {
  const inEnglish = new Map(sentences('en', file).map((sentence) => [sentence.path, sentence.text]))
  const inGerman = sentences('de', file)

  it('is translated', () => {
    const same = inGerman.filter(({ path, text }) => text === inEnglish.get(path) && !isShared(text))
    expect(same).toEqual([])
  })

  it('tells the same figures and names', () => {
    const lost = inGerman.filter(({ path, text, inserted }) =>
      inserted.some((one) => tells(inEnglish.get(path) ?? '', one) && !tells(text, one)),
    )
    expect(lost).toEqual([])
  })

  it('says du, sets its quotes and dots as German does, and raises its voice nowhere', () => {
    expect(inGerman.filter(({ text }) => /\b(Ihnen|Ihre[mnrs]?)\b|"|\.\.\.|!/.test(text))).toEqual([])
  })
})

function isShared(text: string): boolean {
  if (TECHNICAL_NAME.test(text)) return true
  const words = text.replace(/‹\d+›/g, ' ').match(/[\p{L}\d][\p{L}\d.]*(?<!\.)/gu) ?? []
  return words.every((word) => /^\d+$/.test(word) || SHARED_WORDS.has(word))
}

function tells(text: string, inserted: string): boolean {
  return new RegExp(`(?<!\\d)${inserted}(?!\\d)`).test(text)
}
