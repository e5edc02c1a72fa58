import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Catalog, ENGLISH, languageFolder, modulePaths, readCatalog, readLanguages } from './catalog.ts'
import { checkTranslation } from './check-translation.ts'
import { flatten } from './pattern.ts'
import type { Message } from './read-messages.ts'
import { rewriteModules } from './rewrite-modules.ts'
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

/** A copy of what modules of sentences need. */
const root = mkdtempSync(join(tmpdir(), 'messages-'))
beforeAll(() => {
  for (const name of ['domain', 'messages'])
    for (const part of ['package.json', 'src'])
      cpSync(join(ROOT, 'packages', name, part), join(root, 'packages', name, part), { recursive: true })
  mkdirSync(join(root, 'node_modules/@kerf'), { recursive: true })
  symlinkSync(join(root, 'packages/domain'), join(root, 'node_modules/@kerf/domain'))
})
afterAll(() => rmSync(root, { recursive: true }))

const textsOf = (catalog: Catalog, english: Catalog): Map<string, string> =>
  new Map(
    Object.entries(toBundle(catalog, english)).filter((entry): entry is [string, string] => !entry[0].startsWith('@')),
  )

/** What the modules of a language say for all samples, by key and arguments. */
async function sayAll(root: string, language: string, english: Catalog): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  for (const path of modulePaths(root, language)) {
    const exported = await import(/* @vite-ignore */ pathToFileURL(join(languageFolder(root, language), path)).href)
    for (const [name, value] of Object.entries(exported)) say(`${path.replace(/\.ts$/, '')}.${name}`, value)
  }
  return said

  function say(key: string, value: unknown): void {
    if (typeof value === 'string') said.set(key, value)
    else if (typeof value === 'function') {
      for (const values of choices(samplesOf(key, english))) say(`${key}(${values.join(', ')})`, value(...values))
    } else for (const [name, inner] of Object.entries(value as object)) say(`${key}.${name}`, inner)
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
  return parameters > 2 ? samples.filter((_, place) => place < 3 || place % 4 === 0) : samples
}

const choices = (samples: readonly unknown[][]): unknown[][] =>
  samples.reduce<unknown[][]>(
    (done, options) => done.flatMap((values) => options.map((value) => [...values, value])),
    [[]],
  )

describe.each(readLanguages(ROOT))('the modules of %s', (language) => {
  it('say the same, and export the same, after every message was written anew', async () => {
    const english = readCatalog(root, ENGLISH, null)
    const catalog = language === ENGLISH ? english : readCatalog(root, language, english)
    const bundle = toBundle(catalog, english)
    const before = await sayAll(ROOT, language, english)

    const { faults, translations } = checkTranslation(textsOf(catalog, english), catalog, english)
    expect(faults).toEqual([])
    expect(translations).toHaveLength(english.messages.size)
    // Without calls, nothing of the old expressions is left to keep.
    for (const { message } of translations) forgetCalls(message)
    for (const [path, text] of rewriteModules(translations, catalog)) writeFileSync(path, text)

    const newEnglish = language === ENGLISH ? readCatalog(root, ENGLISH, null) : english
    expect(toBundle(language === ENGLISH ? newEnglish : readCatalog(root, language, newEnglish), newEnglish)).toEqual(
      bundle,
    )
    expect(await sayAll(root, language, english)).toEqual(before)
  })
})

function forgetCalls(message: Message): void {
  message.pattern = flatten(message.pattern)
}
