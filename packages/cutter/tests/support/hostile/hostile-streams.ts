import { parsePlaylist } from '../../../src/demux/hls/parse-playlist.ts'
import { playlistSource } from '../../../src/demux/hls/playlist-source.ts'
import { sectionPacket } from '../../../src/demux/ts/ts-program.ts'
import { FFMPEG_PIDS, packetsOf, pidOf } from '../ts-tables.ts'
import { copiesOf, type HostileFile, hex, hostileFile } from './cruel-file.ts'

/**
 * Transport streams that attack their reader.
 * @param stream a healthy stream, as FFmpeg writes it
 */
export function hostileTransportStreams(stream: Buffer): HostileFile[] {
  const packets = packetsOf(stream)
  const hostileStream = (name: string, change: (packet: Buffer, index: number) => Buffer | null) =>
    hostileFile(
      `a transport stream ${name}`,
      Buffer.concat(
        packets.map((packet, index) => change(Buffer.from(packet), index)).filter((packet) => packet !== null),
      ),
    )
  const patchAt =
    (at: number, ...bytes: number[]) =>
    (packet: Buffer) => {
      packet.set(bytes, at)
      return packet
    }
  const isTable = (packet: Buffer) => pidOf(packet) === 0 || pidOf(packet) === FFMPEG_PIDS.pmt
  const originalPat = packets.find((packet) => pidOf(packet) === 0)!
  const originalPmt = packets.find((packet) => pidOf(packet) === FFMPEG_PIDS.pmt)!
  const tables = (pat: Buffer, pmt: Buffer) => (packet: Buffer) =>
    pidOf(packet) === 0 ? pat : pidOf(packet) === FFMPEG_PIDS.pmt ? pmt : packet
  const withPat = (...rows: Buffer[]) => tables(sectionPacket(0, 0, 1, Buffer.concat(rows)), originalPmt)
  const withPmt = (body: string) => tables(originalPat, sectionPacket(FFMPEG_PIDS.pmt, 2, 1, hex(body)))
  const withPatchedPmt = (at: number, ...bytes: number[]) =>
    tables(originalPat, patchAt(at, ...bytes)(Buffer.from(originalPmt)))
  const isPesStart = (packet: Buffer) => (packet[1]! & 0x40) !== 0
  const onMedia = (change: (packet: Buffer) => Buffer | null) => (packet: Buffer) =>
    isTable(packet) ? packet : change(packet)
  const patchPes = (at: number, ...bytes: number[]) =>
    onMedia((packet) => {
      const pesAt = packet.indexOf(hex('000001'), 4)
      if (isPesStart(packet) && pesAt > 0 && pesAt + at + bytes.length < packet.length) packet.set(bytes, pesAt + at)
      return packet
    })
  return [
    hostileStream('without tables', (packet) => (isTable(packet) ? null : packet)),
    hostileStream('of tables alone', (packet) => (isTable(packet) ? packet : null)),
    hostileStream('whose every packet lost its sync', (packet, index) => (index > 20 ? patchAt(0, 0)(packet) : packet)),
    hostileStream('whose packets lost bytes on the way', (packet, index) =>
      index > 20 && index % 7 === 0 ? packet.subarray(0, 150) : packet,
    ),
    hostileStream('whose packets come in reverse', (_, index) => packets.at(-1 - index)!),
    hostileStream('whose packets are all damaged', patchAt(1, 0xff)),
    hostileStream('that is scrambled', onMedia(patchAt(3, 0xd0))),
    hostileStream('that is nothing but adaptation', onMedia(patchAt(3, 0x20, 183))),
    hostileStream('whose adaptations are of 255 bytes', onMedia(patchAt(3, 0x30, 255))),
    hostileStream('whose adaptations are of no bytes', onMedia(patchAt(3, 0x30, 0))),
    hostileStream('of nothing at all', onMedia(patchAt(3, 0x00))),
    hostileStream('whose programs are in the table of programs', withPat(hex('0001e000'))),
    hostileStream('of 40 programs that are one', withPat(...copiesOf(40, hex('0001f000')))),
    hostileStream('whose frames are in the table', withPmt('e100f000 1bf000f000')),
    hostileStream('whose streams are all of one number', withPmt('e100f000 1be100f000 0fe100f000')),
    hostileStream('whose descriptors go on forever', withPmt('e100f000 06e101ffff6a')),
    hostileStream('whose descriptors are of no bytes', withPmt('e100f000 06e101f00a0000000000000000')),
    hostileStream('whose table claims 4,095 bytes', withPatchedPmt(6, 0xbf, 0xff)),
    hostileStream('whose table claims no bytes', withPatchedPmt(6, 0xb0, 0)),
    hostileStream('whose table begins behind its packet', withPatchedPmt(4, 255)),
    hostileStream('of H.264 that says it is HEVC', withPmt('e100f000 24e100f000 0fe101f000')),
    hostileStream('of AAC that says it is AC-3', withPmt('e100f000 1be100f000 81e101f000')),
    hostileStream('of AAC that says it is MP3', withPmt('e100f000 1be100f000 03e101f000')),
    hostileStream('whose packets are of no length forever', patchPes(4, 0, 0)),
    hostileStream('whose packets claim 65,535 bytes', patchPes(4, 255, 255)),
    hostileStream('whose packets claim one byte', patchPes(4, 0, 1)),
    hostileStream('whose packets have heads of 255 bytes', patchPes(8, 255)),
    hostileStream('whose packets have no time', patchPes(7, 0)),
    hostileStream('whose packets are all at one time', patchPes(9, 0x21, 0, 1, 0, 1)),
    hostileStream('whose packets are all at the end of time', patchPes(9, 0x2f, 255, 255, 255, 255)),
    hostileStream(
      'of one packet that never ends',
      onMedia((packet) => patchAt(1, packet[1]! & 0xbf)(packet)),
    ),
    hostileStream(
      'whose every packet begins another',
      onMedia((packet) => patchAt(1, packet[1]! | 0x40)(packet)),
    ),
  ]
}

const HEAD = '#EXTM3U\n#EXT-X-TARGETDURATION:6\n'
const END = '#EXT-X-ENDLIST\n'

/** Hostile playlists. Each is parsed and, if possible, cut. All their segments consist of the same bytes. */
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
  const withOneSegment =
    (tags: string, uri = 'a.ts') =>
    () =>
      `${HEAD}${tags}\n#EXTINF:2,\n${uri}\n${END}`
  return [
    list('of a million segments', () => `${HEAD}${'#EXTINF:0,\na\n'.repeat(1_000_000)}${END}`),
    list('of 100,000 beginnings', () => {
      const maps = Array.from({ length: 100_000 }, (_, index) => `#EXT-X-MAP:URI="${index}"\n`)
      return `${HEAD}${maps.join('')}#EXTINF:2,\na\n${END}`
    }),
    list('of 200,000 keys', withOneSegment('#EXT-X-KEY:METHOD=AES-128,URI="k"\n'.repeat(100_000))),
    list('of 2 MB of emails as attributes', withOneSegment(`#EXT-X-KEY:${'A'.repeat(2_000_000)}`)),
    list('of 2 MB of names without values', withOneSegment(`#EXT-X-KEY:${'A-'.repeat(1_000_000)}`)),
    list('of 2 MB of opened quotes', withOneSegment(`#EXT-X-MAP:${'A="'.repeat(700_000)}`)),
    list('of a line of 3 MB', withOneSegment('', 'a'.repeat(3_000_000))),
    list('of 3 MB of carriage returns', withOneSegment('\r'.repeat(3_000_000))),
    list('of 3 MB of blanks', withOneSegment(' '.repeat(3_000_000))),
    ...['1e308', '1e309', 'Infinity', 'NaN', '-1', '', ',', '0x10', '1e-320', '9'.repeat(400)].map((seconds) =>
      list(`whose segment lasts '${seconds.slice(0, 12)}'`, () => `${HEAD}#EXTINF:${seconds},\na\n${END}`),
    ),
    ...['-5@0', '5@-5', '0@0', '1e3@0', '99999999999999999999@0', '5', '5@9007199254740991', ''].map((range) =>
      list(`of bytes '${range}'`, withOneSegment(`#EXT-X-BYTERANGE:${range}`)),
    ),
    ...['-1', '99999999999999999999', '9'.repeat(400), 'x', '1e99'].map((sequence) =>
      list(
        `encrypted and numbered from '${sequence.slice(0, 22)}'`,
        withOneSegment(`#EXT-X-MEDIA-SEQUENCE:${sequence}\n#EXT-X-KEY:METHOD=AES-128,URI="k"`),
      ),
    ),
    ...['http://', 'https://[::1', 'http://a:99999/', '\u0000:', '//', '\ud800'].map((uri) =>
      list(`that names '${uri}'`, withOneSegment('', uri)),
    ),
    list('whose key is itself', withOneSegment('#EXT-X-KEY:METHOD=AES-128,URI="index.m3u8"')),
    list('whose key is of no method', withOneSegment('#EXT-X-KEY:URI="k"')),
    list('whose beginning is itself', withOneSegment('#EXT-X-MAP:URI="index.m3u8"')),
    list('whose segment is itself', withOneSegment('', 'index.m3u8')),
    list('of gaps alone', withOneSegment('#EXT-X-GAP')),
    list('of 20,000 recordings', () => `${HEAD}${'#EXT-X-DISCONTINUITY\n#EXTINF:1,\na\n'.repeat(20_000)}${END}`),
    list('of variables', withOneSegment('#EXT-X-DEFINE:NAME="a",VALUE="{$a}"', '{$a}')),
    list('of others, of which there are 1,000', () => `#EXTM3U\n${'#EXT-X-STREAM-INF:BANDWIDTH=1\na\n'.repeat(1000)}`),
    list('of others, of which there is none', () => '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n'),
    list('that never ends', () => `${HEAD}#EXTINF:2,\na.ts\n`),
    list('of nothing', () => `${HEAD}${END}`),
    list('that is none', () => '\u0000\u0000'),
    list('of 48 hours and a second', () => `${HEAD}${'#EXTINF:60,\na\n'.repeat(2881)}${END}`),
  ]
}
