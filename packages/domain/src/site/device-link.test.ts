import { describe, expect, it } from 'vitest'
import { deviceLink } from './device-link.ts'
import { DEVICE_DIRECTIVES, linkDirectives, namesLink, policyText } from './device-policy.ts'

const PAGE = 'https://kerf.example'
const queryOf = (...links: string[]): string => links.map((link) => `link=${encodeURIComponent(link)}`).join('&')
const originOf = (link: string, pageOrigin = PAGE): string | undefined =>
  deviceLink(`?${queryOf(link)}`, pageOrigin)?.origin

describe('a link that the page for local files reads itself', () => {
  it('is a media link over HTTPS, and the policy names its origin alone', () => {
    expect(deviceLink(`?lang=de&${queryOf('https://Media.Example/a/b.mp4?token=1#t=10,20.5')}&start=3`, PAGE)).toEqual({
      address: 'https://media.example/a/b.mp4?token=1',
      origin: 'https://media.example',
      host: 'media.example',
      startTime: 10,
      endTime: 20.5,
    })
  })

  it.each([
    ['with a port', 'https://media.example:8443/a.mp4', 'https://media.example:8443'],
    ['with the usual port', 'https://media.example:443/a.mp4', 'https://media.example'],
    ['in another script', 'https://m\u00fcnchen.example/a.mp4', 'https://xn--mnchen-3ya.example'],
    ['with an IPv4 address, whatever its spelling', 'https://0x7f.1/a.mp4', 'https://127.0.0.1'],
    [
      'with marks of a policy behind the host',
      "https://media.example/;%20script-src%20*/a.mp4?'self',*",
      'https://media.example',
    ],
  ])('may be one %s', (_, link, origin) => {
    expect(originOf(link)).toBe(origin)
  })

  it.each([
    ['a script', 'javascript:alert(1)//a.mp4'],
    ['data', 'data:video/mp4;base64,AAAA.mp4'],
    ['a blob', 'blob:https://media.example/a.mp4'],
    ['a file', 'file:///home/me/a.mp4'],
    ['a WebSocket', 'wss://media.example/a.mp4'],
    ['a user name', 'https://kerf.example@media.example/a.mp4'],
    ['a password', 'https://:secret@media.example/a.mp4'],
    ['a semicolon in the host', 'https://media.example;script-src/a.mp4'],
    ['a comma in the host', 'https://media.example,evil.example/a.mp4'],
    ['a star', 'https://*.example/a.mp4'],
    ['a star alone', 'https://*/a.mp4'],
    ['a quotation mark', "https://'self'/a.mp4"],
    ['a space in the host', 'https://media.example evil.example/a.mp4'],
    ['a line feed', 'https://media.example/\n/a.mp4'],
    ['a carriage return in the host', 'https://media\r\n.example/a.mp4'],
    ['a tab', 'https://media.example\t/a.mp4'],
    ['a zero', 'https://media.example/\u0000a.mp4'],
    ['an IPv6 address', 'https://[2001:db8::1]/a.mp4'],
    ['an underscore, which policies do not have', 'https://a_b.example/a.mp4'],
    ['a dot at the end of the host', 'https://media.example./a.mp4'],
    ['no host', 'https:///a.mp4?'],
    ['no scheme', 'media.example/a.mp4'],
    ['a playlist', 'https://media.example/a.m3u8'],
    ['a page', 'https://media.example/a.html'],
    ['a video of YouTube', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['a video of another site', 'https://vimeo.com/76979871'],
    ['the sample', 'kerf:sample'],
    ['too many characters', `https://media.example/${'a'.repeat(2048)}.mp4`],
    ['nothing', ''],
  ])('is none with %s', (_, link) => {
    expect(originOf(link)).toBeUndefined()
    expect(originOf(link, 'http://localhost:3000')).toBeUndefined()
  })

  it('is none of this server', () => {
    expect(originOf(`${PAGE}/api/user.mp4`)).toBeUndefined()
    expect(originOf('https://KERF.example:443/a.mp4')).toBeUndefined()
    expect(originOf('https://kerf.example:444/a.mp4')).toBe('https://kerf.example:444')
  })

  it('may be one over HTTP where the page is, too', () => {
    expect(originOf('http://media.example/a.mp4')).toBeUndefined()
    expect(originOf('http://media.example/a.mp4', 'http://localhost:3000')).toBe('http://media.example')
    expect(originOf('http://127.0.0.1:8000/a.mp4', 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:8000')
    expect(originOf('http://127.0.0.1:3000/a.mp4', 'http://127.0.0.1:3000')).toBeUndefined()
  })

  it('is none where two are named, also if they are the same', () => {
    const link = 'https://media.example/a.mp4'
    for (const links of [
      [link, 'https://evil.example/a.mp4'],
      [link, link],
      [link, ''],
    ])
      expect(deviceLink(`?${queryOf(...links)}`, PAGE)).toBeNull()
  })

  it('leaves the page no file, even where it is refused', () => {
    for (const query of [
      queryOf('https://media.example/a.mp4'),
      queryOf('javascript:'),
      'link=',
      'link',
      'a=1&l%69nk=x',
    ])
      for (const prefix of ['', '?']) expect(namesLink(prefix + query)).toBe(true)
    for (const query of ['', '?', '?lang=de', '?Link=x', '?links=x', '?a=link']) expect(namesLink(query)).toBe(false)
  })

  it('adds its origin to where media and answers come from, and nothing else to the policy', () => {
    const { 'connect-src': connections, 'media-src': media, ...others } = linkDirectives('https://media.example')
    const { 'connect-src': _noConnections, 'media-src': fileMedia, ...fileDirectives } = DEVICE_DIRECTIVES
    expect([connections, media]).toEqual(['https://media.example', `${fileMedia} https://media.example`])
    expect(others).toEqual(fileDirectives)
    expect(policyText(linkDirectives('https://media.example'))).not.toMatch(/\*|\n|unsafe/)
  })
})
