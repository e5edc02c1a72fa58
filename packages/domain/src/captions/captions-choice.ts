import { plainLine } from '../text/plain-text.ts'
import type { AudioTrackChoice, CaptionsChoice } from './transcript.ts'

const MAX_CHOICES = 200
const MAX_ID_LENGTH = 64
const MAX_LABEL_LENGTH = 200
/** BCP 47 for an unknown language. */
const UNKNOWN_LANGUAGE = 'und'

export interface ClaimedCaptions {
  /** Language as the source gives it; null: unknown. */
  language: string | null
  /** Name as the source gives it; null: the label is made from the language. */
  name: string | null
  isAutomatic: boolean
  /** Id such as `track-2`. If absent, the id is made from the language: `en` or `en-auto`. */
  id?: string
}

/** Captions for the viewer's list, best first, with unique ids and labels. All other fields pass through. */
export function captionsChoices<Claimed extends ClaimedCaptions>(
  captions: readonly Claimed[],
  originalLanguage: string | null,
): (Omit<Claimed, 'name'> & CaptionsChoice)[] {
  const usedIds = new Set<string>()
  const originalTag = tidyLanguage(originalLanguage)
  const choices = captions.slice(0, MAX_CHOICES).map(({ name, ...fields }) => {
    const language = tidyLanguage(fields.language) ?? UNKNOWN_LANGUAGE
    const { isAutomatic } = fields
    const id = uniqueId(fields.id ?? (isAutomatic ? `${language}-auto` : language), usedIds)
    return { ...fields, id, language, label: captionsLabel(language, name, isAutomatic), isAutomatic }
  })
  const rankOf = ({ language, isAutomatic }: CaptionsChoice): number => {
    if (!originalTag || primarySubtag(language) !== primarySubtag(originalTag)) return isAutomatic ? 4 : 3
    if (isAutomatic) return 2
    return language === originalTag ? 0 : 1
  }
  return choices.toSorted((a, b) => rankOf(a) - rankOf(b))
}

export interface ClaimedAudioTrack {
  /** Language as the source gives it; null: unknown. */
  language: string | null
  /** Name as the source gives it; null: the label is made from the language. */
  name: string | null
  isOriginal: boolean
  /** Id for a track without a known language; label for one without name and known language. */
  fallback: { id: string; label: string }
}

/** Audio tracks for the viewer's list, the original first, with unique ids. All other fields pass through. */
export function audioTrackChoices<Claimed extends ClaimedAudioTrack>(
  tracks: readonly Claimed[],
): (Omit<Claimed, 'name' | 'fallback'> & AudioTrackChoice)[] {
  const usedIds = new Set<string>()
  const selection = tracks.filter(({ isOriginal }, index) => isOriginal || index < MAX_CHOICES)
  const choices = selection.map(({ name, fallback, ...fields }) => {
    const language = tidyLanguage(fields.language)
    const sourceName = plainLine(name ?? '', MAX_LABEL_LENGTH)
    const label = sourceName || (language && languageName(language)) || fallback.label
    return { ...fields, id: uniqueId(language ?? fallback.id, usedIds), language, label }
  })
  return choices.toSorted((a, b) => Number(b.isOriginal) - Number(a.isOriginal))
}

/** A unique id that is safe in URLs and file names. Adds it to `usedIds`. */
function uniqueId(preferredId: string, usedIds: Set<string>): string {
  const safeId = preferredId.replace(/[^\w.-]+/g, '-').slice(0, MAX_ID_LENGTH - 4)
  const ids = [safeId, ...Array.from({ length: MAX_CHOICES }, (_, index) => `${safeId}-${index + 2}`)]
  const id = ids.find((candidate) => !usedIds.has(candidate)) ?? safeId
  usedIds.add(id)
  return id
}

const LANGUAGE_TAG_PATTERN = /^[a-z]{2,8}(?:[-_][a-z\d]{1,8})*$/i

/** Canonical BCP 47 tag; null for unknown languages and invalid tags. */
export function tidyLanguage(language: string | null | undefined): string | null {
  if (!language || language.length > 40 || !LANGUAGE_TAG_PATTERN.test(language)) return null
  try {
    const [canonicalTag = null] = Intl.getCanonicalLocales(language.replaceAll('_', '-'))
    return canonicalTag === UNKNOWN_LANGUAGE ? null : canonicalTag
  } catch {
    return null
  }
}

const primarySubtag = (language: string): string => language.split('-')[0]!

/** English name of a language, such as `Portuguese (Brazil)`; null for an unknown tag. */
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

/** Suffixes that YouTube and yt-dlp add to the names of automatic captions. */
const AUTOMATIC_SUFFIX_PATTERN = /\s*\((?:auto-generated|automatic|original)\)/gi

function captionsLabel(language: string, name: string | null, isAutomatic: boolean): string {
  const sourceName = plainLine(name ?? '', MAX_LABEL_LENGTH)
  const nameOfLanguage = languageName(language)
  if (isAutomatic)
    return `${nameOfLanguage ?? (sourceName.replace(AUTOMATIC_SUFFIX_PATTERN, '') || language)} (automatic)`
  return sourceName || nameOfLanguage || (language === UNKNOWN_LANGUAGE ? 'Captions' : language)
}
