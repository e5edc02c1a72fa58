import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Catalog, ENGLISH, languageFolder, readCatalog } from './catalog.ts'
import { checkTranslation } from './check-translation.ts'
import { newLanguage } from './new-language.ts'
import { changedTranslations, rewriteModules } from './rewrite-modules.ts'
import { filePath, readTranslationFile } from './translation-file.ts'

/** A file that cannot become modules. The message names each key with what is wrong. */
export class ImportError extends Error {}

export interface Imported {
  /** Lines that say what was changed. */
  lines: string[]
  /** Files that were written. They are not formatted. */
  paths: string[]
}

/**
 * Writes the file of a language into its modules. A language without a folder gets one.
 * Throws an ImportError, and writes nothing, if a text is wrong or missing.
 */
export function importMessages(root: string, folder: string, language: string): Imported {
  if (!isTag(language)) throw new ImportError(`${language} is not a language tag, such as es or pt-BR`)
  const texts = readTranslationFile(folder, language)
  const english = readCatalog(root, ENGLISH, null)
  const isNew = !existsSync(join(languageFolder(root, language), 'language.ts'))
  const { messages, functions, leftOut } = english
  const catalog: Catalog = isNew ? { language, messages, functions, leftOut } : readCatalog(root, language, english)
  const { faults, translations } = checkTranslation(texts, catalog, english)
  if (faults.length > 0) {
    const path = filePath(folder, language)
    throw new ImportError([...faults.map((fault) => `${path}: ${fault}`), 'Nothing was written.'].join('\n'))
  }
  if (isNew) return importNew(root, folder, language, english)

  const changed = changedTranslations(translations)
  const files = rewriteModules(changed, catalog)
  write(files)
  const paths = [...files.keys()]
  return {
    lines: [`${language}: ${changed.length} changed`, ...paths.map((path) => `  ${relative(root, path)}`)],
    paths,
  }
}

function importNew(root: string, folder: string, language: string, english: Catalog): Imported {
  const files = newLanguage(root, language, english)
  write(files)
  const { paths: changed } = importMessages(root, folder, language)
  const place = relative(root, languageFolder(root, language))
  const left = english.leftOut.map((name) => `${place}/${name}`)
  const lines = [
    `${language}: ${files.size} new files in ${place}`,
    `Add ${language} to packages/messages/src/languages.ts, and complete ${place}/testing/conventions.ts.`,
    left.length > 0 ? `Translate by hand, or remove: ${left.join(', ')}.` : '',
  ].filter((line) => line !== '')
  return { lines, paths: [...new Set([...files.keys(), ...changed])] }
}

function write(files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language)[0] === language
  } catch {
    return false
  }
}
