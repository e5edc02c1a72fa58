import { describe, expect, it } from 'vitest'
import { MAX_PHRASE_LENGTH } from '../captions/transcript.ts'
import { linkIn } from './find-link.ts'
import { quoteIn } from './find-quote.ts'

const LINK = 'https://youtu.be/dQw4w9WgXcQ?t=90'
const MEDIA_LINK = 'https://media.example/talk_(1).mp4?token=a,b'
const WORDS = "it's the words that weren't said"

describe('the quote beside a link', () => {
  it.each([
    ['behind the link', `${LINK} "${WORDS}"`],
    ['in front of the link', `"${WORDS}" ${LINK}`],
    ['on the next line', `${LINK}\n"${WORDS}"\n`],
    ['on the line before', `"${WORDS}"\n\n${LINK}`],
    ['glued to the link after a field dropped the line break', `${LINK}"${WORDS}"`],
    ['behind a colon', `${LINK}: "${WORDS}"`],
    ['behind a dash', `${LINK} \u2014 "${WORDS}"`],
    ['in English quotes', `${LINK} \u201c${WORDS}\u201d`],
    ['in German quotes', `${LINK} \u201e${WORDS}\u201c`],
    ['in Polish quotes', `${LINK} \u201e${WORDS}\u201d`],
    ['in Swedish quotes', `${LINK} \u201d${WORDS}\u201d`],
    ['in French quotes, with their spaces', `\u00ab\u202f${WORDS}\u202f\u00bb ${LINK}`],
    ['in Danish quotes', `${LINK} \u00bb${WORDS}\u00ab`],
    ['in Japanese quotes', `${LINK}\u300c${WORDS}\u300d`],
    ['in full-width quotes', `${LINK} \uff02${WORDS}\uff02`],
    ['before more text', `${LINK} "${WORDS}" is what she says`],
    ['behind a link in quotes', `"${LINK}" "${WORDS}"`],
    ['as the first of several', `${LINK} "${WORDS}" "others"`],
    ['in front of a link in quotes', `"${WORDS}" "${LINK}"`],
    ['as the first of several, around the link', `"${WORDS}" ${LINK} "others"`],
    ['behind an empty one', `${LINK} "" " . " "${WORDS}"`],
    ['over two lines', `${LINK} "it's the words\nthat weren't said"`],
    ['beside a media link', `${MEDIA_LINK} "${WORDS}"`],
    ['beside the sample', `kerf:sample "${WORDS}"`],
  ])('%s is found: %j', (_, text) => {
    expect(quoteIn(text)).toBe(WORDS)
    expect([LINK, MEDIA_LINK, 'kerf:sample']).toContain(linkIn(text))
  })

  it('may contain quotes of another kind', () => {
    expect(quoteIn(`${LINK} \u201che said "yes"\u201d`)).toBe('he said "yes"')
  })

  it.each([
    ['a link without a quote', LINK],
    ['an empty quote', `${LINK} ""`],
    ['a quote without words', `${LINK} "..."`],
    ['an unclosed quote', `${LINK} "the words`],
    ['an apostrophe', `${LINK} 'tis the season`],
    ['a title shared by an app', `Watch "A title" on YouTube\n${LINK}`],
    ['a title that ends in quotes', `A talk about "time"\n${LINK}`],
    ['a link in quotes', `"${LINK}"`],
    ['a link in quotes in a sentence', `He said "look at ${LINK}" and "go"`],
    ['HTML', `<a href="${LINK}" title="A title">A title</a>`],
    ['JSON', JSON.stringify({ url: LINK, title: 'A title' })],
    ['spreadsheet cells', `"${LINK}","1:02","1:15"`],
    ['a quote without a link', `"${WORDS}"`],
    ['a quote beside a link without a video', `https://example.org/page.html "${WORDS}"`],
  ])('is absent in %s: %j', (_, text) => {
    expect(quoteIn(text)).toBeNull()
  })

  it('is cut to the longest search phrase', () => {
    const quote = quoteIn(`${LINK} "${'word '.repeat(400)}"`)
    expect(quote).toHaveLength(MAX_PHRASE_LENGTH)
    expect(quote).toMatch(/^word word/)
  })
})
