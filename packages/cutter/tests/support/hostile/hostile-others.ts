import type { ByteSource } from '../../../src/api/byte-source.ts'
import { cruelFile, type HostileFile } from './cruel-file.ts'

/** What is no video although it is called one, and audio that lies. @param video that something else may be put in front of */
export function hostileOthers(video: Buffer): HostileFile<ByteSource>[] {
  return [...otherKinds(video), ...cruelAudio()]
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')

function otherKinds(video: Buffer): HostileFile<ByteSource>[] {
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(4000, 0x20)])
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
    'Flash video': hex('464c5601050000000900000000'),
    'an AVI': hex('52494646 00100000 41564920 4c495354'),
    'Windows Media': hex('3026b2758e66cf11a6d900aa0062ce6c'),
    'Real Media': Buffer.from('.RMF\x00\x00\x00\x12', 'latin1'),
  }
  return [
    ...Object.entries(kinds).map(([name, bytes]) => cruelFile(name, padded(bytes))),
    cruelFile('a GIF that is an MP4 too', Buffer.concat([kinds['a GIF']!, video])),
    cruelFile('a frame in front of a Matroska', Buffer.concat([hex('89504e470d0a1a0a'), hex('1a45dfa3')])),
  ]
}

function cruelAudio(): HostileFile<ByteSource>[] {
  const frame = Buffer.concat([hex('fffb9064'), Buffer.alloc(413)])
  const frames = Buffer.concat(Array<Buffer>(80).fill(frame))
  const tagged = (size: string, body: Buffer) =>
    Buffer.concat([Buffer.from('ID3\x04\x00\x00', 'latin1'), hex(size), body])
  const wav = (fields: string, claimed: string, bytes = 4000) =>
    Buffer.concat([
      Buffer.from('RIFF'),
      hex('ffffffff'),
      Buffer.from('WAVEfmt '),
      hex('10000000'),
      hex(fields),
      Buffer.from('data'),
      hex(claimed),
      Buffer.alloc(bytes),
    ])
  const flac = (info: string) =>
    Buffer.concat([Buffer.from('fLaC'), hex('80000022'), hex(info), Buffer.alloc(3000, 255)])
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
  const adts = (head: string) => Buffer.concat(Array<Buffer>(200).fill(Buffer.concat([hex(head), Buffer.alloc(20)])))
  return [
    cruelFile('an MP3 whose tags claim 256 MB', tagged('7f7f7f7f', frames)),
    cruelFile('an MP3 whose tags are of no bytes', tagged('00000000', frames)),
    cruelFile('an MP3 whose tags are no number', tagged('ffffffff', frames)),
    cruelFile(
      'an MP3 of tags that claim more than the tags',
      tagged('00000720', Buffer.concat([Buffer.from('APIC'), hex('7f7f7f7f0000'), Buffer.alloc(910), frames])),
    ),
    cruelFile(
      'an MP3 of 1,000 tags',
      Buffer.concat([...Array<Buffer>(1000).fill(tagged('00000000', Buffer.alloc(0))), frames]),
    ),
    cruelFile('an MP3 of tags alone', tagged('00000720', Buffer.alloc(928))),
    cruelFile(
      'an MP3 of frames without a rate',
      Buffer.concat(Array<Buffer>(80).fill(Buffer.concat([hex('fffb0c64'), Buffer.alloc(413)]))),
    ),
    cruelFile(
      'an MP3 whose count of frames is a lie',
      Buffer.concat([
        hex('fffb9064'),
        Buffer.alloc(32),
        Buffer.from('Xing'),
        hex('0000000fffffffffffffffff'),
        Buffer.alloc(373),
        frames,
      ]),
    ),
    cruelFile('a WAV of no channels', wav('0100 0000 80bb0000 00ee0200 0400 1000', 'a00f0000')),
    cruelFile('a WAV of no rate', wav('0100 0200 00000000 00000000 0400 1000', 'a00f0000')),
    cruelFile('a WAV of 65,535 channels', wav('0100 ffff 80bb0000 00ee0200 ffff 1000', 'a00f0000')),
    cruelFile('a WAV of samples of no bits', wav('0100 0200 80bb0000 00ee0200 0000 0000', 'a00f0000')),
    cruelFile('a WAV of a rate of 2^32 - 1', wav('0100 0200 ffffffff ffffffff 0400 1000', 'a00f0000')),
    cruelFile('a WAV that claims 4 GiB', wav('0100 0200 80bb0000 00ee0200 0400 1000', 'ffffffff')),
    cruelFile('a FLAC of zeros', flac('00'.repeat(34))),
    cruelFile('a FLAC of ones', flac('ff'.repeat(34))),
    cruelFile(
      'a FLAC of blocks that claim everything',
      Buffer.concat([Buffer.from('fLaC'), hex('00ffffff'), Buffer.alloc(100)]),
    ),
    cruelFile(
      'an Ogg whose packet never ends',
      Buffer.concat(Array<Buffer>(20).fill(page(1, Array<number>(255).fill(255), Buffer.alloc(255 * 255)))),
    ),
    cruelFile(
      'an Ogg of 255 channels',
      Buffer.concat([page(2, [19], opusHead(255)), page(0, [8], Buffer.from('OpusTags')), page(4, [3], hex('fcfffe'))]),
    ),
    cruelFile(
      'an Ogg of 200 streams',
      Buffer.concat(Array.from({ length: 200 }, (_, serial) => page(2, [19], opusHead(2), serial))),
    ),
    cruelFile(
      'an Ogg of pages that hold nothing',
      Buffer.concat(Array<Buffer>(2000).fill(page(0, [], Buffer.alloc(0)))),
    ),
    ...inCircles(frames),
    cruelFile('AAC whose frames are of no bytes', adts('fff15080000000fc')),
    cruelFile('AAC whose frames claim 8 KiB', adts('fff15083fffffc')),
    cruelFile('AAC of a reserved rate', adts('fff1748003 7ffc')),
  ]
}

/** What the library would look at for ever: frames that lead to themselves, audio of no time, promises without an end. */
function inCircles(mp3: Buffer): HostileFile<ByteSource>[] {
  const aac = (length: number) => {
    const frame = Buffer.alloc(Math.max(7, length))
    hex('fff15080001ffc').copy(frame)
    frame[3] = (frame[3]! & 0xfc) | ((length >> 11) & 3)
    frame[4] = (length >> 3) & 255
    frame[5] = ((length & 7) << 5) | 0x1f
    return frame
  }
  const tag = (bytes: number) =>
    Buffer.concat([
      Buffer.from('ID3\x04\x00\x00', 'latin1'),
      Buffer.from([21, 14, 7, 0].map((by) => (bytes >> by) & 127)),
      Buffer.alloc(bytes),
    ])
  const frames = (count: number) => Buffer.concat(Array<Buffer>(count).fill(aac(200)))
  const toItself = Buffer.concat([aac(0), Buffer.alloc(3000)])
  const flac = (info: string, after: Buffer) => Buffer.concat([Buffer.from('fLaC'), hex('80000022'), hex(info), after])
  const healthy = (largestFrame: string) => `1000 1000 000000 ${largestFrame} 0ac442f0 00000000 ${'00'.repeat(16)}`
  const noTime = flac('00'.repeat(34), Buffer.alloc(3000, 255))
  return [
    cruelFile('AAC of a frame of no bytes behind 100 KB', Buffer.concat([frames(500), toItself])),
    cruelFile('AAC of a frame of no bytes behind 1 MB', Buffer.concat([frames(5000), toItself])),
    cruelFile('AAC of a frame of no bytes behind tags', Buffer.concat([tag(1000), frames(3), toItself])),
    cruelFile('AAC of a frame of no bytes behind tags and tags', Buffer.concat([tag(100_000), tag(7), toItself])),
    cruelFile('a FLAC of zeros behind tags', Buffer.concat([tag(1000), noTime])),
    cruelFile('a FLAC of no frames', flac(healthy('000000'), Buffer.alloc(0))),
    cruelFile('a FLAC of no frames behind tags', Buffer.concat([tag(1000), flac(healthy('000000'), Buffer.alloc(0))])),
    cruelFile('a FLAC of anything but frames', flac(healthy('000000'), Buffer.alloc(100_000, 7))),
    cruelFile('a FLAC of no rate', flac(`1000 1000 ${'00'.repeat(30)}`, Buffer.alloc(100, 7))),
    cruelFile('a FLAC whose frames may be of 7 MB', flac(healthy('6f0000'), tinyFlacFrames(20_000, 7_500_000))),
    cruelFile('an MP3 of tags that hold each other', Buffer.concat([tag(0), tag(10), tag(0), mp3])),
  ]
}

/** Frames of 12 bytes and more, each numbered and with its checksum, and then room for the largest one. */
function tinyFlacFrames(count: number, roomBytes: number): Buffer {
  const frames = Array.from({ length: count }, (_, number) => {
    const head = Buffer.concat([hex('fff81018'), Buffer.from(String.fromCodePoint(number), 'utf8')])
    return Buffer.concat([head, Buffer.from([checksum(head)]), Buffer.alloc(5)])
  })
  return Buffer.concat([...frames, Buffer.alloc(roomBytes)])
}

function checksum(bytes: Buffer): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = ((sum & 0x80 ? (sum << 1) ^ 0x07 : sum << 1) & 0xff) >>> 0
  }
  return sum
}
