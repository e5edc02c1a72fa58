import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { type Catalog, ENGLISH, languageFolder, modulePaths, readCatalog, readLanguages } from './catalog.ts'
import { checkTranslation, type Translation } from './check-translation.ts'
import { flatten } from './pattern.ts'
import { rewriteModules } from './rewrite-modules.ts'
import { openModule, parseModule } from './source-module.ts'
import { toBundle } from './translation-file.ts'

const ROOT = join(import.meta.dirname, '../..')
const SAMPLES: Record<string, readonly unknown[]> = {
  number: [0, 1, 2, 5, 89.6, 90, 150],
  string: [
    '‹text›',
    '',
    '1',
    '0,5',
    '1 mai',
    'le 3 mai',
    'morgen',
    '12:30',
    '1:05',
    'las 3',
    'mañana',
    '360p',
    '1080p',
  ],
  null: [null],
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Copies the packages that modules of sentences need. Returns the folder, and its English catalog. */
function copyRepository(): { root: string; english: Catalog } {
  const root = mkdtempSync(join(tmpdir(), 'messages-'))
  folders.push(root)
  for (const name of ['domain', 'messages'])
    for (const part of ['package.json', 'src'])
      cpSync(join(ROOT, 'packages', name, part), join(root, 'packages', name, part), { recursive: true })
  mkdirSync(join(root, 'node_modules/@kerf'), { recursive: true })
  symlinkSync(join(root, 'packages/domain'), join(root, 'node_modules/@kerf/domain'))
  return { root, english: readCatalog(root, ENGLISH, null) }
}

const textsOf = (catalog: Catalog, english: Catalog): Map<string, string> =>
  new Map(
    Object.entries(toBundle(catalog, english)).filter((entry): entry is [string, string] => !entry[0].startsWith('@')),
  )

/** Sentences of the modules of a language for all samples, by key and arguments. */
async function writeAllSentences(root: string, language: string, english: Catalog): Promise<Map<string, string>> {
  const sentences = new Map<string, string>()
  for (const path of modulePaths(root, language)) {
    const moduleExports = await import(
      /* @vite-ignore */ pathToFileURL(join(languageFolder(root, language), path)).href
    )
    for (const [name, value] of Object.entries(moduleExports))
      addSentences(`${path.replace(/\.ts$/, '')}.${name}`, value)
  }
  return sentences

  function addSentences(key: string, value: unknown): void {
    if (typeof value === 'string') sentences.set(key, value)
    else if (typeof value === 'function') {
      for (const values of combinationsOf(samplesOf(key, english)))
        addSentences(`${key}(${values.join(', ')})`, value(...values))
    } else for (const [name, innerValue] of Object.entries(value as object)) addSentences(`${key}.${name}`, innerValue)
  }
}

function samplesOf(key: string, english: Catalog): unknown[][] {
  const parameters =
    english.functions.get(key) ??
    english.functions.get(key.replace(/^(.*)\.adminSettingsWords\.health\.sentences/, '$1.healthSentences'))
  if (!parameters) throw new Error(`English has no function ${key}`)
  return parameters.map(({ type }) => samplesOfType(type ?? 'string', parameters.length))
}

function samplesOfType(type: string, parameters: number): unknown[] {
  const samples = type.split(' | ').flatMap((part) => SAMPLES[part] ?? [part.slice(1, -1)])
  // All combinations of three or four would be many thousands.
  return parameters > 2 ? samples.filter((_, index) => index < 3 || index % 4 === 0) : samples
}

const combinationsOf = (samples: readonly unknown[][]): unknown[][] =>
  samples.reduce<unknown[][]>(
    (done, options) => done.flatMap((values) => options.map((value) => [...values, value])),
    [[]],
  )

describe.each(readLanguages(ROOT))('the modules of %s', (language) => {
  it('have the same texts and local functions after every message is rewritten', async () => {
    const { root, english } = copyRepository()
    const catalog = readCatalog(root, language, language === ENGLISH ? null : english)
    const rewrittenModules = rewriteModules(translationsOf(catalog, english), catalog)
    for (const [path, text] of rewrittenModules) {
      expect([...parseModule(path, text).declarations.keys()]).toEqual([...openModule(path).declarations.keys()])
      writeFileSync(path, text)
    }
    await expectTheSame(root, catalog, english)
  })

  it('have the same texts after every message is written again', async () => {
    const { root, english } = copyRepository()
    const catalog = readCatalog(root, language, language === ENGLISH ? null : english)
    const translations = translationsOf(catalog, english)
    for (const { message } of translations) message.pattern = flatten(message.pattern)
    for (const [path, text] of rewriteModules(translations, catalog)) writeFileSync(path, text)
    await expectTheSame(root, catalog, english)
  })
})

/** A translation of each message that says what the module says. */
function translationsOf(catalog: Catalog, english: Catalog): Translation[] {
  const { faults, translations } = checkTranslation(textsOf(catalog, english), catalog, english)
  expect(faults).toEqual([])
  expect(translations).toHaveLength(english.messages.size)
  return translations
}

async function expectTheSame(root: string, { language }: Catalog, english: Catalog): Promise<void> {
  const newEnglish = readCatalog(root, ENGLISH, null)
  const oldCatalog = readCatalog(ROOT, language, language === ENGLISH ? null : english)
  const rewrittenCatalog = readCatalog(root, language, language === ENGLISH ? null : newEnglish)
  expect(toBundle(rewrittenCatalog, newEnglish)).toEqual(toBundle(oldCatalog, english))
  expect(await writeAllSentences(root, language, english)).toEqual(await writeAllSentences(ROOT, language, english))
}
