import { describe, expect, it } from 'vitest'
import { parsePlaylist } from './parse-playlist.ts'

const SITE = 'https://site.test/'
const HEAD = '#EXTM3U\n'
const END = '#EXT-X-ENDLIST\n'

function parseMediaPlaylist(lines: string, address = `${SITE}a/index.m3u8`) {
  const playlist = parsePlaylist(HEAD + lines + END, address)
  if (playlist.kind !== 'media') throw new Error('It names other playlists.')
  return playlist
}

const refusal = (code: string) => expect.objectContaining({ name: 'CutterError', code })
const repeatLine = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('')
/** An address of the given length. */
const longAddress = (length: number) => `${SITE}${'a'.repeat(length - SITE.length - 2)}/v`

describe('addresses in a playlist', () => {
  it("are resolved against the playlist's address", () => {
    const { segments } = parseMediaPlaylist(
      '#EXTINF:1,\nb.ts\n#EXTINF:1,\n/c.ts\n#EXTINF:1,\nhttp://other.test/d.ts?e\n',
    )
    expect(segments.map(({ address }) => address)).toEqual([
      'https://site.test/a/b.ts',
      'https://site.test/c.ts',
      'http://other.test/d.ts?e',
    ])
  })

  it('lose their fragment, which is never sent', () => {
    expect(parseMediaPlaylist('#EXTINF:1,\nb.ts?c#kerf-window=d\n').segments[0]!.address).toBe(`${SITE}a/b.ts?c`)
  })

  it('may be as long as web servers allow, and no longer, in every tag', () => {
    const longestAddress = longAddress(8192)
    const tooLongAddress = longAddress(8193)
    expect(parseMediaPlaylist(`#EXTINF:1,\n${longestAddress}\n`).segments[0]!.address).toBe(longestAddress)
    for (const playlist of [
      `#EXTINF:1,\n${tooLongAddress}\n`,
      `#EXT-X-KEY:METHOD=AES-128,URI="${tooLongAddress}"\n`,
      `#EXT-X-MAP:URI="${tooLongAddress}"\n`,
      `#EXT-X-STREAM-INF:BANDWIDTH=1\n${tooLongAddress}\n`,
      `#EXT-X-STREAM-INF:BANDWIDTH=1\na\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",URI="${tooLongAddress}"\n`,
    ]) {
      expect(() => parseMediaPlaylist(playlist)).toThrow(refusal('unsupported_media'))
    }
  })

  it('are not resolved against an address that is too long', () => {
    expect(() => parseMediaPlaylist('#EXTINF:1,\na\n', longAddress(60_000))).toThrow(refusal('unsupported_media'))
    expect(() => parseMediaPlaylist('#EXTINF:1,\nbcdefghi\n', longAddress(8190))).toThrow(refusal('unsupported_media'))
  })

  it('are refused if short ones resolve to too much text', () => {
    const segments = repeatLine(4000, (index) => `#EXTINF:1,\n${index}\n`)
    expect(() => parseMediaPlaylist(segments, longAddress(8000))).toThrow(refusal('unsupported_media'))
    expect(parseMediaPlaylist(segments, longAddress(2000)).segments).toHaveLength(4000)
  })

  it('may repeat, as in a file whose segments are byte ranges', () => {
    const address = longAddress(8000)
    const line = (index: number) =>
      `#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:1,\n#EXT-X-BYTERANGE:5@${index * 5}\nv\n`
    const { segments } = parseMediaPlaylist(repeatLine(4000, line), address)
    expect(segments.at(-1)).toMatchObject({ address, range: { start: 19_995, end: 20_000 } })
  })
})

describe('the initialization section of a playlist', () => {
  it('is stored once per address and range, in any spelling', () => {
    const withMap = (map: string) => `#EXT-X-MAP:${map}\n#EXTINF:1,\nb\n`
    const { maps, segments } = parseMediaPlaylist(
      withMap('URI="m"') +
        withMap('URI="./m"') +
        withMap('URI="m",BYTERANGE="5@0"') +
        withMap('BYTERANGE="5",URI="m"') +
        withMap('URI="m"'),
    )
    expect(segments.map(({ map }) => map)).toEqual([0, 0, 1, 1, 0])
    expect(maps.map(({ range }) => range)).toEqual([null, { start: 0, end: 5 }])
  })

  it('may change 2,000 times, and the last one may be repeated for each segment', () => {
    const lastMap = '#EXT-X-MAP:URI="1999"\n'
    const { maps, segments } = parseMediaPlaylist(
      repeatLine(2000, (index) => `#EXT-X-MAP:URI="${index}"\n`) +
        repeatLine(20_000, () => `${lastMap}#EXTINF:1,\nb\n`),
      longAddress(2000),
    )
    expect([maps.length, segments.length, segments.at(-1)!.map]).toEqual([2000, 20_000, 1999])
    expect(() => parseMediaPlaylist(repeatLine(2001, (index) => `#EXT-X-MAP:URI="${index}"\n`))).toThrow(
      refusal('unsupported_media'),
    )
  })
})

describe('dates in a playlist', () => {
  const dateTag = (seconds: number) =>
    `#EXT-X-PROGRAM-DATE-TIME:${new Date((1_700_000_000 + seconds) * 1000).toISOString()}\n`
  const timesIn = (lines: string) =>
    parseMediaPlaylist(lines).segments.map(({ programSeconds, durationSeconds }) => [
      Number((programSeconds! - 1_700_000_000).toFixed(3)),
      Number(durationSeconds.toFixed(3)),
    ])

  it('give the real length of segments with rounded durations', () => {
    const { durationSeconds } = parseMediaPlaylist(
      repeatLine(1000, (index) => `${dateTag(index * 5.96)}#EXTINF:6,\nb\n`),
    )
    expect(durationSeconds).toBeCloseTo(5960, 0)
  })

  it('date the segments before and after them', () => {
    const lines = `#EXTINF:6,\nb\n${dateTag(0)}#EXTINF:6,\nb\n#EXTINF:6,\nb\n`
    expect(timesIn(lines)).toEqual([
      [-6, 6],
      [0, 6],
      [6, 6],
    ])
  })

  it.each([
    ['jumps', 60, '', '6'],
    ['belongs to another recording', 5, '#EXT-X-DISCONTINUITY\n', '6'],
    ['follows an exact duration', 5, '', '6.000001'],
  ])('do not correct a duration if the next one %s', (_, seconds, tag, duration) => {
    const lines = `${dateTag(0)}#EXTINF:${duration},\nb\n${tag}${dateTag(seconds)}#EXTINF:6,\nb\n`
    expect(timesIn(lines)).toEqual([
      [0, 6],
      [6, 6],
    ])
  })
})

describe('a master playlist with too many tracks', () => {
  const variant = '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"\nvideo.m3u8\n'
  const parseMasterPlaylist = (lines: string) => {
    const playlist = parsePlaylist(`#EXTM3U\n${lines}${variant}`, SITE)
    if (playlist.kind !== 'master') throw new Error('It is no master.')
    return playlist
  }

  it('has the first two hundred of each kind', () => {
    const audio = repeatLine(300, (index) => `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="${index}",URI="a${index}"\n`)
    const subtitles = repeatLine(
      300,
      (index) => `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="${index}",URI="s${index}"\n`,
    )
    const playlist = parseMasterPlaylist(audio + subtitles)
    expect([playlist.variants.length, playlist.audio.length, playlist.subtitles.length]).toEqual([1, 200, 200])
  })

  it('has those with addresses of a usable length', () => {
    const subtitlesTag = (uri: string) => `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="n",URI="${uri}"\n`
    const { subtitles } = parseMasterPlaylist(
      subtitlesTag('a'.repeat(9000)) + subtitlesTag('b'.repeat(7800)) + subtitlesTag('c'.repeat(2000)),
    )
    expect(subtitles.map(({ address }) => address)).toEqual([`${SITE}${'c'.repeat(2000)}`])
  })

  it('has codec names of limited length', () => {
    const longCodecVariant = `#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.${'6'.repeat(10_000)}"\nlong.m3u8\n`
    expect(parseMasterPlaylist(longCodecVariant).variants[0]?.codecs[0]).toHaveLength(100)
  })
})

describe('the text of a playlist', () => {
  it('may begin with a byte order mark, and have any line ends', () => {
    const playlist = parsePlaylist(
      '\uFEFF#EXTM3U\r\n\r\n# a comment\r\n#EXTINF:2.5,\r\n  b.ts \r\n#EXT-X-ENDLIST',
      SITE,
    )
    expect(playlist).toMatchObject({ isEnded: true, durationSeconds: 2.5, segments: [{ address: `${SITE}b.ts` }] })
  })

  it.each([
    ['lines', '\n'.repeat(300_001)],
    ['keys', repeatLine(70_000, (index) => `#EXT-X-KEY:METHOD=AES-128,URI="${index}"\n`)],
    ['words in one line', `#EXT-X-KEY:${repeatLine(100, (index) => `A${index}=,`)}\n`],
  ])('is refused if it has too many %s', (_, lines) => {
    expect(() => parseMediaPlaylist(`${lines}#EXTINF:1,\nb\n`)).toThrow(refusal('unsupported_media'))
  })
})
