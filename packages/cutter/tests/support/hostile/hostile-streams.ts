import { parsePlaylist } from '../../../src/demux/hls/parse-playlist.ts'
import { playlistSource } from '../../../src/demux/hls/playlist-source.ts'
import { sectionPacket } from '../../../src/demux/ts/ts-program.ts'
import { packetsOf, pidOf, VIDEO_PIDS } from '../ts-tables.ts'
import { cruelFile, type HostileFile, hex, times } from './cruel-file.ts'

/** Transport streams that attack their reader. @param stream a healthy one, as FFmpeg writes it */
export function hostileTransport(stream: Buffer): HostileFile[] {
  const packets = packetsOf(stream)
  const changed = (name: string, change: (packet: Buffer, index: number) => Buffer | null) =>
    cruelFile(
      `a transport stream ${name}`,
      Buffer.concat(
        packets.map((packet, index) => change(Buffer.from(packet), index)).filter((packet) => packet !== null),
      ),
    )
  const patched =
    (at: number, ...bytes: number[]) =>
    (packet: Buffer) => {
      packet.set(bytes, at)
      return packet
    }
  const isTable = (packet: Buffer) => pidOf(packet) === 0 || pidOf(packet) === VIDEO_PIDS.map
  const ownList = packets.find((packet) => pidOf(packet) === 0)!
  const ownMap = packets.find((packet) => pidOf(packet) === VIDEO_PIDS.map)!
  const tables = (list: Buffer, map: Buffer) => (packet: Buffer) =>
    pidOf(packet) === 0 ? list : pidOf(packet) === VIDEO_PIDS.map ? map : packet
  const withList = (...rows: Buffer[]) => tables(sectionPacket(0, 0, 1, Buffer.concat(rows)), ownMap)
  const withMap = (body: string) => tables(ownList, sectionPacket(VIDEO_PIDS.map, 2, 1, hex(body)))
  const patchedMap = (at: number, ...bytes: number[]) => tables(ownList, patched(at, ...bytes)(Buffer.from(ownMap)))
  const starts = (packet: Buffer) => (packet[1]! & 0x40) !== 0
  const media = (change: (packet: Buffer) => Buffer | null) => (packet: Buffer) =>
    isTable(packet) ? packet : change(packet)
  const pes = (at: number, ...bytes: number[]) =>
    media((packet) => {
      const found = packet.indexOf(hex('000001'), 4)
      if (starts(packet) && found > 0 && found + at + bytes.length < packet.length) packet.set(bytes, found + at)
      return packet
    })
  return [
    changed('without tables', (packet) => (isTable(packet) ? null : packet)),
    changed('of tables alone', (packet) => (isTable(packet) ? packet : null)),
    changed('whose every packet lost its sync', (packet, index) => (index > 20 ? patched(0, 0)(packet) : packet)),
    changed('whose packets lost bytes on the way', (packet, index) =>
      index > 20 && index % 7 === 0 ? packet.subarray(0, 150) : packet,
    ),
    changed('whose packets come in reverse', (_, index) => packets.at(-1 - index)!),
    changed('whose packets are all damaged', patched(1, 0xff)),
    changed('that is scrambled', media(patched(3, 0xd0))),
    changed('that is nothing but adaptation', media(patched(3, 0x20, 183))),
    changed('whose adaptations are of 255 bytes', media(patched(3, 0x30, 255))),
    changed('whose adaptations are of no bytes', media(patched(3, 0x30, 0))),
    changed('of nothing at all', media(patched(3, 0x00))),
    changed('whose programmes are in the table of programmes', withList(hex('0001e000'))),
    changed('of 40 programmes that are one', withList(...times(40, hex('0001f000')))),
    changed('whose frames are in the table', withMap('e100f000 1bf000f000')),
    changed('whose streams are all of one number', withMap('e100f000 1be100f000 0fe100f000')),
    changed('whose descriptors go on forever', withMap('e100f000 06e101ffff6a')),
    changed('whose descriptors are of no bytes', withMap('e100f000 06e101f00a0000000000000000')),
    changed('whose table claims 4,095 bytes', patchedMap(6, 0xbf, 0xff)),
    changed('whose table claims no bytes', patchedMap(6, 0xb0, 0)),
    changed('whose table begins behind its packet', patchedMap(4, 255)),
    changed('of H.264 that says it is HEVC', withMap('e100f000 24e100f000 0fe101f000')),
    changed('of AAC that says it is AC-3', withMap('e100f000 1be100f000 81e101f000')),
    changed('of AAC that says it is MP3', withMap('e100f000 1be100f000 03e101f000')),
    changed('whose packets are of no length forever', pes(4, 0, 0)),
    changed('whose packets claim 65,535 bytes', pes(4, 255, 255)),
    changed('whose packets claim one byte', pes(4, 0, 1)),
    changed('whose packets have heads of 255 bytes', pes(8, 255)),
    changed('whose packets have no time', pes(7, 0)),
    changed('whose packets are all at one time', pes(9, 0x21, 0, 1, 0, 1)),
    changed('whose packets are all at the end of time', pes(9, 0x2f, 255, 255, 255, 255)),
    changed(
      'of one packet that never ends',
      media((packet) => patched(1, packet[1]! & 0xbf)(packet)),
    ),
    changed(
      'whose every packet begins another',
      media((packet) => patched(1, packet[1]! | 0x40)(packet)),
    ),
  ]
}

const HEAD = '#EXTM3U\n#EXT-X-TARGETDURATION:6\n'
const END = '#EXT-X-ENDLIST\n'

/** Hostile playlists: each is read and, if possible, cut. Each segment is the bytes given. */
export function hostilePlaylists(segment: Buffer): HostileFile[] {
  const list = (name: string, text: () => string) => ({
    name: `a playlist ${name}`,
    open: () => {
      const playlist = parsePlaylist(text(), 'https://site.test/a/index.m3u8')
      if (playlist.kind === 'master') {
        throw new Error('It names others; who asked for it follows one of them, and no further.')
      }
      return playlistSource(playlist, async (_, range) => (range ? segment.subarray(range.start, range.end) : segment))
    },
  })
  const one =
    (before: string, uri = 'a.ts') =>
    () =>
      `${HEAD}${before}\n#EXTINF:2,\n${uri}\n${END}`
  return [
    list('of a million segments', () => `${HEAD}${'#EXTINF:0,\na\n'.repeat(1_000_000)}${END}`),
    list('of 100,000 beginnings', () => {
      const maps = Array.from({ length: 100_000 }, (_, index) => `#EXT-X-MAP:URI="${index}"\n`)
      return `${HEAD}${maps.join('')}#EXTINF:2,\na\n${END}`
    }),
    list('of 200,000 keys', one('#EXT-X-KEY:METHOD=AES-128,URI="k"\n'.repeat(100_000))),
    list('of 2 MB of emails as attributes', one(`#EXT-X-KEY:${'A'.repeat(2_000_000)}`)),
    list('of 2 MB of names without values', one(`#EXT-X-KEY:${'A-'.repeat(1_000_000)}`)),
    list('of 2 MB of opened quotes', one(`#EXT-X-MAP:${'A="'.repeat(700_000)}`)),
    list('of a line of 3 MB', one('', 'a'.repeat(3_000_000))),
    list('of 3 MB of carriage returns', one('\r'.repeat(3_000_000))),
    list('of 3 MB of blanks', one(' '.repeat(3_000_000))),
    ...['1e308', '1e309', 'Infinity', 'NaN', '-1', '', ',', '0x10', '1e-320', '9'.repeat(400)].map((seconds) =>
      list(`whose segment lasts '${seconds.slice(0, 12)}'`, () => `${HEAD}#EXTINF:${seconds},\na\n${END}`),
    ),
    ...['-5@0', '5@-5', '0@0', '1e3@0', '99999999999999999999@0', '5', '5@9007199254740991', ''].map((range) =>
      list(`of bytes '${range}'`, one(`#EXT-X-BYTERANGE:${range}`)),
    ),
    ...['-1', '99999999999999999999', '9'.repeat(400), 'x', '1e99'].map((sequence) =>
      list(
        `encrypted and numbered from '${sequence.slice(0, 22)}'`,
        one(`#EXT-X-MEDIA-SEQUENCE:${sequence}\n#EXT-X-KEY:METHOD=AES-128,URI="k"`),
      ),
    ),
    ...['http://', 'https://[::1', 'http://a:99999/', '\u0000:', '//', '\ud800'].map((uri) =>
      list(`that names '${uri}'`, one('', uri)),
    ),
    list('whose key is itself', one('#EXT-X-KEY:METHOD=AES-128,URI="index.m3u8"')),
    list('whose key is of no method', one('#EXT-X-KEY:URI="k"')),
    list('whose beginning is itself', one('#EXT-X-MAP:URI="index.m3u8"')),
    list('whose segment is itself', one('', 'index.m3u8')),
    list('of gaps alone', one('#EXT-X-GAP')),
    list('of 20,000 recordings', () => `${HEAD}${'#EXT-X-DISCONTINUITY\n#EXTINF:1,\na\n'.repeat(20_000)}${END}`),
    list('of variables', one('#EXT-X-DEFINE:NAME="a",VALUE="{$a}"', '{$a}')),
    list('of others, of which there are 1,000', () => `#EXTM3U\n${'#EXT-X-STREAM-INF:BANDWIDTH=1\na\n'.repeat(1000)}`),
    list('of others, of which there is none', () => '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n'),
    list('that never ends', () => `${HEAD}#EXTINF:2,\na.ts\n`),
    list('of nothing', () => `${HEAD}${END}`),
    list('that is none', () => '\u0000\u0000'),
    list('of 48 hours and a second', () => `${HEAD}${'#EXTINF:60,\na\n'.repeat(2881)}${END}`),
  ]
}
