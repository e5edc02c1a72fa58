import { percentDecoded, withoutInvisible } from '../text/plain-text.ts'
import { MAX_LINK_LENGTH, MAX_TEXT_LENGTH } from './link.ts'
import { recognizeLink } from './recognize-link.ts'
import type { SourceId } from './source-ids.ts'
import { parseYoutubePage, youtubeClipId } from './youtube-link.ts'

/** Possible starts of a link: a scheme, also percent-encoded, or a host of YouTube that is not inside a word. */
const LINK_START_PATTERN =
  /https?:\/\/|https?%(?:25)*3a|kerf:sample|(?:^|[^\w.@/-])(?:(?!https?:\/\/)[htps]{3,5}:?\/{1,2}|\/\/)?(?=(?:\w+\.)?(?:youtube(?:-nocookie|kids|education)?\.com|youtu\.be)(?:\/|%2f))/gi
/** End of a plain link: the next link, a time (as in `LINK;1:02;1:15`), or the `__;!!` that email filters append. */
const PLAIN_END_PATTERN = /(?!^)https?:\/\/|[,;](?=-?\d)|__;/i
const YOUTUBE_LINK_PATTERN = /^[^?#]*youtu/i
/** Backslashes that JSON and shells put before marks of a link: `https:\/\/`, `watch\?v\=`. */
const ESCAPE_PATTERN = /\\(?=[/?=&])/g
/** Two links without a space between them. */
const GLUED_LINKS_PATTERN = /[^/=]https?:\/\//i
/** A link inside a text: it ends at white space, a quotation mark or a bracket that URLs do not contain. */
const LINK_IN_WORDS_PATTERN = /^(?:(?!\]\()[^\s<>"\u201c-\u201f\u00ab\u00bb\u300c-\u3011\uff08\uff09])+/
const TRAILING_CHARACTER_PATTERN = /[^\p{L}\p{N}_/=&%+#-]/u
const PLAIN_LINK_PATTERN = /^[\w.~:/?#@!$&*+,;=%-]+/
/** Punctuation after a plain link. The first pattern spares `_` and `-`, since an id may end with them. */
const TRAILING_PUNCTUATION_PATTERNS = [/[.,:;!?*~&]/, /[.,:;!?*~&_-]/]

/** Sources to look for if the caller does not know which ones are switched on. */
const DEFAULT_SOURCES: readonly SourceId[] = ['youtube', 'media']

export interface TextLink {
  link: string
  /** Texts before and after the link. */
  before: string
  behind: string
}

/**
 * The first link to a video in a text; null without one. It may be between words, brackets, quotes and invisible
 * characters, or inside a redirect link.
 */
export function findLink(text: string, sources: readonly SourceId[] = DEFAULT_SOURCES): TextLink | null {
  return findIn(text, (candidate) => recognizeLink(candidate, sources) !== null || youtubeClipId(candidate) !== null)
}

/** The first link to a video in a text, else the first to any page of YouTube, else the whole text. */
export function linkIn(text: string, sources: readonly SourceId[] = DEFAULT_SOURCES): string {
  const link = findLink(text, sources) ?? findIn(text, (candidate) => parseYoutubePage(candidate) !== null)
  return link?.link ?? text.trim()
}

function findIn(text: string, isWanted: (candidate: string) => boolean): TextLink | null {
  const visibleText = withoutInvisible(text.slice(0, MAX_TEXT_LENGTH)).trim()
  const isAlone = !/\s/.test(visibleText) && !GLUED_LINKS_PATTERN.test(visibleText) && isWanted(visibleText)
  const wholeText = isAlone ? { link: visibleText, before: '', behind: '' } : null
  // A direct media link is returned unchanged, with all its characters.
  if (wholeText && !YOUTUBE_LINK_PATTERN.test(visibleText)) return wholeText
  const unescapedText = visibleText.replace(ESCAPE_PATTERN, '')
  for (const words of new Set([unescapedText, unescapedText.normalize('NFKC'), decodeMail(unescapedText)])) {
    for (const { 0: beginning, index } of words.matchAll(LINK_START_PATTERN)) {
      const at = /^(?:https?:\/\/|https?%|kerf)/i.test(beginning) ? index : index + beginning.length
      const run = LINK_IN_WORDS_PATTERN.exec(words.slice(at, at + MAX_LINK_LENGTH + 1))?.[0] ?? ''
      for (const candidate of candidatesIn(run)) {
        const link = decodeLink(candidate)
        if (isWanted(link)) return { link, before: words.slice(0, index), behind: words.slice(at + candidate.length) }
      }
    }
  }
  return wholeText
}

/** Decodes the quoted-printable source of an email, which breaks long lines with `=` and writes `v=3D` for `v=`. */
const decodeMail = (text: string): string => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Candidates for a link: first with all characters, as media links may need them, then with plain characters only. */
function* candidatesIn(run: string): Generator<string> {
  const isYoutube = YOUTUBE_LINK_PATTERN.test(run)
  if (!isYoutube && !GLUED_LINKS_PATTERN.test(run)) yield withoutEnd(run, TRAILING_CHARACTER_PATTERN)
  const normalizedRun = isYoutube ? run.normalize('NFKC') : run
  const [plainLink = ''] = PLAIN_LINK_PATTERN.exec(normalizedRun)?.[0].split(PLAIN_END_PATTERN) ?? []
  for (const trailing of TRAILING_PUNCTUATION_PATTERNS) yield withoutEnd(plainLink, trailing)
}

function withoutEnd(text: string, trailing: RegExp): string {
  let end = text.length
  while (end > 0 && trailing.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** The link, decoded if it is percent-encoded. Such a link is a parameter of another one and ends at `&`. */
function decodeLink(candidate: string): string {
  if (!/^https?%/i.test(candidate)) return candidate
  const [link = ''] = candidate.split('&')
  return decodedOnce(decodedOnce(link))
}

const decodedOnce = (link: string): string => (/^https?%/i.test(link) ? percentDecoded(link) : link)
