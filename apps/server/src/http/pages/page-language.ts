import { COOKIES } from '@kerf/domain/site/cookies'

export const LANGUAGE_COOKIE = COOKIES.language

/** Longer tags name no language; read part by part, they would only cost time. */
const MOST_TAG_CHARACTERS = 35

/** Which of the languages to answer in: the one asked for, else the one chosen earlier, else the first that the browser wants. */
export function pageLanguage(
  requests: { asked?: string | undefined; chosen?: string | undefined; accepted?: string | undefined },
  languages: readonly string[],
): string {
  const [fallback = 'en'] = languages
  return (
    spokenLanguage(requests.asked, languages) ??
    spokenLanguage(requests.chosen, languages) ??
    firstAccepted(requests.accepted ?? '', languages) ??
    fallback
  )
}

/** The language that a tag means: itself, or what it is a regional form of (`es-419`), as RFC 4647 looks tags up. */
export function spokenLanguage(tag: string | undefined, languages: readonly string[]): string | undefined {
  if (tag === undefined || tag.length > MOST_TAG_CHARACTERS) return undefined
  const parts = tag.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length--) {
    const form = parts.slice(0, length).join('-')
    const spoken = languages.find((language) => language.toLowerCase() === form)
    if (spoken) return spoken
  }
  return undefined
}

/** Reads `de-CH,de;q=0.9,en;q=0.8`. */
function firstAccepted(header: string, languages: readonly string[]): string | undefined {
  const wanted = header.split(',').map((part, index) => {
    const [tag = '', ...parameters] = part.toLowerCase().split(';')
    const quality = Number(parameters.find((parameter) => parameter.trim().startsWith('q='))?.split('=')[1] ?? 1)
    return { tag: tag.trim(), quality: Number.isFinite(quality) ? quality : 0, index }
  })
  wanted.sort((one, other) => other.quality - one.quality || one.index - other.index)
  return wanted
    .filter(({ quality }) => quality > 0)
    .map(({ tag }) => spokenLanguage(tag, languages))
    .find((language) => language !== undefined)
}
