import { COOKIES } from '@kerf/domain/site/cookies'

export const LANGUAGE_COOKIE = COOKIES.language

/** Maximum length of a language tag. Longer tags name no language, so they are not parsed. */
const MAX_TAG_CHARACTERS = 35

/**
 * Chooses one of `languages`: from the address, else from the cookie, else from `Accept-Language`, else the first one.
 */
export function pageLanguage(
  requests: { inAddress?: string | undefined; inCookie?: string | undefined; inHeader?: string | undefined },
  languages: readonly string[],
): string {
  const [fallback = 'en'] = languages
  return (
    findLanguage(requests.inAddress, languages) ??
    findLanguage(requests.inCookie, languages) ??
    acceptedLanguage(requests.inHeader ?? '', languages) ??
    fallback
  )
}

/**
 * Language of a tag: the tag itself, or the language whose regional form it is (`es-419`), according to the lookup of
 * RFC 4647.
 */
export function findLanguage(tag: string | undefined, languages: readonly string[]): string | undefined {
  if (tag === undefined || tag.length > MAX_TAG_CHARACTERS) return undefined
  const parts = tag.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length--) {
    const form = parts.slice(0, length).join('-')
    const match = languages.find((language) => language.toLowerCase() === form)
    if (match) return match
  }
  return undefined
}

/** Language of an `Accept-Language` header with the highest quality: `de-CH,de;q=0.9,en;q=0.8`. */
function acceptedLanguage(header: string, languages: readonly string[]): string | undefined {
  const ranking = header.split(',').map((part, index) => {
    const [tag = '', ...parameters] = part.toLowerCase().split(';')
    const quality = Number(parameters.find((parameter) => parameter.trim().startsWith('q='))?.split('=')[1] ?? 1)
    return { tag: tag.trim(), quality: Number.isFinite(quality) ? quality : 0, index }
  })
  ranking.sort((a, b) => b.quality - a.quality || a.index - b.index)
  return ranking
    .filter(({ quality }) => quality > 0)
    .map(({ tag }) => findLanguage(tag, languages))
    .find((language) => language !== undefined)
}
