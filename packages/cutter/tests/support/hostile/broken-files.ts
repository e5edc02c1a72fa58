import type { ByteSource } from '../../../src/api/byte-source.ts'
import type { CutterErrorCode } from '../../../src/api/cutter-error.ts'
import { bytesAsSource } from '../counting-file.ts'
import { patchAfter } from '../patched-mp4.ts'

/** Refused in any of the ways in which that may be said. */

/** Bytes that are no healthy video, and how a cut of them may end; 'clip': what is broken is not needed, or does not matter. */
export interface BrokenFile {
  name: string
  source: ByteSource
  endings: (CutterErrorCode | 'clip')[]
}

const u32 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([24, 16, 8, 0].map((by) => value >>> by))))
const TERABYTE = 2 ** 40

/** @param video a healthy MP4 with its index in front @param matroska the same as Matroska */
export function brokenFiles(video: Buffer, matroska: Buffer): BrokenFile[] {
  return [...noMedia(), ...cutOff(video, matroska), ...lyingTables(video), ...neverEnding(video, matroska)]
}

function brokenFile(name: string, bytes: Uint8Array, ...endings: BrokenFile['endings']): BrokenFile {
  return { name, source: bytesAsSource(bytes), endings }
}

function noMedia(): BrokenFile[] {
  const text = (name: string, content: string) => brokenFile(name, Buffer.from(content), 'not_media')
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')
  return [
    brokenFile('nothing', Buffer.alloc(0), 'not_media'),
    brokenFile('one byte', Buffer.from([0]), 'not_media'),
    brokenFile('zeros', Buffer.alloc(200_000), 'not_media'),
    brokenFile('a frame', Buffer.concat([png, Buffer.alloc(5000, 7)]), 'not_media'),
    text('a web page', `<!doctype html><title>Sign in</title>${'<p>ftyp moov mdat</p>'.repeat(500)}`),
    text('JSON', JSON.stringify({ error: { code: 403, message: 'moov '.repeat(1000) } })),
    text('a playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
    text('a manifest', '<?xml version="1.0"?><MPD><BaseURL>file:///etc/passwd</BaseURL></MPD>'),
    text('a concat script', 'ffconcat version 1.0\nfile /etc/passwd\n'),
  ]
}

function cutOff(video: Buffer, matroska: Buffer): BrokenFile[] {
  const share = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part))
  const indexEnd = video.indexOf('mdat') + 4
  return [
    brokenFile('an MP4 of which a tenth is there', share(video, 0.1), 'broken_media'),
    brokenFile('half an MP4', share(video, 0.5), 'broken_media'),
    brokenFile('nine tenths of an MP4', share(video, 0.9), 'broken_media'),
    brokenFile('an MP4 without its data', video.subarray(0, indexEnd), 'broken_media'),
    brokenFile('the file type of an MP4', video.subarray(0, video.readUInt32BE(0)), 'broken_media'),
    brokenFile('a tenth of a Matroska', share(matroska, 0.1), 'broken_media'),
    brokenFile('half a Matroska', share(matroska, 0.5), 'broken_media'),
    brokenFile('nine tenths of a Matroska', share(matroska, 0.9), 'broken_media'),
    brokenFile('the header of a Matroska', matroska.subarray(0, 60), 'broken_media'),
  ]
}

function lyingTables(video: Buffer): BrokenFile[] {
  const patched = (name: string, table: string, at: number, patch: Uint8Array, ...endings: BrokenFile['endings']) =>
    brokenFile(`an MP4 ${name}`, patchAfter(video, table, at, patch), ...endings)
  // The file type names avc1 too.
  const inIndex = patchAfter(video, 'avc1', -4, Buffer.from('free'))
  const offsets = video.readUInt32BE(video.indexOf('stco') + 8)
  const chunks = Array.from({ length: offsets }, (_, index) =>
    video.readUInt32BE(video.indexOf('stco') + 12 + 4 * index),
  )
  return [
    patched('whose first packet is larger than the file', 'stsz', 12, u32(0x7fffffff), 'broken_media'),
    patched('whose packets are all as large as the file', 'stsz', 4, u32(video.length), 'broken_media'),
    patched('of 2^31 packets', 'stsz', 8, u32(0x80000000), 'unsupported_media', 'broken_media'),
    patched('of 2^31 packets of one byte', 'stsz', 4, u32(1, 0x80000000), 'unsupported_media', 'broken_media'),
    patched('with 2^31 durations', 'stts', 4, u32(0x80000000), 'broken_media'),
    patched('whose packets last for ever', 'stts', 12, u32(0xffffffff), 'broken_media', 'nothing_in_range', 'clip'),
    patched(
      'whose packets last no time',
      'stts',
      12,
      u32(0),
      'broken_media',
      'nothing_in_range',
      'range_outside',
      'clip',
    ),
    patched('with 2^31 chunks', 'stco', 4, u32(0x80000000), 'broken_media'),
    patched('whose chunks lie behind its end', 'stco', 8, u32(...chunks.map(() => 0xfffffff0)), 'broken_media'),
    patched('whose chunks lie backwards', 'stco', 8, u32(...chunks.toReversed()), 'broken_media', 'clip'),
    patched('whose chunks are all the same', 'stco', 8, u32(...chunks.map(() => chunks[0]!)), 'broken_media', 'clip'),
    patched('whose chunks are its own index', 'stco', 8, u32(...chunks.map(() => 0)), 'broken_media'),
    patched(
      'whose frames are shown before all time',
      'ctts',
      12,
      u32(0x80000000),
      'broken_media',
      'nothing_in_range',
      'clip',
    ),
    patched('without a time scale', 'mdhd', 12, u32(0), 'broken_media'),
    patched('whose key frames lie behind its end', 'stss', 8, u32(0xffffffff), 'broken_media'),
    patched(
      'whose edit begins before all time',
      'elst',
      12,
      u32(0x80000000),
      'broken_media',
      'nothing_in_range',
      'range_outside',
      'unsupported_media',
      'clip',
    ),
    brokenFile(
      'an MP4 of frames larger than any',
      patchAfter(inIndex, 'avc1', 24, u32(0xffffffff)),
      'unsupported_media',
    ),
  ]
}

/** A source that claims a terabyte: what it has, and then the same again and again. */
function endless(name: string, head: Buffer, again: Buffer, ...endings: BrokenFile['endings']): BrokenFile {
  const read = async (start: number, end: number) => {
    const bytes = Buffer.allocUnsafe(end - start)
    let at = 0
    if (start < head.length) at = head.copy(bytes, 0, start, end)
    const phase = (start + at - head.length) % again.length
    bytes.fill(Buffer.concat([again.subarray(phase), again.subarray(0, phase)]), at)
    return bytes
  }
  return { name: `without end: ${name}`, source: { sizeBytes: TERABYTE, read }, endings }
}

function neverEnding(video: Buffer, matroska: Buffer): BrokenFile[] {
  const fileType = video.subarray(0, video.readUInt32BE(0))
  const boxes = (type: string) => Buffer.concat([u32(8), Buffer.from(type)])
  const silentMp3Frame = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])
  const adtsFrame = Buffer.concat([
    Buffer.from('fff15080017ffc', 'hex'),
    Buffer.from('21004990021900238000', 'hex'),
    Buffer.alloc(2),
  ])
  const clusterAt = matroska.indexOf(Buffer.from('1f43b675', 'hex'))
  const segmentWithoutEnd = Buffer.from(matroska)
  segmentWithoutEnd.set(
    [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    matroska.indexOf(Buffer.from('18538067', 'hex')) + 4,
  )
  const none: BrokenFile['endings'] = ['not_media', 'broken_media', 'unsupported_media']
  return [
    endless('zeros', Buffer.alloc(0), Buffer.alloc(4096), 'not_media'),
    endless('empty boxes', fileType, boxes('free'), ...none),
    endless('fragments without a track', fileType, boxes('moof'), ...none),
    endless(
      'an index of a terabyte',
      Buffer.concat([fileType, u32(1), Buffer.from('moov'), u32(0xff, 0)]),
      boxes('trak'),
      ...none,
    ),
    endless('empty elements of a Matroska', segmentWithoutEnd.subarray(0, 60), Buffer.from('ec80', 'hex'), ...none),
    endless(
      'clusters of a Matroska',
      segmentWithoutEnd.subarray(0, clusterAt),
      Buffer.concat([Buffer.from('1f43b67520ea67e78100ec20ea60', 'hex'), Buffer.alloc(60_000)]),
      ...none,
      'nothing_in_range',
      'range_outside',
    ),
    endless(
      'transport packets',
      Buffer.alloc(0),
      Buffer.concat([Buffer.from('471fff10', 'hex'), Buffer.alloc(184, 255)]),
      ...none,
    ),
    endless('MP3 frames', Buffer.alloc(0), silentMp3Frame, ...none, 'clip'),
    endless('ADTS frames', Buffer.alloc(0), adtsFrame, ...none),
    endless(
      'Ogg pages',
      Buffer.alloc(0),
      Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.from([1, 10]), Buffer.alloc(10)]),
      ...none,
    ),
  ]
}
