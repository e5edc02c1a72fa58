import { describe, expect, it } from 'vitest'
import { findLink, linkIn } from './find-link.ts'
import { parseListLine } from './list-line.ts'
import { recognizeLink } from './recognize-link.ts'

const VIDEO_ID = 'dQw4w9WgXcQ'
const SHORT_LINK = `https://youtu.be/${VIDEO_ID}`
const AT_90 = `${SHORT_LINK}?t=90`
const WATCH_LINK = `https://www.youtube.com/watch?v=${VIDEO_ID}`
const MEDIA_LINK = 'https://media.example/talk_(1).mp4?token=a,b'

describe('the link in a text', () => {
  it.each([
    ['behind a title', `A title - YouTube ${AT_90}`],
    ['below a title', `A title\n${AT_90}`],
    ['glued to a title after a field dropped the line break', `A title${AT_90}`],
    ['from the Android app', `Watch "A title" on YouTube\n${AT_90}`],
    ['behind CJK brackets', `\u3010\u3010A\u3011title\u2026\u3011 ${AT_90}`],
    ['in Markdown', `[A title](${AT_90})`],
    ['in Markdown, with itself as its text', `[${AT_90}](${AT_90})`],
    ['in bold Markdown', `**${AT_90}**`],
    ['in forum markup', `[url=${AT_90}]A title[/url]`],
    ['in chat markup', `<${AT_90}|A title>`],
    ['in HTML', `<a href="${AT_90}">A title</a>`],
    ['in brackets', `(see ${AT_90})`],
    ['in angle brackets', `<${AT_90}>`],
    ['in quotes', `"${AT_90}"`],
    ['in German quotes', `\u201e${AT_90}\u201c`],
    ['in Japanese quotes, before more text', `\u300c${AT_90}\u300d\u3092\u898b\u3066`],
    ['before text without a space', `${AT_90}\u3092\u898b\u3066`],
    ['before a Japanese full stop', `${AT_90}\u3002`],
    ['before punctuation', `${AT_90}...!`],
    ['with a full-width question mark', `\uff08${SHORT_LINK}\uff1ft=90\uff09`],
    [
      'in full-width letters',
      `\uff48\uff54\uff54\uff50\uff53\uff1a\uff0f\uff0f${AT_90.slice('https://'.length).replace('.', '\uff0e')}`,
    ],
    ['between direction marks', `\u200e\u2068${AT_90}\u2069\u200f`],
    ['with a zero-width space', `${SHORT_LINK}\u200b?t=90\ufeff`],
    ['behind a colon', `Link:${AT_90}`],
    ['in a list', `1. ${AT_90}`],
    ['before another one', `${AT_90} ${WATCH_LINK}`],
    ['glued to another one', `${AT_90}${WATCH_LINK}`],
    ['behind a channel link', `https://www.youtube.com/@someone ${AT_90}`],
    ['from an archive', `https://web.archive.org/web/2020/${AT_90}`],
    ['from a search, percent-encoded', `https://www.google.com/url?sa=t&q=${encodeURIComponent(AT_90)}&usg=x`],
    ['from a social network, percent-encoded', `https://l.facebook.com/l.php?u=${encodeURIComponent(AT_90)}&h=x`],
    ['percent-encoded', `look: ${encodeURIComponent(AT_90)}`],
    ['behind a mail filter', `https://urldefense.com/v3/__${AT_90}__;!!Lk$`],
    ['in JSON', JSON.stringify({ url: AT_90 }).replaceAll('/', '\\/')],
    ['escaped for a shell', AT_90.replace('?', '\\?').replace('=', '\\=')],
    ['in the source of an email', `See ${AT_90.replace('=', '=3D').replace('youtu', 'you=\r\ntu')}=\n now`],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(AT_90))],
  ])('%s is extracted alone: %j', (_, text) => {
    expect(linkIn(text)).toBe(AT_90)
  })

  it.each([
    ['without a scheme', `see youtu.be/${VIDEO_ID}, please`],
    ['without the first letter of its scheme', `ttps://youtu.be/${VIDEO_ID}`],
    ['with one slash', `https:/youtu.be/${VIDEO_ID}`],
    ['without a scheme, in HTML', `<iframe src="//www.youtube.com/embed/${VIDEO_ID}"></iframe>`],
    ['from the address bar', `A title - ${WATCH_LINK}&list=PL1 (3:20)`],
    ['from a search', `https://www.google.com/url?q=${WATCH_LINK}&sa=D`],
    ['with an id that ends like Markdown', 'https://youtu.be/dQw4w9WgXc_'],
    ['in italic Markdown', `_${SHORT_LINK}_`],
  ])('%s leads to its video: %j', (_, text) => {
    expect(recognizeLink(linkIn(text), ['youtube'])?.reference).toMatch(/^dQw4w9WgXc[Q_]$/)
  })

  it.each([
    ['behind a title', `A talk ${MEDIA_LINK}`],
    ['in brackets', `(${MEDIA_LINK})`],
    ['in Markdown', `[A talk](${MEDIA_LINK})`],
    ['percent-encoded in a redirect', `https://www.google.com/url?q=${encodeURIComponent(MEDIA_LINK)}&sa=D`],
  ])('to media keeps all its characters %s: %j', (_, text) => {
    expect(linkIn(text)).toBe(MEDIA_LINK)
  })

  it.each([
    MEDIA_LINK,
    'https://media.example/\u0432\u0438\u0434\u0435\u043e.mp4',
    'https://media.example/a.mp4?sig=a.b.',
    'https://media.example/fetch/https://other.example/a.mp4',
    'https://media.example/day%201.mp4?next=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ',
    'kerf:sample',
  ])('is unchanged if it stands alone: %s', (link) => {
    expect(linkIn(` ${link}\n`)).toBe(link)
  })

  it.each([
    'hello',
    'sample',
    'a talk.mp4',
    `https://youtube.com@evil.example/watch?v=${VIDEO_ID}`,
    `https://youtube.com.evil.example/watch?v=${VIDEO_ID}`,
    `https://notyoutube.com/watch?v=${VIDEO_ID}`,
    `evil.example/youtube.com/watch?v=${VIDEO_ID}`,
    'https://evil.example/page.html',
  ])('is the whole text if there is no video link: %s', (text) => {
    expect(findLink(text)).toBeNull()
    expect(linkIn(` ${text} `)).toBe(text)
  })

  it('is another YouTube page if there is no video link, so that the refusal names it', () => {
    expect(linkIn('My channel: https://www.youtube.com/@someone!')).toBe('https://www.youtube.com/@someone')
  })

  it('is one of a site only if the caller accepts that site', () => {
    const text = 'A talk https://vimeo.com/76979871#t=90 and https://youtu.be/dQw4w9WgXcQ'
    expect(linkIn(text)).toBe('https://youtu.be/dQw4w9WgXcQ')
    expect(linkIn(text, ['youtube', 'media', 'vimeo'])).toBe('https://vimeo.com/76979871#t=90')
    expect(parseListLine('https://vimeo.com/76979871 1:02-1:15')).toEqual({
      link: 'https://vimeo.com/76979871',
      times: { startTime: 62, endTime: 75 },
    })
  })
})
