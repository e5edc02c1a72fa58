import { describe, expect, it } from 'vitest'
import { isPlausibleLink, MAX_LINK_LENGTH, SAMPLE_LINK } from './link.ts'
import { recognizeLink, whyNoVideo } from './recognize-link.ts'

const YOUTUBE_LINK = 'https://youtu.be/dQw4w9WgXcQ?t=5'
const MEDIA_LINK = 'https://media.example/talks/day%201.mp4?token=x#t=10,20.5'

describe('a pasted link', () => {
  it('leads to YouTube with its time, and always to the sample', () => {
    expect(recognizeLink(YOUTUBE_LINK, ['youtube'])).toEqual({
      source: 'youtube',
      reference: 'dQw4w9WgXcQ',
      startTime: 5,
    })
    expect(recognizeLink(` ${SAMPLE_LINK} `, [])).toEqual({ source: 'sample', reference: 'sample' })
  })

  it('leads to a media file only if the operator allows it', () => {
    expect(recognizeLink(MEDIA_LINK, ['youtube'])).toBeNull()
    expect(recognizeLink(MEDIA_LINK, ['youtube', 'media'])).toEqual({
      source: 'media',
      reference: 'https://media.example/talks/day%201.mp4?token=x',
      startTime: 10,
      endTime: 20.5,
    })
  })

  it.each([
    'https://media.example/page.html',
    'https://media.example/list.m3u',
    'file:///etc/passwd.mp4',
    'https://user:secret@media.example/a.mp4',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'media.example/a.mp4',
    `A title ${YOUTUBE_LINK}`,
    `<${YOUTUBE_LINK}>`,
    `https://www.google.com/url?q=${encodeURIComponent(YOUTUBE_LINK)}`,
    'https://media.example/a.mp4?\u0000x',
    'ht\ttps://media.example/a.mp4',
    `https://media.example/${'a'.repeat(MAX_LINK_LENGTH)}.mp4`,
  ])('%.60j leads nowhere', (link) => {
    expect(recognizeLink(link, ['youtube', 'media'])).toBeNull()
  })
  it('to a file or a site is submitted if the server accepts more than YouTube', () => {
    for (const link of [MEDIA_LINK, `A title\n<${MEDIA_LINK}>`, 'https://vimeo.com/76979871', 'twitch.tv/videos/1']) {
      expect(isPlausibleLink(link)).toBe(false)
      expect(isPlausibleLink(link, true)).toBe(true)
    }
    expect(isPlausibleLink('hello', true)).toBe(false)
    expect(isPlausibleLink(`https://vimeo.com/${'1'.repeat(MAX_LINK_LENGTH)}`, true)).toBe(false)
  })

  it('is submitted if it could lead to a video', () => {
    for (const link of [
      YOUTUBE_LINK,
      ` ${SAMPLE_LINK} `,
      'youtube.com/@someone',
      'https://www.you\u00adtube.com/watch',
      'https://you\u200btu.be/',
      '\uff59\uff4fu\uff54u.be/',
    ])
      expect(isPlausibleLink(link)).toBe(true)
    for (const text of ['', 'half a li', 'https://media.example/page.html', YOUTUBE_LINK + 'a'.repeat(MAX_LINK_LENGTH)])
      expect(isPlausibleLink(text)).toBe(false)
  })

  it('to something other than a video has a reason, unless it is no link', () => {
    const playlist = 'https://www.youtube.com/playlist?list=PL123'
    expect(recognizeLink(playlist, ['youtube', 'media'])).toBeNull()
    expect(whyNoVideo(` ${playlist} `)).toBe('youtube_playlist')
    for (const otherText of ['', 'hello', `${playlist}\u0000`, playlist + 'a'.repeat(MAX_LINK_LENGTH)])
      expect(whyNoVideo(otherText)).toBe('invalid_link')
  })
})
