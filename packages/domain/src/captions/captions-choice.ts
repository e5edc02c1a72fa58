import { plainLine } from '../text/plain-text.ts'
import type { AudioTrackChoice, CaptionsChoice } from './transcript.ts'

const MOST_CHOICES = 200
const LONGEST_ID = 64
const LONGEST_LABEL = 200
/** BCP 47 for an unknown language. */
const UNKNOWN_LANGUAGE = 'und'

export interface ClaimedCaptions {
  /** As the source says it; null: unknown. */
  language: string | null
  /** As the source calls them; null: by their language. */
  name: string | null
  isAutomatic: boolean
  /** An id of their own, such as `track-2`. Left out: their language, as `en` or `en-auto`. */
  id?: string
}

/** Captions as a viewer chooses among them: the best first, with unique ids. All other fields are kept. */
export function captionsChoices<Claimed extends ClaimedCaptions>(
  claimed: readonly Claimed[],
  originalLanguage: string | null,
): (Omit<Claimed, 'name'> & CaptionsChoice)[] {
  const taken = new Set<string>()
  const original = tidyLanguage(originalLanguage)
  const choices = claimed.slice(0, MOST_CHOICES).map(({ name, ...rest }) => {
    const language = tidyLanguage(rest.language) ?? UNKNOWN_LANGUAGE
    const { isAutomatic } = rest
    const id = uniqueId(rest.id ?? (isAutomatic ? `${language}-auto` : language), taken)
    return { ...rest, id, language, label: labelOf(language, name, isAutomatic), isAutomatic }
  })
  const rankOf = ({ language, isAutomatic }: CaptionsChoice): number => {
    if (!original || baseOf(language) !== baseOf(original)) return isAutomatic ? 4 : 3
    if (isAutomatic) return 2
    return language === original ? 0 : 1
  }
  return choices.toSorted((one, other) => rankOf(one) - rankOf(other))
}

export interface ClaimedAudioTrack {
  /** As the source says it; null: unknown. */
  language: string | null
  /** As the source calls it; null: by its language. */
  name: string | null
  isOriginal: boolean
  /** Where nothing else names it: its id, and its label. */
  otherwise: { id: string; label: string }
}

/** Audio tracks as a viewer chooses among them: the original first, with unique ids. All other fields are kept. */
export function audioTrackChoices<Claimed extends ClaimedAudioTrack>(
  claimed: readonly Claimed[],
): (Omit<Claimed, 'name' | 'otherwise'> & AudioTrackChoice)[] {
  const taken = new Set<string>()
  const offered = claimed.filter(({ isOriginal }, index) => isOriginal || index < MOST_CHOICES)
  const choices = offered.map(({ name, otherwise, ...rest }) => {
    const language = tidyLanguage(rest.language)
    const said = plainLine(name ?? '', LONGEST_LABEL)
    const label = said || (language && languageName(language)) || otherwise.label
    return { ...rest, id: uniqueId(language ?? otherwise.id, taken), language, label }
  })
  return choices.toSorted((one, other) => Number(other.isOriginal) - Number(one.isOriginal))
}

/** An id that is unique in the video, for addresses and files. It is added to `taken`. */
function uniqueId(wanted: string, taken: Set<string>): string {
  const plain = wanted.replace(/[^\w.-]+/g, '-').slice(0, LONGEST_ID - 4)
  const ids = [plain, ...Array.from({ length: MOST_CHOICES }, (_, index) => `${plain}-${index + 2}`)]
  const id = ids.find((one) => !taken.has(one)) ?? plain
  taken.add(id)
  return id
}

const LANGUAGE = /^[a-z]{2,8}(?:[-_][a-z\d]{1,8})*$/i

/** BCP 47, as it is usually written; null for what is no language. */
export function tidyLanguage(language: string | null | undefined): string | null {
  if (!language || language.length > 40 || !LANGUAGE.test(language)) return null
  try {
    const [tidy = null] = Intl.getCanonicalLocales(language.replaceAll('_', '-'))
    return tidy === UNKNOWN_LANGUAGE ? null : tidy
  } catch {
    return null
  }
}

const baseOf = (language: string): string => language.split('-')[0]!

/** `Portuguese (Brazil)`; null where nobody knows one of this name. */
export function languageName(language: string): string | null {
  try {
    return (
      new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none', languageDisplay: 'standard' }).of(language) ??
      null
    )
  } catch {
    return null
  }
}

/** What the steps that ask YouTube add to the names of automatic captions, and of captions that others are translated from. */
const SAID_OF_AUTOMATIC = /\s*\((?:auto-generated|automatic|original)\)/gi

function labelOf(language: string, name: string | null, isAutomatic: boolean): string {
  const said = plainLine(name ?? '', LONGEST_LABEL)
  const known = languageName(language)
  if (isAutomatic) return `${known ?? (said.replace(SAID_OF_AUTOMATIC, '') || language)} (automatic)`
  return said || known || (language === UNKNOWN_LANGUAGE ? 'Captions' : language)
}
