import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Message, type ModuleMessages, type Reading, readMessages } from './read-messages.ts'
import { openModule, type SourceModule } from './source-module.ts'

/** Language that all others translate. */
export const ENGLISH = 'en'
/** Module with the tag of a language. It has no sentences. */
const TAG_MODULE = 'language.ts'
/** Key of the language's tag for the pages of the extension. The tag is not translated. */
const TAG_KEY = 'extension.extensionWords.language'

/** All messages of a language, in the order of its modules. */
export interface Catalog {
  language: string
  messages: ReadonlyMap<string, Message>
  functions: ModuleMessages['functions']
  /** Functions that contain text and cannot be read. They stay as they are: `clips/tool.ordinal`. */
  leftOut: readonly string[]
}

export const messagesFolder = (root: string): string => join(root, 'packages/messages/src')
export const languageFolder = (root: string, language: string): string => join(messagesFolder(root), language)

/** Languages that have a folder, English first. */
export function readLanguages(root: string): string[] {
  const folder = messagesFolder(root)
  const languages = readdirSync(folder).filter((name) => existsSync(join(folder, name, TAG_MODULE)))
  return languages.sort((a, b) => Number(b === ENGLISH) - Number(a === ENGLISH) || a.localeCompare(b, 'en'))
}

/** Modules with messages, by their paths in the folder of a language. */
export function modulePaths(root: string, language: string): string[] {
  const folder = languageFolder(root, language)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => path !== TAG_MODULE && !path.startsWith('testing/'))
    .sort()
}

/**
 * Reads the modules of a language.
 * @param root folder of the repository
 * @param english the English messages, which name the parameters; null to read these
 */
export function readCatalog(root: string, language: string, english: Catalog | null): Catalog {
  const openModules = new Map<string, SourceModule>()
  const open = (path: string): SourceModule => {
    const module = openModules.get(path) ?? openModule(path)
    openModules.set(path, module)
    return module
  }
  const openImported: Reading['openImported'] = (from, importer) => {
    const path = from.startsWith('.')
      ? join(dirname(importer.path), from)
      : from.replace(/^@kerf\/(\w+)\/(.+)$/, join(root, 'packages/$1/src/$2.ts'))
    return existsSync(path) ? open(path) : null
  }
  const reading: Reading = { language, english: english?.functions ?? null, openImported }

  const messages = new Map<string, Message>()
  const functions: ModuleMessages['functions'] = new Map()
  const omittedNames: string[] = []
  for (const path of modulePaths(root, language)) {
    const module = open(join(languageFolder(root, language), path))
    const read = readMessages(module, path.replace(/\.ts$/, ''), reading)
    for (const message of read.messages) if (message.key !== TAG_KEY) messages.set(message.key, message)
    for (const [key, parameters] of read.functions) functions.set(key, parameters)
    omittedNames.push(...read.leftOut)
  }
  return { language, messages, functions, leftOut: omittedNames }
}
