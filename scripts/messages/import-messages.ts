import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Catalog, ENGLISH, languageFolder, readCatalog } from './catalog.ts'
import { checkTranslation } from './check-translation.ts'
import { newLanguage } from './new-language.ts'
import { changedTranslations, rewriteModules } from './rewrite-modules.ts'
import { filePath, readTranslationFile } from './translation-file.ts'

/** Thrown for a file that cannot be imported. The message names each wrong key with its fault. */
export class ImportError extends Error {}

export interface ImportResult {
  /** Lines that say what was changed. */
  lines: string[]
  /** Files that were written. They are not formatted. */
  paths: string[]
}

/**
 * Writes the file of a language into its modules. A language without a folder gets one.
 * Throws an ImportError, and writes nothing, if a text is wrong or missing.
 */
export function importMessages(root: string, folder: string, language: string): ImportResult {
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

  const changedTexts = changedTranslations(translations)
  const files = rewriteModules(changedTexts, catalog)
  writeFiles(files)
  const paths = [...files.keys()]
  return {
    lines: [`${language}: ${changedTexts.length} changed`, ...paths.map((path) => `  ${relative(root, path)}`)],
    paths,
  }
}

function importNew(root: string, folder: string, language: string, english: Catalog): ImportResult {
  const files = newLanguage(root, language, english)
  writeFiles(files)
  const { paths: changedPaths } = importMessages(root, folder, language)
  const folderPath = relative(root, languageFolder(root, language))
  const leftNames = english.leftOut.map((name) => `${folderPath}/${name}`)
  const lines = [
    `${language}: ${files.size} new files in ${folderPath}`,
    `Add ${language} to packages/messages/src/languages.ts, and complete ${folderPath}/testing/conventions.ts.`,
    leftNames.length > 0 ? `Translate by hand, or remove: ${leftNames.join(', ')}.` : '',
  ].filter((line) => line !== '')
  return { lines, paths: [...new Set([...files.keys(), ...changedPaths])] }
}

function writeFiles(files: ReadonlyMap<string, string>): void {
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
