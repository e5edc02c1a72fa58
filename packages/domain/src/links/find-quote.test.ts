import { describe, expect, it } from 'vitest'
import { MAX_PHRASE_LENGTH } from '../captions/transcript.ts'
import { linkIn } from './find-link.ts'
import { quoteIn } from './find-quote.ts'

const LINK = 'https://youtu.be/dQw4w9WgXcQ?t=90'
const MEDIA_LINK = 'https://media.example/talk_(1).mp4?token=a,b'
const WORDS = "it's the words that weren't said"

describe('the quote beside the link of a text', () => {
  it.each([
    ['behind the link', `${LINK} "${WORDS}"`],
    ['in front of the link', `"${WORDS}" ${LINK}`],
    ['on the next line', `${LINK}\n"${WORDS}"\n`],
    ['on the line before', `"${WORDS}"\n\n${LINK}`],
    ['glued to the link, because a field took the line end away', `${LINK}"${WORDS}"`],
    ['behind a colon', `${LINK}: "${WORDS}"`],
    ['behind a dash', `${LINK} \u2014 "${WORDS}"`],
    ['in quotes of English', `${LINK} \u201c${WORDS}\u201d`],
    ['in quotes of German', `${LINK} \u201e${WORDS}\u201c`],
    ['in quotes of Polish', `${LINK} \u201e${WORDS}\u201d`],
    ['in quotes of Swedish', `${LINK} \u201d${WORDS}\u201d`],
    ['in quotes of French, with their spaces', `\u00ab\u202f${WORDS}\u202f\u00bb ${LINK}`],
    ['in quotes of Danish', `${LINK} \u00bb${WORDS}\u00ab`],
    ['in quotes of Japanese', `${LINK}\u300c${WORDS}\u300d`],
    ['in quotes in full width', `${LINK} \uff02${WORDS}\uff02`],
    ['before more text', `${LINK} "${WORDS}" is what she says`],
    ['of a link in quotes', `"${LINK}" "${WORDS}"`],
    ['as the first of several', `${LINK} "${WORDS}" "others"`],
    ['in front of a link in quotes', `"${WORDS}" "${LINK}"`],
    ['as the first of several, around the link', `"${WORDS}" ${LINK} "others"`],
    ['behind an empty one', `${LINK} "" " . " "${WORDS}"`],
    ['over two lines', `${LINK} "it's the words\nthat weren't said"`],
    ['beside a media link', `${MEDIA_LINK} "${WORDS}"`],
    ['beside the sample', `kerf:sample "${WORDS}"`],
  ])('%s: %j', (_, text) => {
    expect(quoteIn(text)).toBe(WORDS)
    expect([LINK, MEDIA_LINK, 'kerf:sample']).toContain(linkIn(text))
  })

  it('may contain quotes of another kind', () => {
    expect(quoteIn(`${LINK} \u201che said "yes"\u201d`)).toBe('he said "yes"')
  })

  it.each([
    ['a link alone', LINK],
    ['an empty quote', `${LINK} ""`],
    ['a quote without words', `${LINK} "..."`],
    ['a quote that is not closed', `${LINK} "the words`],
    ['an apostrophe', `${LINK} 'tis the season`],
    ['a title that an app shares', `Watch "A title" on YouTube\n${LINK}`],
    ['a title that ends in quotes', `A talk about "time"\n${LINK}`],
    ['a link in quotes', `"${LINK}"`],
    ['a link in quotes in a sentence', `He said "look at ${LINK}" and "go"`],
    ['HTML', `<a href="${LINK}" title="A title">A title</a>`],
    ['JSON', JSON.stringify({ url: LINK, title: 'A title' })],
    ['cells of a spreadsheet', `"${LINK}","1:02","1:15"`],
    ['a quote without a link', `"${WORDS}"`],
    ['a quote beside a link to no video', `https://example.org/page.html "${WORDS}"`],
  ])('is none of %s: %j', (_, text) => {
    expect(quoteIn(text)).toBeNull()
  })

  it('is cut where it is longer than anybody looks for', () => {
    const quote = quoteIn(`${LINK} "${'word '.repeat(400)}"`)
    expect(quote).toHaveLength(MAX_PHRASE_LENGTH)
    expect(quote).toMatch(/^word word/)
  })
})
