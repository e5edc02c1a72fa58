import { describe, expect, it } from 'vitest'
import { blockKeysOf, readBlock } from '../../moderation/blocking.ts'
import { recognizeLink } from '../recognize-link.ts'
import { namesOfSites, SOURCES, type SourceId } from '../source-ids.ts'
import { parsePeertubeChannel, parsePeertubeLink } from './peertube-link.ts'
import { parseSiteChannel, parseSiteVideo, SITE_IDS, SITES, siteOf } from './sites.ts'

const CLIP = 'CulturedAmazingKuduDatSheffy-TiZ_-ixAGYR3y2Uy'
const POST = 'https://bsky.app/profile/bsky.app/post/3l3vgf77uco2g'

/** Forms of links by site, the reference that all of them share, and the time that some carry. */
const FORMS: Readonly<
  Record<string, readonly [link: string, reference: string, startTime?: number, endTime?: number][]>
> = {
  twitch: [
    ['https://www.twitch.tv/videos/6528877?t=1h2m3s', 'https://www.twitch.tv/videos/6528877', 3723],
    ['twitch.tv/videos/6528877', 'https://www.twitch.tv/videos/6528877'],
    ['https://m.twitch.tv/videos/6528877?t=90', 'https://www.twitch.tv/videos/6528877', 90],
    ['http://www.twitch.tv/riotgames/v/6528877?t=5m10s', 'https://www.twitch.tv/videos/6528877', 310],
    ['https://www.twitch.tv/riotgames/video/6528877', 'https://www.twitch.tv/videos/6528877'],
    ['https://player.twitch.tv/?t=5m10s&video=v6528877', 'https://www.twitch.tv/videos/6528877', 310],
    ['https://player.twitch.tv/?video=6528877&parent=a.example', 'https://www.twitch.tv/videos/6528877'],
    ['https://go.twitch.tv/videos/6528877#t=90', 'https://www.twitch.tv/videos/6528877', 90],
    ['https://www.twitch.tv/riotgames/videos/6528877', 'https://www.twitch.tv/videos/6528877'],
    [`https://www.twitch.tv/xqc/clip/${CLIP}?filter=clips`, `https://clips.twitch.tv/${CLIP}`],
    [`https://clips.twitch.tv/${CLIP}`, `https://clips.twitch.tv/${CLIP}`],
    [`https://clips.twitch.tv/embed?clip=${CLIP}`, `https://clips.twitch.tv/${CLIP}`],
    [`https://m.twitch.tv/clip/${CLIP}`, `https://clips.twitch.tv/${CLIP}`],
    [`https://m.twitch.tv/xqc/clip/${CLIP}`, `https://clips.twitch.tv/${CLIP}`],
    [`https://clips.twitch.tv/xqc/${CLIP}`, `https://clips.twitch.tv/${CLIP}`],
  ],
  vimeo: [
    ['https://vimeo.com/76979871#t=1m2s', 'https://vimeo.com/76979871', 62],
    ['https://vimeo.com/76979871?share=copy#t=90', 'https://vimeo.com/76979871', 90],
    ['https://www.vimeo.com/76979871/8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/groups/shortfilms/videos/76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/showcase/3253534/video/76979871', 'https://vimeo.com/76979871'],
    ['https://vimeo.com/album/3253534/video/76979871', 'https://vimeo.com/76979871'],
    ['https://player.vimeo.com/video/76979871#t=1m2s', 'https://vimeo.com/76979871', 62],
    ['https://vimeo.com/76979871?h=8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
  ],
  dailymotion: [
    ['https://www.dailymotion.com/video/x5kesuj?start=75', 'https://www.dailymotion.com/video/x5kesuj', 75],
    ['https://www.dailymotion.com/video/x5kesuj_a-title_news', 'https://www.dailymotion.com/video/x5kesuj'],
    ['https://dai.ly/x5kesuj', 'https://www.dailymotion.com/video/x5kesuj'],
    ['https://www.dailymotion.com/embed/video/x5kesuj', 'https://www.dailymotion.com/video/x5kesuj'],
    ['https://geo.dailymotion.com/player/x86gw.html?video=x5kesuj', 'https://www.dailymotion.com/video/x5kesuj'],
    ['https://geo.dailymotion.com/player.html?video=x5kesuj', 'https://www.dailymotion.com/video/x5kesuj'],
    ['https://www.dailymotion.com/swf/video/x5kesuj?autoplay=1', 'https://www.dailymotion.com/video/x5kesuj'],
    ['https://dai.ly/x5kesuj?start=75', 'https://www.dailymotion.com/video/x5kesuj', 75],
  ],
  soundcloud: [
    ['https://soundcloud.com/someone/a-track#t=1:02', 'https://soundcloud.com/someone/a-track', 62],
    ['https://m.soundcloud.com/Someone/A-track?si=x', 'https://soundcloud.com/someone/a-track'],
    ['https://soundcloud.com/someone/a-track/s-8Pjrp', 'https://soundcloud.com/someone/a-track/s-8Pjrp'],
    ['www.soundcloud.com/someone/a-track#t=90', 'https://soundcloud.com/someone/a-track', 90],
  ],
  archive: [
    [
      'https://archive.org/details/night_of_the_living_dead?start=90',
      'https://archive.org/details/night_of_the_living_dead',
      90,
    ],
    ['https://www.archive.org/embed/XD300-23?start=60&end=75', 'https://archive.org/details/XD300-23', 60, 75],
    ['https://archive.org/details/gd1977/track%2002.mp3', 'https://archive.org/details/gd1977/track%2002.mp3'],
    ['https://archive.org/embed/gd1977/track%2002.mp3', 'https://archive.org/details/gd1977/track%2002.mp3'],
  ],
  bluesky: [
    [POST, POST],
    ['https://www.bsky.app/profile/bsky.app/post/3l3vgf77uco2g?ref=a', POST],
    [
      'https://bsky.app/profile/did:plc:pzdr5ylumf7vmvwasrpr5bf2/post/3l3vgf77uco2g',
      'https://bsky.app/profile/did:plc:pzdr5ylumf7vmvwasrpr5bf2/post/3l3vgf77uco2g',
    ],
  ],
  reddit: [
    [
      'https://www.reddit.com/r/videos/comments/6rrwyj/that_small_heart_attack/',
      'https://www.reddit.com/comments/6rrwyj',
    ],
    ['https://old.reddit.com/r/videos/comments/6rrwyj', 'https://www.reddit.com/comments/6rrwyj'],
    ['https://www.reddit.com/user/someone/comments/6rrwyj/title', 'https://www.reddit.com/comments/6rrwyj'],
    ['https://redd.it/6rrwyj', 'https://www.reddit.com/comments/6rrwyj'],
    ['https://www.reddit.com/comments/6rrwyj/a_title/?utm_source=share', 'https://www.reddit.com/comments/6rrwyj'],
  ],
  streamable: [
    ['https://streamable.com/dnd1?t=12', 'https://streamable.com/dnd1', 12],
    ['https://streamable.com/e/dnd1', 'https://streamable.com/dnd1'],
    ['https://streamable.com/o/dnd1', 'https://streamable.com/dnd1'],
    ['https://www.streamable.com/s/dnd1/drxjds', 'https://streamable.com/dnd1'],
  ],
  ted: [
    ['https://www.ted.com/talks/candace_parker_how_to', 'https://www.ted.com/talks/candace_parker_how_to'],
    ['https://embed.ted.com/talks/candace_parker_how_to', 'https://www.ted.com/talks/candace_parker_how_to'],
    ['https://www.ted.com/talks/lang/de/candace_parker_how_to', 'https://www.ted.com/talks/candace_parker_how_to'],
    ['https://www.ted.com/talks/candace_parker_how_to?t=90', 'https://www.ted.com/talks/candace_parker_how_to', 90],
  ],
  x: [
    ['https://x.com/someone/status/1577855540407197696', 'https://x.com/i/status/1577855540407197696'],
    ['https://twitter.com/someone/status/1577855540407197696?s=20', 'https://x.com/i/status/1577855540407197696'],
    ['https://mobile.twitter.com/i/web/status/1577855540407197696', 'https://x.com/i/status/1577855540407197696'],
    ['https://m.x.com/someone/statuses/1577855540407197696', 'https://x.com/i/status/1577855540407197696'],
    ['https://x.com/i/status/1577855540407197696', 'https://x.com/i/status/1577855540407197696'],
    ['https://x.com/someone/status/1577855540407197696/video/2', 'https://x.com/i/status/1577855540407197696/video/2'],
  ],
}

describe.each(SITE_IDS)('links to %s', (id) => {
  it.each(FORMS[id]!)('%s leads to its video', (link, reference, startTime, endTime) => {
    expect(recognizeLink(link, [id])).toEqual({
      source: id,
      reference,
      ...(startTime !== undefined && { startTime }),
      ...(endTime !== undefined && { endTime }),
    })
    expect(recognizeLink(reference, [id])).toEqual({ source: id, reference })
    expect(recognizeLink(link, ['youtube'])).toBeNull()
  })

  it("are blocked by their video in every form, and by the site's domain", () => {
    const [, reference] = FORMS[id]![0]!
    const links = FORMS[id]!.filter((form) => form[1] === reference).map(([link]) => link)
    const block = readBlock('video', reference)
    expect(block).toMatchObject({ blockable: true })
    for (const link of links) expect(readBlock('video', link)).toEqual(block)
    const keys = blockKeysOf({ source: id, reference })
    expect(keys).toContainEqual({ kind: 'video', key: block.blockable && block.key })
    for (const domain of siteOf(id).domains) {
      const read = readBlock('domain', domain)
      expect(keys).toContainEqual({ kind: 'domain', key: read.blockable && read.key })
    }
  })
})

describe('links to sites', () => {
  it.each([
    'https://www.twitch.tv/someone',
    'https://www.twitch.tv/collections/wlDCoH0zEBZZbQ',
    'https://www.twitch.tv/directory',
    'https://vimeo.com/user1234',
    'https://vimeo.com/ondemand/something/76979871',
    'https://vimeo.com/showcase/3253534',
    'https://vimeo.com/event/5116195',
    'https://vimeo.com.evil.example/76979871',
    'https://notvimeo.com/76979871',
    'https://someone@vimeo.com/76979871',
    'https://vimeo.com:8443/76979871',
    'https://vimeo.com\\76979871',
    'https://soundcloud.com/someone',
    'https://soundcloud.com/someone/sets/a-set',
    'https://soundcloud.com/stations/track/a',
    'https://archive.org/download/item/video.mp4',
    'https://archive.org/details/..%2f..%2fetc',
    'https://bsky.app/profile/bsky.app',
    'https://www.reddit.com/r/videos',
    'https://www.ted.com/playlists/123/name',
    'https://x.com/someone',
    'https://x.com/search?q=a',
    'https://streamable.com/a/b/c/d',
    'ftp://vimeo.com/76979871',
  ])('to other pages lead to no video: %s', (link) => {
    expect(recognizeLink(link, SITE_IDS)).toBeNull()
  })

  it('have references that no program can misread', () => {
    for (const forms of Object.values(FORMS))
      for (const [link] of forms) {
        const { reference } = parseSiteVideo(`${link}`)!.video
        expect(reference).toMatch(/^https:\/\/[\w.-]+\/[\w./:%-]+$/)
      }
  })

  it('name extractors, but never the generic one', () => {
    for (const { extractors } of Object.values(SITES)) {
      expect(Object.keys(extractors).length).toBeGreaterThan(0)
      for (const name of Object.values(extractors)) expect(name).toMatch(/^(?!generic|all|default|end)[a-z.:]+$/)
    }
  })

  it('to channels are read for blocks', () => {
    expect(parseSiteChannel('https://www.twitch.tv/RiotGames')).toBe('twitch:riotgames')
    expect(parseSiteChannel('https://www.reddit.com/r/Videos/')).toBe('reddit:r/videos')
    expect(parseSiteChannel('https://twitter.com/Someone')).toBe('x:someone')
    expect(parseSiteChannel('https://vimeo.com/atencio')).toBe('vimeo:atencio')
    expect(readBlock('channel', 'https://www.twitch.tv/RiotGames')).toEqual({
      blockable: true,
      kind: 'channel',
      key: 'twitch:riotgames',
    })
    const keys = blockKeysOf({
      source: 'twitch',
      reference: 'https://www.twitch.tv/videos/1',
      channelIds: ['twitch:riotgames'],
    })
    expect(keys).toContainEqual({ kind: 'channel', key: 'twitch:riotgames' })
  })

  it('distinguish a block of a part of a site from one of the whole', () => {
    const read = readBlock('domain', 'clips.twitch.tv')
    expect(read).toEqual({ blockable: true, kind: 'domain', key: 'clips.twitch.tv' })
    expect(blockKeysOf({ source: 'twitch', reference: `https://clips.twitch.tv/${CLIP}` })).toContainEqual({
      kind: 'domain',
      key: 'clips.twitch.tv',
    })
  })
})

describe('links to PeerTube', () => {
  const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d'
  const SHORT = 'kkGMgK9ZtnKfYAgnEtQxbv'
  const REFERENCE = `https://tube.example/videos/watch/${UUID}`

  it.each([
    [`https://tube.example/w/${SHORT}?start=1m2s&stop=1m20s`, 62, 80],
    [`https://tube.example/videos/watch/${UUID}?start=62`, 62, undefined],
    [`https://tube.example/videos/embed/${UUID}`, undefined, undefined],
    [`https://tube.example/w/${SHORT}`, undefined, undefined],
    [`https://tube.example/videos/watch/${UUID.toUpperCase()}`, undefined, undefined],
  ])('%s leads to its video on any host', (link, startTime, endTime) => {
    expect(recognizeLink(link, ['youtube', 'peertube'])).toEqual({
      source: 'peertube',
      reference: REFERENCE,
      ...(startTime !== undefined && { startTime }),
      ...(endTime !== undefined && { endTime }),
    })
    expect(recognizeLink(link, ['youtube', 'media'])).toBeNull()
  })

  it.each([
    'https://tube.example/w/p/kkGMgK9ZtnKfYAgnEtQxbv',
    'https://tube.example/w/short',
    'https://tube.example/w/zzzzzzzzzzzzzzzzzzzzzzzzzzz',
    'https://tube.example/w/ZZZZZZZZZZZZZZZZZZZZZZ',
    'https://tube.example/videos/watch/playlist/9c9de5e8-0a1e-484a-b099-e80766180a6d',
    'https://tube.example/',
    `tube.example/w/${SHORT}`,
    `https://someone@tube.example/w/${SHORT}`,
  ])('to other pages are rejected: %s', (link) => {
    expect(parsePeertubeLink(link)).toBeNull()
  })

  it('are blocked on every host by the video, and by channel and domain', () => {
    const block = readBlock('video', `https://other.example/w/${SHORT}`)
    expect(block).toEqual({ blockable: true, kind: 'video', key: `peertube:${UUID}` })
    const channelIds = [parsePeertubeChannel('https://tube.example/c/name')!]
    expect(channelIds).toEqual(['peertube:name@tube.example'])
    const keys = blockKeysOf({ source: 'peertube', reference: REFERENCE, channelIds })
    expect(keys).toContainEqual({ kind: 'video', key: `peertube:${UUID}` })
    expect(keys).toContainEqual({ kind: 'channel', key: 'peertube:name@tube.example' })
    expect(keys).toContainEqual({ kind: 'domain', key: 'tube.example' })
  })
})

it('the names of enabled sites exclude YouTube and media links', () => {
  expect(namesOfSites(['youtube', 'media', 'twitch', 'peertube'])).toEqual(['PeerTube', 'Twitch'])
  expect(SOURCES.slice(0, 3)).toEqual(['youtube', 'media', 'peertube'] satisfies SourceId[])
})
