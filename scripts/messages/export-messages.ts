import { mkdirSync } from 'node:fs'
import { type Catalog, ENGLISH, readCatalog, readLanguages } from './catalog.ts'
import { FileError, writeTranslationFile } from './translation-file.ts'

/**
 * Writes translators' files of some languages, or of all.
 * @returns lines that say what was written, and what is not in the files
 */
export function exportMessages(root: string, folder: string, requestedLanguages: readonly string[]): string[] {
  const allLanguages = readLanguages(root)
  for (const language of requestedLanguages)
    if (!allLanguages.includes(language))
      throw new FileError(`${language} has no folder; there are ${allLanguages.join(', ')}`)
  const english = readCatalog(root, ENGLISH, null)
  const languages = requestedLanguages.length > 0 ? requestedLanguages : allLanguages
  const catalogs = languages.map((language) => (language === ENGLISH ? english : readCatalog(root, language, english)))
  mkdirSync(folder, { recursive: true })
  const lines = catalogs.map((catalog) => {
    const path = writeTranslationFile(folder, catalog, english)
    return `${path}: ${catalog.messages.size} messages`
  })
  const omittedNames = catalogs.flatMap((catalog: Catalog) =>
    catalog.leftOut.map((name) => `${catalog.language}/${name}`),
  )
  return [
    ...lines,
    `These stay in TypeScript: ${[...omittedNames, 'the tags in language.ts and extension.ts'].join(', ')}.`,
  ]
}
