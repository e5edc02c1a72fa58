import { PRODUCT_SLUG } from '@kerf/domain/site/product'

export const LANGUAGE_COOKIE = `${PRODUCT_SLUG}_language`

/** Which of the languages to answer in: the one asked for, else the one chosen earlier, else the first that the browser wants. */
export function pageLanguage(
  requests: { asked?: string | undefined; chosen?: string | undefined; accepted?: string | undefined },
  languages: readonly string[],
): string {
  const [fallback = 'en'] = languages
  const spoken = (code: string | undefined): string | undefined => languages.find((language) => language === code)
  return (
    spoken(requests.asked) ?? spoken(requests.chosen) ?? firstAccepted(requests.accepted ?? '', languages) ?? fallback
  )
}

/** Reads `de-CH,de;q=0.9,en;q=0.8`. */
function firstAccepted(header: string, languages: readonly string[]): string | undefined {
  const wanted = header.split(',').map((part, index) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const quality = Number(parameters.find((parameter) => parameter.trim().startsWith('q='))?.split('=')[1] ?? 1)
    return { language: tag.split('-')[0], quality: Number.isFinite(quality) ? quality : 0, index }
  })
  wanted.sort((one, other) => other.quality - one.quality || one.index - other.index)
  return wanted
    .filter(({ quality }) => quality > 0)
    .map(({ language }) => languages.find((spoken) => spoken === language))
    .find((language) => language !== undefined)
}
