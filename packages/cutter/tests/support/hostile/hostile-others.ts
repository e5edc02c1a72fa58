import type { ByteSource } from '../../../src/api/byte-source.ts'
import { EBML_IDS as ID, unsignedBytes } from '../../../src/bitstream/ebml.ts'
import { u32 } from '../../../src/bitstream/mp4-boxes.ts'
import { id3Tag } from '../id3-tag.ts'
import { checksum } from '../variable-flac.ts'
import { copiesOf, type HostileFile, hex, hostileFile, hostileFiles, repeatBytes } from './cruel-file.ts'

/**
 * Files that are called videos but are not, and audio with false headers.
 * @param video a healthy video, before which other bytes are put
 */
export function hostileOthers(video: Buffer): HostileFile<ByteSource>[] {
  return [...otherKinds(video), ...hostileAudio()]
}

function otherKinds(video: Buffer): HostileFile<ByteSource>[] {
  const pad = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(4000, 0x20)])
  const kinds: Record<string, Buffer> = {
    'a GIF': hex('474946383961 0100 0100 800000 ffffff 000000 2c00000000010001000002024401003b'),
    'a JPEG': hex('ffd8ffe000104a46494600010100000100010000ffdb004300'),
    'a WebP': hex('52494646 24000000 57454250 56503820 18000000 3001009d012a0100010002003425a400037000fefbfd5000'),
    'an AVIF': hex('0000001c 66747970 61766966 00000000 61766966 6d696631 6d696166'),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    'a ZIP': hex('504b0304140000000800'),
    'a gzip': hex('1f8b0800000000000003'),
    'an ELF': hex('7f454c4602010100000000000000000002003e0001000000'),
    'a Windows program': Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'),
    'a SQLite database': Buffer.from('SQLite format 3\x00', 'latin1'),
    'XML of a billion laughs': Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><l>&a;</l>',
    ),
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'a shell script': Buffer.from('#!/bin/sh\nexec cat /etc/passwd\n'),
    'text of nested brackets': Buffer.from('['.repeat(100_000)),
    'half a character': hex('f09f'),
    'a web page': Buffer.from(`<!doctype html><title>Sign in</title>${'<p>ftyp moov mdat</p>'.repeat(500)}`),
    'JSON of an error': Buffer.from(JSON.stringify({ error: { code: 403, message: 'moov '.repeat(1000) } })),
    'a playlist of a file': Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
    'a manifest': Buffer.from('<?xml version="1.0"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>'),
    'a concat script': Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n'),
    'Flash video': hex('464c5601050000000900000000'),
    'an AVI': hex('52494646 00100000 41564920 4c495354'),
    'Windows Media': hex('3026b2758e66cf11a6d900aa0062ce6c'),
    'Real Media': Buffer.from('.RMF\x00\x00\x00\x12', 'latin1'),
  }
  return [
    ...Object.entries(kinds).map(([name, bytes]) => hostileFile(name, pad(bytes))),
    hostileFile('nothing', Buffer.alloc(0)),
    hostileFile('one byte', Buffer.from([0])),
    hostileFile('zeros', Buffer.alloc(200_000)),
    hostileFile('a GIF that is an MP4 too', Buffer.concat([kinds['a GIF']!, video])),
    hostileFile('a frame in front of a Matroska', Buffer.concat([hex('89504e470d0a1a0a'), hex('1a45dfa3')])),
  ]
}

const flac = (info: string, body: Buffer = Buffer.alloc(3000, 255)) =>
  Buffer.concat([Buffer.from('fLaC'), hex('80000022'), hex(info), body])

function hostileAudio(): HostileFile<ByteSource>[] {
  const frame = Buffer.concat([hex('fffb9064'), Buffer.alloc(413)])
  const frames = repeatBytes(80, frame)
  const withTag = (size: string, body: Buffer) =>
    Buffer.concat([Buffer.from('ID3\x04\x00\x00', 'latin1'), hex(size), body])
  const wav = (fields: string, claimedSize: string) => {
    const head = [Buffer.from('RIFF'), hex('ffffffff'), Buffer.from('WAVEfmt '), hex(`10000000${fields}`)]
    return Buffer.concat([...head, Buffer.from('data'), hex(claimedSize), Buffer.alloc(4000)])
  }
  const page = (flags: number, segments: number[], body: Buffer, serial = 1) => {
    const head = Buffer.alloc(27)
    head.write('OggS', 0, 'latin1')
    head[5] = flags
    head.writeUInt32LE(serial, 14)
    head[26] = segments.length
    return Buffer.concat([head, Buffer.from(segments), body])
  }
  const opusHead = (channels: number) =>
    Buffer.concat([Buffer.from('OpusHead\x01', 'latin1'), Buffer.from([channels, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 255])])
  const adts = (head: string) => repeatBytes(200, Buffer.concat([hex(head), Buffer.alloc(20)]))
  const oversizedTag = Buffer.concat([Buffer.from('APIC'), hex('7f7f7f7f0000'), Buffer.alloc(910), frames])
  const lyingHeader = [
    hex('fffb9064'),
    Buffer.alloc(32),
    Buffer.from('Xing'),
    hex('0000000fffffffffffffffff'),
    Buffer.alloc(373),
  ]
  const ogg = [page(2, [19], opusHead(255)), page(0, [8], Buffer.from('OpusTags')), page(4, [3], hex('fcfffe'))]
  return [
    ...hostileFiles('an MP3', {
      'whose tags claim 256 MB': withTag('7f7f7f7f', frames),
      'whose tags are of no bytes': withTag('00000000', frames),
      'whose tags are no number': withTag('ffffffff', frames),
      'of tags that claim more than the tags': withTag('00000720', oversizedTag),
      'of 1,000 tags': Buffer.concat([...copiesOf(1000, withTag('00000000', Buffer.alloc(0))), frames]),
      'of tags alone': withTag('00000720', Buffer.alloc(928)),
      'of frames without a rate': repeatBytes(80, Buffer.concat([hex('fffb0c64'), Buffer.alloc(413)])),
      'whose count of frames is a lie': Buffer.concat([...lyingHeader, frames]),
    }),
    ...hostileFiles('a WAV', {
      'of no channels': wav('0100 0000 80bb0000 00ee0200 0400 1000', 'a00f0000'),
      'of no rate': wav('0100 0200 00000000 00000000 0400 1000', 'a00f0000'),
      'of 65,535 channels': wav('0100 ffff 80bb0000 00ee0200 ffff 1000', 'a00f0000'),
      'of samples of no bits': wav('0100 0200 80bb0000 00ee0200 0000 0000', 'a00f0000'),
      'of a rate of 2^32 - 1': wav('0100 0200 ffffffff ffffffff 0400 1000', 'a00f0000'),
      'that claims 4 GiB': wav('0100 0200 80bb0000 00ee0200 0400 1000', 'ffffffff'),
    }),
    ...hostileFiles('a FLAC', {
      'of zeros': flac('00'.repeat(34)),
      'of ones': flac('ff'.repeat(34)),
      'of blocks that claim everything': Buffer.concat([Buffer.from('fLaC'), hex('00ffffff'), Buffer.alloc(100)]),
    }),
    ...hostileFiles('an Ogg', {
      'whose packet never ends': repeatBytes(20, page(1, Array(255).fill(255), Buffer.alloc(255 * 255))),
      'of 255 channels': Buffer.concat(ogg),
      'of 200 streams': Buffer.concat(Array.from({ length: 200 }, (_, serial) => page(2, [19], opusHead(2), serial))),
      'of pages that hold nothing': repeatBytes(2000, page(0, [], Buffer.alloc(0))),
    }),
    ...hostileFiles('AAC', {
      'whose frames are of no bytes': adts('fff15080000000fc'),
      'whose frames claim 8 KiB': adts('fff15083fffffc'),
      'of a reserved rate': adts('fff1748003 7ffc'),
    }),
    ...loopingFiles(frames),
  ]
}

/** Files that make a naive reader loop: frames of no length, audio of no duration, endless sizes. */
function loopingFiles(mp3: Buffer): HostileFile<ByteSource>[] {
  const aac = (length: number) => {
    const frame = Buffer.alloc(Math.max(7, length))
    hex('fff15080001ffc').copy(frame)
    frame[3] = (frame[3]! & 0xfc) | ((length >> 11) & 3)
    frame[4] = (length >> 3) & 255
    frame[5] = ((length & 7) << 5) | 0x1f
    return frame
  }
  const frames = (count: number) => repeatBytes(count, aac(200))
  const emptyFrame = Buffer.concat([aac(0), Buffer.alloc(3000)])
  const streamInfo = (largestFrame: string) => `1000 1000 000000 ${largestFrame} 0ac442f0 00000000 ${'00'.repeat(16)}`
  const flacOfZeros = flac('00'.repeat(34))
  const flacWithoutFrames = flac(streamInfo('000000'), Buffer.alloc(0))
  return [
    ...hostileFiles('AAC of a frame of no bytes', {
      'behind 100 KB': Buffer.concat([frames(500), emptyFrame]),
      'behind 1 MB': Buffer.concat([frames(5000), emptyFrame]),
      'behind tags': Buffer.concat([id3Tag(1000), frames(3), emptyFrame]),
      'behind tags and tags': Buffer.concat([id3Tag(100_000), id3Tag(7), emptyFrame]),
    }),
    ...hostileFiles('a FLAC', {
      'of zeros behind tags': Buffer.concat([id3Tag(1000), flacOfZeros]),
      'of no frames': flacWithoutFrames,
      'of no frames behind tags': Buffer.concat([id3Tag(1000), flacWithoutFrames]),
      'of anything but frames': flac(streamInfo('000000'), Buffer.alloc(100_000, 7)),
      'of no rate': flac(`1000 1000 ${'00'.repeat(30)}`, Buffer.alloc(100, 7)),
      'whose frames may be of 7 MB': flac(streamInfo('6f0000'), tinyFlacFrames(20_000, 7_500_000)),
    }),
    hostileFile('an MP3 of tags that hold each other', Buffer.concat([id3Tag(0), id3Tag(10), id3Tag(0), mp3])),
  ]
}

/** Numbered FLAC frames with at least 11 bytes each, with checksums, then zeros where the largest frame would fit. */
function tinyFlacFrames(count: number, roomBytes: number): Buffer {
  const frames = Array.from({ length: count }, (_, number) => {
    const head = Buffer.concat([hex('fff81018'), Buffer.from(String.fromCodePoint(number), 'utf8')])
    return Buffer.concat([head, Buffer.from([checksum(head, 8, 0x07)]), Buffer.alloc(5)])
  })
  return Buffer.concat([...frames, Buffer.alloc(roomBytes)])
}

const TERABYTE = 2 ** 40

/** A source that claims a terabyte: a beginning, then the same bytes repeatedly. */
function endlessFile(name: string, head: Buffer, repeatedBytes: Buffer): HostileFile {
  const read = async (start: number, end: number) => {
    const bytes = Buffer.allocUnsafe(end - start)
    const at = start < head.length ? head.copy(bytes, 0, start, end) : 0
    const phase = (start + at - head.length) % repeatedBytes.length
    return bytes.fill(Buffer.concat([repeatedBytes.subarray(phase), repeatedBytes.subarray(0, phase)]), at)
  }
  return { name: `without end: ${name}`, open: () => ({ sizeBytes: TERABYTE, read }) }
}

/**
 * Sources that never end.
 * @param video an MP4
 * @param matroska a Matroska file with Vorbis
 */
export function endlessFiles(video: Buffer, matroska: Buffer): HostileFile[] {
  const noBytes = Buffer.alloc(0)
  const fileType = video.subarray(0, video.readUInt32BE(0))
  const index = Buffer.concat([fileType, u32(1), Buffer.from('moov'), u32(0xff), u32(0)])
  const boxes = (type: string) => Buffer.concat([u32(8), Buffer.from(type)])
  const openSegment = Buffer.from(matroska)
  openSegment.set(hex('01ffffffffffffff'), matroska.indexOf(unsignedBytes(ID.segment)) + 4)
  const front = openSegment.subarray(0, matroska.indexOf(unsignedBytes(ID.cluster)))
  const oggPage = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.from([1, 10]), Buffer.alloc(10)])
  return [
    endlessFile('zeros', noBytes, Buffer.alloc(4096)),
    endlessFile('empty boxes', fileType, boxes('free')),
    endlessFile('fragments without a track', fileType, boxes('moof')),
    endlessFile('an index of a terabyte', index, boxes('trak')),
    endlessFile('empty elements of a Matroska', openSegment.subarray(0, 60), hex('ec80')),
    endlessFile(
      'clusters of a Matroska',
      front,
      Buffer.concat([hex('1f43b67520ea67e78100ec20ea60'), Buffer.alloc(60_000)]),
    ),
    endlessFile('transport packets', noBytes, Buffer.concat([hex('471fff10'), Buffer.alloc(184, 255)])),
    endlessFile('MP3 frames', noBytes, Buffer.concat([hex('fffb9064'), Buffer.alloc(413)])),
    endlessFile('ADTS frames', noBytes, hex('fff15080017ffc 21004990021900238000 0000')),
    endlessFile('tags behind ADTS frames', repeatBytes(2, hex('fff15080017ffc 21004990')), id3Tag(0)),
    endlessFile('Ogg pages', noBytes, oggPage),
  ]
}
