import { mkdirSync } from 'node:fs'
import { type Catalog, ENGLISH, readCatalog, readLanguages } from './catalog.ts'
import { FileError, writeTranslationFile } from './translation-file.ts'

/**
 * Writes translators' files of some languages, or of all.
 * @returns lines that say what was written, and what is not in the files
 */
export function exportMessages(root: string, folder: string, wanted: readonly string[]): string[] {
  const known = readLanguages(root)
  for (const language of wanted)
    if (!known.includes(language)) throw new FileError(`${language} has no folder; there are ${known.join(', ')}`)
  const english = readCatalog(root, ENGLISH, null)
  const languages = wanted.length > 0 ? wanted : known
  const catalogs = languages.map((language) => (language === ENGLISH ? english : readCatalog(root, language, english)))
  mkdirSync(folder, { recursive: true })
  const lines = catalogs.map((catalog) => {
    const path = writeTranslationFile(folder, catalog, english)
    return `${path}: ${catalog.messages.size} messages`
  })
  const left = catalogs.flatMap((catalog: Catalog) => catalog.leftOut.map((name) => `${catalog.language}/${name}`))
  return [...lines, `These stay in TypeScript: ${[...left, 'the tags in language.ts and extension.ts'].join(', ')}.`]
}
