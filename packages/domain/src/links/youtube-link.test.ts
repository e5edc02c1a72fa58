import { describe, expect, it } from 'vitest'
import { parseYoutubeLink } from './youtube-link.ts'

const ID = 'dQw4w9WgXcQ'

describe('a link to a YouTube video', () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `http://youtube.com/watch?v=${ID}`,
    `youtube.com/watch?v=${ID}`,
    `www.youtube.com/watch?v=${ID}`,
    `//www.youtube.com/watch?v=${ID}`,
    `  https://www.youtube.com/watch?v=${ID}\n`,
    `https://www.youtube.com/watch?app=desktop&v=${ID}`,
    `https://www.youtube.com/watch?feature=share&list=PL123&index=4&v=${ID}&pp=x`,
    `https://www.youtube.com/watch/?v=${ID}`,
    `HTTPS://WWW.YOUTUBE.COM/watch?v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}&si=abc`,
    `https://youtu.be/${ID}`,
    `youtu.be/${ID}?si=abc`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://youtube.com/shorts/${ID}?feature=share`,
    `https://www.youtube.com/live/${ID}?si=abc`,
    `https://www.youtube.com/embed/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}?rel=0`,
    `https://www.youtube.com/v/${ID}`,
    `https://www.youtube.com/watch?v=${ID}#comments`,
  ])('%j gives the id', (link) => {
    expect(parseYoutubeLink(link)?.videoId).toBe(ID)
  })

  it.each([
    [`https://youtu.be/${ID}?t=90`, { startTime: 90 }],
    [`https://youtu.be/${ID}?t=90s`, { startTime: 90 }],
    [`https://youtu.be/${ID}?t=1m30s`, { startTime: 90 }],
    [`https://youtu.be/${ID}?t=1h2m3s`, { startTime: 3723 }],
    [`https://youtu.be/${ID}?t=1:02:03`, { startTime: 3723 }],
    [`https://www.youtube.com/watch?v=${ID}#t=15`, { startTime: 15 }],
    [`https://www.youtube.com/embed/${ID}?start=10&end=20`, { startTime: 10, endTime: 20 }],
    [`https://youtu.be/${ID}?t=soon`, {}],
  ])('%j pre-sets the range', (link, range) => {
    expect(parseYoutubeLink(link)?.range).toEqual(range)
  })
})

it.each([
  '',
  'hello',
  'https://www.youtube.com/',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw',
  'https://www.youtube.com/c/SomeChannel',
  'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'https://www.youtube.com/results?search_query=cats',
  'https://www.youtube.com/embed/videoseries?list=PL123',
  'https://www.youtube.com/embed/live_stream?channel=UC123',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  'https://www.youtube.com/watch?v=tooshort',
  `https://www.youtube.com/watch?v=${ID}toolong`,
  `https://vimeo.com/watch?v=${ID}`,
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://evil.example/?x=youtube.com&v=${ID}`,
  `https://evil.example/youtube.com/watch?v=${ID}`,
  `https://youtube.com@evil.example/watch?v=${ID}`,
  `https://evil.example\\@youtube.com/watch?v=${ID}`,
  `https://user:pass@youtube.com/watch?v=${ID}`,
  `https://notyoutube.com/watch?v=${ID}`,
  `https://xn--yutube-wqf.com/watch?v=${ID}`,
  `https://www.youtube.com:8080/watch?v=${ID}`,
  `ftp://www.youtube.com/watch?v=${ID}`,
  `file:///www.youtube.com/watch?v=${ID}`,
  `javascript:alert(1)//youtube.com/watch?v=${ID}`,
  `ytsearch:${ID}`,
  `--exec=x https://youtu.be/${ID}`,
  ID,
])('anything else is refused %j', (link) => {
  expect(parseYoutubeLink(link)).toBeNull()
})
