import { percentDecoded, withoutInvisible } from '../text/plain-text.ts'
import { MAX_LINK_LENGTH, MAX_TEXT_LENGTH } from './link.ts'
import { recognizeLink } from './recognize-link.ts'
import { youtubePageOf } from './youtube-link.ts'

/** Where a link may begin: at a scheme, anywhere, percent-encoded or not; without one at a host of YouTube that is no part of a word. */
const BEGINNINGS =
  /https?:\/\/|https?%(?:25)*3a|kerf:sample|(?:^|[^\w.@/-])(?:(?!https?:\/\/)[htps]{3,5}:?\/{1,2}|\/\/)?(?=(?:\w+\.)?(?:youtube(?:-nocookie|kids|education)?\.com|youtu\.be)(?:\/|%2f))/gi
/** The next link, a time, as in a spreadsheet: `LINK;1:02;1:15`, or what filters of mail write behind a link: `__;!!`. */
const PLAIN_END = /(?!^)https?:\/\/|[,;](?=-?\d)|__;/i
const IS_YOUTUBE = /^[^?#]*youtu/i
/** What JSON and shells put in front of the marks of a link: `https:\/\/`, `watch\?v\=`. */
const ESCAPES = /\\(?=[/?=&])/g
/** Two links between which a line ended. */
const GLUED = /[^/=]https?:\/\//i
/** Until white space, a quotation mark or a bracket that no address has. */
const IN_WORDS = /^(?:(?!\]\()[^\s<>"\u201c-\u201f\u00ab\u00bb\u300c-\u3011\uff08\uff09])+/
const TRAILING = /[^\p{L}\p{N}_/=&%+#-]/u
const PLAIN = /^[\w.~:/?#@!$&*+,;=%-]+/
/** What belongs to the sentence at the end of a plain link. An id may end with `_` and `-`, so they are left first. */
const PLAIN_TRAILING = [/[.,:;!?*~&]/, /[.,:;!?*~&_-]/]

export interface TextLink {
  link: string
  /** What stands in front of it and behind it. */
  before: string
  behind: string
}

/** The first link to a video in a text: between words, brackets, quotes and marks that nobody sees, within the link of a redirect; null without one. */
export function findLink(text: string): TextLink | null {
  return findIn(text, (candidate) => recognizeLink(candidate, ['youtube', 'media']) !== null)
}

/** The link that a text means: the first to a video, else the first to any page of YouTube, else the whole text. */
export function linkIn(text: string): string {
  const link = findLink(text) ?? findIn(text, (candidate) => youtubePageOf(candidate) !== null)
  return link?.link ?? text.trim()
}

function findIn(text: string, isWanted: (candidate: string) => boolean): TextLink | null {
  const seen = withoutInvisible(text.slice(0, MAX_TEXT_LENGTH)).trim()
  const isAlone = !/\s/.test(seen) && !GLUED.test(seen) && isWanted(seen)
  const alone = isAlone ? { link: seen, before: '', behind: '' } : null
  // A link of media is left as it is, whatever characters it has.
  if (alone && !IS_YOUTUBE.test(seen)) return alone
  const shown = seen.replace(ESCAPES, '')
  for (const words of new Set([shown, shown.normalize('NFKC'), mailDecoded(shown)])) {
    for (const { 0: beginning, index } of words.matchAll(BEGINNINGS)) {
      const at = /^(?:https?:\/\/|https?%|kerf)/i.test(beginning) ? index : index + beginning.length
      const written = IN_WORDS.exec(words.slice(at, at + MAX_LINK_LENGTH + 1))?.[0] ?? ''
      for (const candidate of candidatesIn(written)) {
        const link = decoded(candidate)
        if (isWanted(link)) return { link, before: words.slice(0, index), behind: words.slice(at + candidate.length) }
      }
    }
  }
  return alone
}

/** Of the source of a mail, which breaks long lines by `=` and has `v=3D` for `v=`. */
const mailDecoded = (text: string): string => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

/** With all its characters, which links of media may need; then with those of plain links. */
function* candidatesIn(written: string): Generator<string> {
  const isYoutube = IS_YOUTUBE.test(written)
  if (!isYoutube && !GLUED.test(written)) yield withoutEnd(written, TRAILING)
  const typed = isYoutube ? written.normalize('NFKC') : written
  const [plain = ''] = PLAIN.exec(typed)?.[0].split(PLAIN_END) ?? []
  for (const trailing of PLAIN_TRAILING) yield withoutEnd(plain, trailing)
}

function withoutEnd(text: string, trailing: RegExp): string {
  let end = text.length
  while (end > 0 && trailing.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** One that is a parameter of another ends where the other goes on. */
function decoded(candidate: string): string {
  if (!/^https?%/i.test(candidate)) return candidate
  const [link = ''] = candidate.split('&')
  return decodedOnce(decodedOnce(link))
}

const decodedOnce = (link: string): string => (/^https?%/i.test(link) ? percentDecoded(link) : link)
