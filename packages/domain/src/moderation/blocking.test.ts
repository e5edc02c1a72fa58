import { describe, expect, it } from 'vitest'
import type { BlockKind } from './blocking.ts'
import { type BlockSubject, blockKeysOf, channelOfLink, readBlock, withoutCredentials } from './blocking.ts'

const VIDEO_ID = 'dQw4w9WgXcQ'
const CHANNEL_ID = 'UCuAXFkgsw1L7xaCfnd5JJOw'

const youtube = (channelIds: string[] = []): BlockSubject => ({ source: 'youtube', reference: VIDEO_ID, channelIds })
const media = (reference: string, servedFrom: string[] = []): BlockSubject => ({
  source: 'media',
  reference,
  servedFrom,
})

/** Whether a block of the entered text applies to this video. */
function doesApply(kind: BlockKind, enteredKey: string, subject: BlockSubject): boolean {
  const block = readBlock(kind, enteredKey)
  if (!block.blockable) throw new Error(`${enteredKey}: ${block.reason}`)
  return blockKeysOf(subject).some(({ kind: of, key }) => of === block.kind && key === block.key)
}

describe('a blocked YouTube video', () => {
  it.each([
    VIDEO_ID,
    `https://www.youtube.com/watch?v=${VIDEO_ID}`,
    `http://youtube.com/watch?v=${VIDEO_ID}&t=90`,
    `youtu.be/${VIDEO_ID}?si=abc`,
    `https://m.youtube.com/shorts/${VIDEO_ID}`,
    `https://www.youtube-nocookie.com/embed/${VIDEO_ID}`,
    `https://music.youtube.com/watch?list=PL1&v=${VIDEO_ID}`,
    `https://www.youtube.com./watch?v=${VIDEO_ID}`,
    `https://someone:secret@www.youtube.com/live/${VIDEO_ID}`,
    ` HTTPS://WWW.YOUTUBE.COM/v/${VIDEO_ID} `,
    `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${VIDEO_ID}&gl=DE`,
  ])('is identified by %j', (enteredKey) => {
    expect(doesApply('video', enteredKey, youtube())).toBe(true)
  })

  it('differs from other videos', () => {
    expect(doesApply('video', 'dQw4w9WgXcR', youtube())).toBe(false)
    expect(doesApply('video', 'dqw4w9wgxcq', youtube())).toBe(false)
  })
})

describe('a blocked video of a site', () => {
  const site = (source: BlockSubject['source'], reference: string, channelIds: string[] = []): BlockSubject => ({
    source,
    reference,
    channelIds,
  })

  it('includes every part of it, in any form of its link', () => {
    const file = site('archive', 'https://archive.org/details/concert/track%201.mp4')
    expect(doesApply('video', 'https://archive.org/details/concert', file)).toBe(true)
    expect(doesApply('video', 'https://archive.org/details/concert2', file)).toBe(false)
    const second = site('x', 'https://x.com/i/status/1577855540407197696/video/2')
    expect(doesApply('video', 'https://twitter.com/someone/status/1577855540407197696', second)).toBe(true)
    expect(doesApply('video', 'https://x.com/someone/status/1577855540407197696/video/1', second)).toBe(false)
    expect(doesApply('video', 'https://me@vimeo.com/76979871', site('vimeo', 'https://vimeo.com/76979871'))).toBe(true)
  })

  it('belongs to a channel whose name may be in any case', () => {
    const recording = site('twitch', 'https://www.twitch.tv/videos/1', ['twitch:riotgames'])
    expect(doesApply('channel', 'twitch:RiotGames', recording)).toBe(true)
  })
})

describe('a blocked media file', () => {
  const FILE = 'https://media.example.org/videos/A%20film%C3%A9.mp4'
  it.each([
    FILE,
    'http://media.example.org/videos/A%20film%C3%A9.mp4',
    'https://MEDIA.Example.ORG/videos/A%20film%c3%a9.mp4',
    'https://media.example.org:443/videos/A%20film%C3%A9.mp4',
    'http://media.example.org:443/videos/A%20film%C3%A9.mp4',
    'https://media.example.org./videos/A%20film%C3%A9.mp4',
    'https://anna:secret@media.example.org/videos/A%20film%C3%A9.mp4',
    'https://media.example.org/videos/A%20film%C3%A9.mp4?token=1&expires=2',
    'https://media.example.org/videos/A%20film%C3%A9.mp4#t=1,2',
    'https://media.example.org//videos///A%20film%C3%A9.mp4',
    'https://media.example.org/x/../videos/./A%20film%C3%A9.mp4',
    'https://media.example.org/x/%2e%2E/videos/A%20film%C3%A9.mp4',
    'https://media.example.org/%76ideos/%41%20film%C3%A9.%6Dp4',
    'https://media.example.org/videos%2FA%20film%C3%A9.mp4',
    'https://media.example.org/x%2F..%2Fvideos/A%20film%C3%A9.mp4',
    'https://media.example.org/../videos/A%20film%C3%A9.mp4',
  ])('is %j', (spelling) => {
    expect(doesApply('video', FILE, media(spelling))).toBe(true)
    expect(doesApply('video', spelling.replace('https://', ''), media(FILE))).toBe(true)
  })

  it('is found even if its host is an international name', () => {
    expect(doesApply('video', 'https://bücher.example/a.mp4', media('https://xn--bcher-kva.example/a.mp4'))).toBe(true)
    expect(doesApply('video', 'https://0x7f.1/a.mp4', media('http://127.0.0.1/a.mp4'))).toBe(true)
  })

  it.each([
    'https://media.example.org/videos/a%20film%C3%A9.mp4',
    'https://media.example.org/videos/A%20film%C3%A9.webm',
    'https://other.example.org/videos/A%20film%C3%A9.mp4',
    'https://media.example.org:8443/videos/A%20film%C3%A9.mp4',
    'https://media.example.org/videos/A%2520film%C3%A9.mp4',
    'https://media.example.org/videos/more/A%20film%C3%A9.mp4',
  ])('is not %j', (link) => {
    expect(doesApply('video', FILE, media(link))).toBe(false)
  })
})

describe('a blocked channel', () => {
  it.each([
    CHANNEL_ID,
    `https://www.youtube.com/channel/${CHANNEL_ID}`,
    `m.youtube.com/channel/${CHANNEL_ID}/videos?view=0`,
    '@SomeChannel',
    'https://www.youtube.com/@somechannel',
    'youtube.com/@SOMECHANNEL/shorts',
    'https://music.youtube.com/%40SomeChannel',
  ])('is identified by %j', (enteredKey) => {
    expect(doesApply('channel', enteredKey, youtube([CHANNEL_ID, '@SomeChannel']))).toBe(true)
  })

  it('differs from other channels, and from an unknown one', () => {
    expect(doesApply('channel', CHANNEL_ID.toLowerCase().replace('uc', 'UC'), youtube([CHANNEL_ID]))).toBe(false)
    expect(doesApply('channel', '@some', youtube(['@somechannel']))).toBe(false)
    expect(doesApply('channel', CHANNEL_ID, youtube())).toBe(false)
  })

  it('may have a handle in any script', () => {
    expect(doesApply('channel', 'https://www.youtube.com/@Фильм', youtube(['@фильм']))).toBe(true)
    expect(channelOfLink('https://www.youtube.com/@%D0%A4%D0%B8%D0%BB%D1%8C%D0%BC')).toBe('@фильм')
  })
})

describe('a blocked domain', () => {
  it.each([
    'example.org',
    'EXAMPLE.org.',
    'https://example.org/some/page?x=1',
    '*.example.org',
    '.example.org',
    'example.org:8080',
  ])('entered as %j includes itself and its subdomains', (enteredKey) => {
    expect(doesApply('domain', enteredKey, media('https://example.org/a.mp4'))).toBe(true)
    expect(doesApply('domain', enteredKey, media('http://cdn.media.example.org:8080/a.mp4'))).toBe(true)
    expect(doesApply('domain', enteredKey, media('https://elsewhere.test/a.mp4', ['cdn.example.org']))).toBe(true)
    expect(doesApply('domain', enteredKey, media('https://notexample.org/a.mp4'))).toBe(false)
    expect(doesApply('domain', enteredKey, media('https://example.org.evil.test/a.mp4'))).toBe(false)
    expect(doesApply('domain', enteredKey, youtube())).toBe(false)
  })

  it('that is a subdomain leaves its parents and siblings alone', () => {
    expect(doesApply('domain', 'cdn.example.org', media('https://example.org/a.mp4'))).toBe(false)
    expect(doesApply('domain', 'cdn.example.org', media('https://www.example.org/a.mp4'))).toBe(false)
  })

  it.each(['youtube.com', 'www.youtube.com', 'https://youtu.be/', 'm.youtube.com', 'www.youtube-nocookie.com'])(
    'entered as %j is all of YouTube',
    (enteredKey) => {
      expect(doesApply('domain', enteredKey, youtube())).toBe(true)
      expect(doesApply('domain', enteredKey, media('https://youtu.be/a.mp4'))).toBe(true)
      expect(doesApply('domain', enteredKey, media('https://notyoutube.com/a.mp4'))).toBe(false)
    },
  )

  it.each([
    ['192.0.2.1', 'http://192.0.2.1:8080/a.mp4'],
    ['3221225985', 'https://192.0.2.1/a.mp4'],
    ['192.0.2.1', 'http://[::ffff:192.0.2.1]:8080/a.mp4'],
    ['[::ffff:c000:201]', 'http://192.0.2.1/a.mp4'],
    ['2001:DB8::1', 'https://[2001:db8:0::1]/a.mp4'],
    ['[2001:db8::1]', 'https://[2001:db8::1]:8443/a.mp4'],
  ])('may be an IP address: %s', (enteredKey, link) => {
    expect(doesApply('domain', enteredKey, media(link))).toBe(true)
    expect(doesApply('domain', enteredKey, media('https://1.192.0.2.example/a.mp4'))).toBe(false)
  })
})

it('a link to a trim is a block of its video', () => {
  const youtube = { blockable: true, kind: 'video', key: 'youtube:aqz-KE-bpKQ' }
  expect(readBlock('video', 'https://kerf.example/?url=https%3A%2F%2Fyoutu.be%2Faqz-KE-bpKQ&start=1')).toEqual(youtube)
  expect(readBlock('video', 'https://kerf.example/?url=aqz-KE-bpKQ')).toEqual(youtube)
  const innerLink = encodeURIComponent('https://kerf.example/?url=aqz-KE-bpKQ')
  expect(readBlock('video', `https://kerf.example/?url=${innerLink}`)).toEqual({
    blockable: false,
    reason: 'not_a_video',
  })
})

it.each([
  [' https://me:secret@example.org/a.mp4 ', 'https://example.org/a.mp4'],
  ['//me@example.org', '//example.org'],
  ['https://example.org/@handle', 'https://example.org/@handle'],
  ['@handle', '@handle'],
  ['example.org', 'example.org'],
])('the link %s is stored as %s', (enteredLink, storedText) => {
  expect(withoutCredentials(enteredLink)).toBe(storedText)
})

describe("a redirect's final file", () => {
  const link = media('https://short.example/x.mp4', ['https://example.org/videos/a.mp4'])

  it('is blocked by its own address, and by its domain', () => {
    expect(doesApply('video', 'https://example.org/videos/a.mp4?now=1', link)).toBe(true)
    expect(doesApply('video', 'https://short.example/x.mp4', link)).toBe(true)
    expect(doesApply('video', 'https://example.org/videos/b.mp4', link)).toBe(false)
    expect(doesApply('domain', 'example.org', link)).toBe(true)
    expect(doesApply('domain', 'short.example', link)).toBe(true)
  })
})

describe('an invalid block', () => {
  it.each([
    ['video', '', 'not_a_video'],
    ['video', 'hello', 'not_a_video'],
    ['video', 'https://www.youtube.com/@somechannel', 'not_a_video'],
    ['video', 'https://www.youtube.com/playlist?list=PL1', 'not_a_video'],
    ['video', 'https://example.org/page.html', 'not_a_video'],
    ['video', 'javascript:alert(1)', 'not_a_video'],
    ['video', 'ftp://example.org/a.mp4', 'not_a_video'],
    ['video', 'kerf:sample', 'sample'],
    ['video', ' KERF:sample ', 'sample'],
    ['channel', 'https://www.youtube.com/c/SomeChannel', 'old_channel_name'],
    ['channel', 'https://www.youtube.com/user/SomeChannel', 'old_channel_name'],
    ['channel', 'SomeChannel', 'not_a_channel'],
    ['channel', 'https://example.org/@somechannel', 'not_a_channel'],
    ['channel', `https://www.youtube.com/watch?v=${VIDEO_ID}`, 'not_a_channel'],
    ['channel', 'https://www.youtube.com/channel/UC123', 'not_a_channel'],
    ['domain', 'com', 'too_wide'],
    ['domain', 'https://org/', 'too_wide'],
    ['domain', 'co.uk', 'too_wide'],
    ['domain', 'com.au', 'too_wide'],
    ['domain', '', 'not_a_domain'],
    ['domain', 'two words.org', 'not_a_domain'],
    ['domain', 'a..org', 'not_a_domain'],
    ['domain', 'https://', 'not_a_domain'],
    ['domain', '192.0.2.0/24', 'not_a_domain'],
    ['domain', '2001:db8::/32', 'not_a_domain'],
  ] as const)('is rejected: %s %j', (kind, enteredKey, reason) => {
    expect(readBlock(kind, enteredKey)).toEqual({ blockable: false, reason })
  })

  it('cannot apply to the sample', () => {
    expect(blockKeysOf({ source: 'sample', reference: 'sample' })).toEqual([])
  })
})
