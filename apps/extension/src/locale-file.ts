import type { Language } from '@kerf/messages/languages'

/** The sentences of a language as browsers read them: `{ "markIn": { "message": "Mark in" } }`. What is inserted is `$1`. */
export async function localeFile(language: Language): Promise<string> {
  const { extensionWords } = (await import(`../../../packages/messages/src/${language}/extension.ts`)) as {
    extensionWords: Record<string, string | ((inserted: string) => string)>
  }
  const entries = Object.entries(extensionWords).map(([name, words]) => [
    name,
    { message: typeof words === 'string' ? words : words('$1') },
  ])
  return JSON.stringify(Object.fromEntries(entries), null, 2)
}
