import { describe, expect, it } from 'vitest'
import { parseYoutubeLink, parseYoutubePage, youtubeClipId } from './youtube-link.ts'

const VIDEO_ID = 'dQw4w9WgXcQ'
const WATCH_LINK = `https://www.youtube.com/watch?v=${VIDEO_ID}`
const consent = (link: string) => `https://consent.youtube.com/m?continue=${encodeURIComponent(link)}&gl=DE&m=0&pc=yt`
const shareLink = (path: string) => `https://www.youtube.com/attribution_link?a=AbC&u=${encodeURIComponent(path)}`

// Spellings of links that yt-dlp accepts, without bare ids, front ends such as Invidious, and sites that no longer
// exist. Front ends are not YouTube, and could redirect a visitor anywhere.
describe('a link to a YouTube video', () => {
  it.each([
    ['from the address bar', WATCH_LINK],
    ['without TLS', `http://youtube.com/watch?v=${VIDEO_ID}`],
    ['without a scheme', `youtube.com/watch?v=${VIDEO_ID}`],
    ['without a scheme, behind two slashes', `//www.YouTube.com/watch?v=${VIDEO_ID}`],
    ['with white space around it', `  ${WATCH_LINK}\n`],
    [
      'with the id behind other words',
      `https://www.youtube.com/watch?app=desktop&list=PL123&index=4&v=${VIDEO_ID}&pp=x`,
    ],
    ['with an extra slash', `https://www.youtube.com/watch/?v=${VIDEO_ID}`],
    ['in capitals', `HTTPS://WWW.YOUTUBE.COM/watch?v=${VIDEO_ID}`],
    ['with a dot behind the host', `https://www.youtube.com./watch?v=${VIDEO_ID}`],
    ['with two ids (the first counts)', `${WATCH_LINK}&v=BaW_jenozKc`],
    ['with another link in it', `https://www.youtube.com/watch?next=/watch?v=BaW_jenozKc&v=${VIDEO_ID}`],
    ['with an encoded id', `https://www.youtube.com/watch?v=%64Qw4w9WgXcQ`],
    ['to its comments', `${WATCH_LINK}#comments`],
    ['from a phone', `https://m.youtube.com/watch?v=${VIDEO_ID}`],
    ['to YouTube Music', `https://music.youtube.com/watch?v=${VIDEO_ID}&si=abc`],
    ['to YouTube Kids', `https://www.youtubekids.com/watch?v=${VIDEO_ID}`],
    ['to another YouTube host', `https://gaming.youtube.com/watch?v=${VIDEO_ID}`],
    ['from the share button', `https://youtu.be/${VIDEO_ID}?si=abc`],
    ['from the share button in a playlist', `youtu.be/${VIDEO_ID}?list=PL2qgrgXsNUG5ig9cat4ohreBjYLAPC0J5`],
    ['with parameters that begin with &', `https://youtu.be/${VIDEO_ID}&feature=share`],
    ['to a Short', `https://youtube.com/shorts/${VIDEO_ID}?feature=share`],
    ['to a finished live stream', `https://www.youtube.com/live/${VIDEO_ID}?si=abc`],
    ['to an embedded player', `https://www.youtube.com/embed/${VIDEO_ID}/`],
    ['to an embedded player without cookies', `https://www.youtube-nocookie.com/embed/${VIDEO_ID}?rel=0`],
    ['to an old embedded player', `http://www.youtube.com/v/${VIDEO_ID}&hl=en_US&fs=1`],
    ['to an old embedded player from Google', `https://youtube.googleapis.com/v/${VIDEO_ID}?version=3`],
    ['to an old embedded player, in short', `https://www.youtube.com/e/${VIDEO_ID}`],
    ['to a pop-up player', `https://www.youtube.com/watch_popup?v=${VIDEO_ID}`],
    ['to a film', `https://www.youtube.com/movie?v=${VIDEO_ID}`],
    ['to YouTube Studio', `https://studio.youtube.com/video/${VIDEO_ID}/edit`],
    ['to its comments in YouTube Studio', `https://studio.youtube.com/video/${VIDEO_ID}/comments/inbox?filter=%5B%5D`],
    ['to a Short, with the short host', `https://youtu.be/shorts/${VIDEO_ID}?si=abc`],
    ['to a live stream, with the short host', `https://youtu.be/live/${VIDEO_ID}`],
    ['from the address bar, with the short host', `https://youtu.be/watch?v=${VIDEO_ID}`],
    ['percent-encoded', encodeURIComponent(WATCH_LINK)],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(WATCH_LINK))],
    ['percent-encoded without a scheme', `youtu.be%2F${VIDEO_ID}%3Fsi%3Dabc`],
    ['percent-encoded from its query on', `https://www.youtube.com/watch%3Fv%3D${VIDEO_ID}`],
    ['redirected by YouTube to itself', `https://www.youtube.com/redirect?event=x&q=${encodeURIComponent(WATCH_LINK)}`],
    ['encoded twice behind consent', consent(encodeURIComponent(WATCH_LINK))],
    ['with the id as a folder', `https://www.youtube.com/watch/${VIDEO_ID}`],
    ['with two slashes', `https://www.youtube.com//watch?v=${VIDEO_ID}`],
    ['to a pop-up chat', `https://www.youtube.com/live_chat?is_popout=1&v=${VIDEO_ID}`],
    ['to a playlist that plays it', `https://www.youtube.com/playlist?list=PL123&v=${VIDEO_ID}`],
    ['to a player for schools', `https://www.youtubeeducation.com/embed/${VIDEO_ID}`],
    ['that opens the app', `vnd.youtube:${VIDEO_ID}`],
    ['that opens the app, with slashes', `vnd.youtube://${VIDEO_ID}?t=5`],
    ['that opens the iOS app', `youtube://watch?v=${VIDEO_ID}`],
    ['to the sign-in page', `https://www.youtube.com/signin?app=m&next=${encodeURIComponent(`/watch?v=${VIDEO_ID}`)}`],
    ['to the age check', `https://www.youtube.com/verify_age?next_url=/watch?v%3D${VIDEO_ID}`],
    ['to a very old page', `http://www.youtube.com/watch.php?v=${VIDEO_ID}`],
    ['without a path', `https://www.youtube.com/?feature=share&v=${VIDEO_ID}`],
    ['with the id behind the hash', `https://www.youtube.com/watch#!v=${VIDEO_ID}`],
    ['with all of it behind the hash', `https://m.youtube.com/#/watch?feature=share&v=${VIDEO_ID}`],
    ['to an embedded player behind the hash', `https://www.youtube.com/user/someone#/v/${VIDEO_ID}`],
    ['copied from HTML', `https://www.youtube.com/watch?feature=player_embedded&amp;v=${VIDEO_ID}`],
    ['copied from HTML in HTML', `https://www.youtube.com/watch?feature=player_embedded&amp;amp;v=${VIDEO_ID}`],
    ['copied from the consent page', consent(`https://www.youtube.com/live/${VIDEO_ID}?cbrd=1`)],
    ['copied from the HTML of the consent page', consent(WATCH_LINK).replace('m?', 'ml?gl=DE&amp;')],
    ['with an attribution', shareLink(`/watch?v=${VIDEO_ID}&feature=share`)],
    ['with an attribution, behind consent', consent(shareLink(`/watch?v=${VIDEO_ID}`))],
  ])('%s has its id: %j', (_, link) => {
    expect(parseYoutubeLink(link)?.videoId).toBe(VIDEO_ID)
    expect(parseYoutubePage(link)).toBeNull()
  })

  it.each([
    ['in seconds', `https://youtu.be/${VIDEO_ID}?t=90`, { startTime: 90 }],
    ['in seconds with a unit', `https://youtu.be/${VIDEO_ID}?t=90s`, { startTime: 90 }],
    ['in minutes', `https://youtu.be/${VIDEO_ID}?t=1m30s`, { startTime: 90 }],
    ['in hours', `https://youtu.be/${VIDEO_ID}?t=1h2m3s`, { startTime: 3723 }],
    ['as on a clock', `https://youtu.be/${VIDEO_ID}?t=1:02:03`, { startTime: 3723 }],
    ['behind the hash', `${WATCH_LINK}#t=15`, { startTime: 15 }],
    ['behind "&" instead of "?"', `https://youtu.be/${VIDEO_ID}&t=15`, { startTime: 15 }],
    ['copied from HTML', `${WATCH_LINK}&amp;t=15`, { startTime: 15 }],
    ['for a player', `https://www.youtube.com/embed/${VIDEO_ID}?start=10&end=20`, { startTime: 10, endTime: 20 }],
    ['for an old player', `https://www.youtube.com/v/${VIDEO_ID}&start=10&end=1:20`, { startTime: 10, endTime: 80 }],
    ['where a player was left', `${WATCH_LINK}&time_continue=8`, { startTime: 8 }],
    ['in a link behind consent', consent(`${WATCH_LINK}&t=1m30s`), { startTime: 90 }],
    ['in a link with an attribution', shareLink(`/watch?v=${VIDEO_ID}&t=90`), { startTime: 90 }],
    ['that is invalid, beside a valid one', `${WATCH_LINK}&start=x&t=5&end=-1`, { startTime: 5 }],
    ['that is a word', `https://youtu.be/${VIDEO_ID}?t=soon`, {}],
    ['below zero', `https://youtu.be/${VIDEO_ID}?t=-5`, {}],
    ['that is infinite', `https://youtu.be/${VIDEO_ID}?t=1e999`, {}],
    ['with too many digits', `https://youtu.be/${VIDEO_ID}?t=99999999999`, {}],
    ['that is empty', `https://youtu.be/${VIDEO_ID}?t=&start=&end=`, {}],
  ])('with a time %s sets the range: %j', (_, link, range) => {
    expect(parseYoutubeLink(link)?.range).toEqual(range)
  })
})

it.each([
  ['youtube_clip', 'https://www.youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ'],
  ['youtube_clip', consent('https://youtube.com/clip/UgytZKpehg-hEMBSn3F4AaABCQ?si=abc')],
  ['youtube_playlist', 'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'],
  ['youtube_playlist', 'https://music.youtube.com/playlist?list=OLAK5uy_kSPoLQ'],
  ['youtube_playlist', 'https://www.youtube.com/watch?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf'],
  ['youtube_playlist', 'https://www.youtube.com/embed/videoseries?list=PL123'],
  ['youtube_page', 'https://www.youtube.com/@channel'],
  ['youtube_page', 'https://www.youtube.com/@channel/live'],
  ['youtube_page', 'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw'],
  ['youtube_page', 'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw/live'],
  ['youtube_page', 'https://www.youtube.com/embed/live_stream?channel=UC123'],
  ['youtube_page', 'https://www.youtube.com/c/SomeChannel'],
  ['youtube_page', `https://www.youtube.com/source/${VIDEO_ID}/shorts`],
  ['youtube_page', 'https://www.youtube.com/results?search_query=cats'],
  ['youtube_page', 'youtube.com'],
  ['youtube_page', 'https://youtu.be/'],
  ['youtube_page', 'https://www.youtube.com/watch?v='],
  ['youtube_page', 'https://www.youtube.com/attribution_link?a=AbC'],
])('a %s is recognized instead of a video in %j', (page, link) => {
  expect(parseYoutubeLink(link)).toBeNull()
  expect(parseYoutubePage(link)).toBe(page)
})

it.each([
  '',
  'hello',
  VIDEO_ID,
  `ytsearch:${VIDEO_ID}`,
  `--exec=x https://youtu.be/${VIDEO_ID}`,
  'https://www.youtube.com/watch?v=tooshort',
  `${WATCH_LINK}toolong`,
  `https://vimeo.com/watch?v=${VIDEO_ID}`,
  `https://invidious.example/watch?v=${VIDEO_ID}`,
  `https://www.google.com/url?q=${encodeURIComponent(WATCH_LINK)}`,
  `https://youtube.com.evil.example/watch?v=${VIDEO_ID}`,
  `https://evil.example/?x=youtube.com&v=${VIDEO_ID}`,
  `https://evil.example/youtube.com/watch?v=${VIDEO_ID}`,
  `https://evil.example/?continue=${encodeURIComponent(WATCH_LINK)}`,
  `https://consent.youtube.com.evil.example/m?continue=${encodeURIComponent(WATCH_LINK)}`,
  `https://youtube.com@evil.example/watch?v=${VIDEO_ID}`,
  `https://evil.example\\@youtube.com/watch?v=${VIDEO_ID}`,
  `https://user:pass@youtube.com/watch?v=${VIDEO_ID}`,
  `https://notyoutube.com/watch?v=${VIDEO_ID}`,
  `https://evil-youtube.com/watch?v=${VIDEO_ID}`,
  `https://a.b.youtube.com/watch?v=${VIDEO_ID}`,
  `https://xn--yutube-wqf.com/watch?v=${VIDEO_ID}`,
  `https://www.youtube.com:8080/watch?v=${VIDEO_ID}`,
  `ftp://www.youtube.com/watch?v=${VIDEO_ID}`,
  `file:///www.youtube.com/watch?v=${VIDEO_ID}`,
  `javascript:alert(1)//youtube.com/watch?v=${VIDEO_ID}`,
  consent(`https://evil.example/watch?v=${VIDEO_ID}`),
  consent(`https://youtube.com@evil.example/watch?v=${VIDEO_ID}`),
  consent(`javascript:alert(1)//youtube.com/watch?v=${VIDEO_ID}`),
  consent(`https://www.youtube.com/watch?v= ${VIDEO_ID}`),
  encodeURIComponent(`https://evil.example/@youtube.com/watch?v=${VIDEO_ID}`),
  `https://evil.example%2F@youtube.com/watch?v=${VIDEO_ID}`,
  `https://www.youtube.com/redirect?q=${encodeURIComponent(`https://evil.example/watch?v=${VIDEO_ID}`)}`,
  consent(''),
  shareLink(`.evil.example/watch?v=${VIDEO_ID}`),
  `https://www.youtube.com/signin?next=.evil.example/watch?v=${VIDEO_ID}`,
  `vnd.youtube:evil.example/watch?v=${VIDEO_ID}`,
  `youtube:${VIDEO_ID}.evil.example`,
  shareLink(`@evil.example/watch?v=${VIDEO_ID}`),
  shareLink(`:8080/watch?v=${VIDEO_ID}`),
])('anything else is refused: %j', (link) => {
  expect(parseYoutubeLink(link)).toBeNull()
  expect(parseYoutubePage(link)).toBeNull()
})

it('nested links are followed to a limited depth', () => {
  expect(parseYoutubeLink(consent(consent(WATCH_LINK)))?.videoId).toBe(VIDEO_ID)
  expect(parseYoutubeLink(consent(consent(consent(WATCH_LINK))))).toBeNull()
  expect(parseYoutubeLink('consent.youtube.com?continue='.repeat(70) + WATCH_LINK)).toBeNull()
  expect(parseYoutubeLink(shareLink(`//evil.example/watch?v=${VIDEO_ID}`))).toBeNull()
})

describe('a YouTube clip link', () => {
  const CLIP_ID = 'UgkxStandInClip00000000000000000001'
  it.each([
    `https://www.youtube.com/clip/${CLIP_ID}`,
    `https://youtube.com/clip/${CLIP_ID}?si=abc&feature=share`,
    `https://m.youtube.com/clip/${CLIP_ID}/`,
    `youtube.com/clip/${CLIP_ID}`,
  ])('%s has the id of the clip', (link) => {
    expect(youtubeClipId(link)).toBe(CLIP_ID)
    expect(parseYoutubeLink(link)).toBeNull()
  })

  it.each([
    'https://www.youtube.com/clip/',
    'https://www.youtube.com/clip/../watch',
    `https://youtu.be/clip/${CLIP_ID}`,
    `https://evil.example/clip/${CLIP_ID}`,
    `https://youtube.com@evil.example/clip/${CLIP_ID}`,
    `https://www.youtube.com/clip/${'a'.repeat(65)}`,
    `https://www.youtube.com/clip/${CLIP_ID}/more`,
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ])('%s has no clip id', (link) => {
    expect(youtubeClipId(link)).toBeNull()
  })
})
