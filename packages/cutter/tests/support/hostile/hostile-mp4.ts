import { box, fullBox, u16, u32 } from '../../../src/bitstream/mp4-boxes.ts'
import { patchAfter, replaceBoxes } from '../patched-mp4.ts'
import { cruelFile, type HostileFile } from './cruel-file.ts'

const ONES = Buffer.alloc(8, 255)

/** MP4 files that are cruel to whoever reads them. @param video with its index behind its data, so that it may grow @param fragmented the same in fragments */
export function hostileMp4(video: Buffer, fragmented: Buffer): HostileFile[] {
  return [
    ...cutAtEveryBox(video, 'an MP4'),
    ...cutAtEveryBox(fragmented, 'a fragmented MP4'),
    ...lyingSizes(video),
    ...deepAndWide(video),
    ...cruelTables(video),
    ...cruelConfigurations(video),
    ...cruelFragments(fragmented),
  ]
}

/** Where the boxes at the top begin. */
function topLevel(mp4: Buffer): { type: string; at: number; size: number }[] {
  const boxes: { type: string; at: number; size: number }[] = []
  for (let at = 0; at + 8 <= mp4.length; at += mp4.readUInt32BE(at)) {
    boxes.push({ type: mp4.toString('latin1', at + 4, at + 8), at, size: mp4.readUInt32BE(at) })
  }
  return boxes
}

function cutAtEveryBox(mp4: Buffer, what: string): HostileFile[] {
  const names = new Set<string>()
  return topLevel(mp4).flatMap(({ type, at, size }) => {
    if (at === 0 || names.has(type)) return []
    names.add(type)
    return [
      cruelFile(`${what} that ends before its first ${type}`, mp4.subarray(0, at)),
      cruelFile(`${what} that ends in the head of its first ${type}`, mp4.subarray(0, at + 6)),
      cruelFile(`${what} that ends in the middle of its first ${type}`, mp4.subarray(0, at + (size >> 1))),
    ]
  })
}

function lyingSizes(video: Buffer): HostileFile[] {
  const types = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'stts', 'stsc', 'stco']
  const lies: [string, Uint8Array][] = [
    ['nothing', u32(0)],
    ['7 bytes', u32(7)],
    ['4 GiB', u32(0xffffffff)],
  ]
  const long = (name: string, size: Uint8Array) =>
    cruelFile(
      `an MP4 whose index claims ${name}`,
      Buffer.concat([video.subarray(0, video.readUInt32BE(0)), u32(1), Buffer.from('moov'), size, Buffer.alloc(500)]),
    )
  return [
    ...types.flatMap((type) =>
      lies.map(([claim, size]) => cruelFile(`an MP4 whose ${type} claims ${claim}`, patchAfter(video, type, -8, size))),
    ),
    long('2^63 bytes', Buffer.from('8000000000000000', 'hex')),
    long('2^64 - 1 bytes', ONES),
    long('no bytes at all', Buffer.alloc(8)),
    long('2^53 bytes', Buffer.from('0020000000000000', 'hex')),
  ]
}

function nested(type: string, depth: number): Buffer {
  const bytes = Buffer.alloc(8 * depth)
  for (let level = 0; level < depth; level++) {
    bytes.writeUInt32BE(8 * (depth - level), 8 * level)
    bytes.write(type, 8 * level + 4, 'latin1')
  }
  return bytes
}

/** The video with something more at the beginning of its index. */
function withInIndex(video: Buffer, ...more: Buffer[]): Buffer {
  const at = video.indexOf('moov') - 4
  const size = video.readUInt32BE(at)
  return Buffer.concat([
    video.subarray(0, at),
    box('moov', ...more, video.subarray(at + 8, at + size)),
    video.subarray(at + size),
  ])
}

function deepAndWide(video: Buffer): HostileFile[] {
  const fileType = video.subarray(0, video.readUInt32BE(0))
  const moov = video.subarray(
    video.indexOf('moov') + 4,
    video.indexOf('moov') - 4 + video.readUInt32BE(video.indexOf('moov') - 4),
  )
  const trak = moov.subarray(
    moov.indexOf('trak') - 4,
    moov.indexOf('trak') - 4 + moov.readUInt32BE(moov.indexOf('trak') - 4),
  )
  const wide = (type: string, count: number) => Buffer.concat(Array<Buffer>(count).fill(box(type)))
  const metadata = replaceBoxes(trak, 'hdlr', (old) => patchAfter(old, 'hdlr', 8, Buffer.from('meta')))
  return [
    ...['moov', 'trak', 'mdia', 'meta', 'udta', 'edts', 'wave', 'ilst'].map((type) =>
      cruelFile(
        `an MP4 of ${type} in ${type}, 10,000 deep`,
        Buffer.concat([fileType, box('moov', nested(type, 10_000))]),
      ),
    ),
    cruelFile('an MP4 whose video is behind 10,000 levels of udta', withInIndex(video, nested('udta', 10_000))),
    cruelFile('an MP4 of 100,000 empty boxes', Buffer.concat([fileType, wide('free', 100_000)])),
    cruelFile('an MP4 of 100,000 empty tracks', Buffer.concat([fileType, box('moov', wide('trak', 100_000))])),
    cruelFile(
      'an MP4 with 2,000 tracks of neither frame nor audio before its own',
      withInIndex(video, ...Array<Buffer>(2000).fill(metadata)),
    ),
    cruelFile(
      'an MP4 of two indexes',
      Buffer.concat([fileType, box('moov', moov.subarray(4)), video.subarray(fileType.length)]),
    ),
    cruelFile(
      'an MP4 that is a web page too',
      Buffer.concat([box('free', Buffer.from('<!doctype html><script>alert(1)</script>')), video]),
    ),
    cruelFile('an MP4 that is a zip too', Buffer.concat([video, Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])),
    cruelFile('an MP4 behind a web page', Buffer.concat([Buffer.from('<!doctype html><p>'), video])),
  ]
}

function cruelTables(video: Buffer): HostileFile[] {
  const instead = (name: string, type: string, body: Buffer) =>
    cruelFile(
      `an MP4 ${name}`,
      replaceBoxes(video, type, () => box(type, body)),
    )
  const rows = (count: number, row: Buffer) => Buffer.concat([u32(0), u32(count), ...Array<Buffer>(count).fill(row)])
  const claims = (count: number) => Buffer.concat([u32(0), u32(count)])
  const toAndFro = Array.from({ length: 20_000 }, (_, index) =>
    Buffer.concat([u32(index % 2 ? 20_001 : 1), u32(0), u32(1)]),
  )
  return [
    ...['stts', 'ctts', 'stsc', 'stco', 'stss', 'elst'].map((type) =>
      instead(`whose ${type} claims 2^32 - 1 rows`, type, claims(0xffffffff)),
    ),
    ...['stts', 'stsc', 'stco', 'stsz', 'stsd'].map((type) => instead(`whose ${type} is empty`, type, Buffer.alloc(0))),
    ...['stts', 'stsc', 'stco', 'stsd'].map((type) => instead(`whose ${type} has no rows`, type, claims(0))),
    instead('of no samples', 'stsz', Buffer.alloc(12)),
    instead('of 20,000 runs of chunks to and fro', 'stsc', Buffer.concat([u32(0), u32(20_000), ...toAndFro])),
    instead('whose runs of chunks begin before the first', 'stsc', rows(1, Buffer.concat([u32(0), u32(1), u32(1)]))),
    instead('of chunks of 2^32 - 1 samples', 'stsc', rows(1, Buffer.concat([u32(1), u32(0xffffffff), u32(1)]))),
    instead(
      'whose samples are of entry 2^32 - 1',
      'stsc',
      rows(1, Buffer.concat([u32(1), u32(1000), u32(0xffffffff)])),
    ),
    instead('of 300,000 edits', 'elst', rows(300_000, Buffer.concat([u32(1), u32(0), u32(0x10000)]))),
    instead(
      'of edits in reverse',
      'elst',
      Buffer.concat([
        u32(0),
        u32(2000),
        ...Array.from({ length: 2000 }, (_, row) => Buffer.concat([u32(1), u32(40_000 - 20 * row), u32(0x10000)])),
      ]),
    ),
    instead(
      'whose edits begin at the end of all time',
      'elst',
      Buffer.concat([u32(0x1000000), u32(1), ONES, Buffer.from('7fffffffffffffff', 'hex'), u32(0x10000)]),
    ),
    instead('whose edit is slower than anything', 'elst', rows(2, Buffer.concat([u32(1000), u32(0), u32(1)]))),
    instead('that is one empty edit', 'elst', rows(1, Buffer.concat([u32(0xffffffff), u32(0xffffffff), u32(0x10000)]))),
    instead(
      'whose frames come in no order',
      'ctts',
      Buffer.concat([
        u32(0),
        u32(45),
        ...Array.from({ length: 45 }, (_, row) => Buffer.concat([u32(1), u32((row * 7919) % 65_536)])),
      ]),
    ),
    cruelFile('an MP4 whose time scale is 2^32 - 1', patchAfter(video, 'mdhd', 12, u32(0xffffffff))),
    cruelFile('an MP4 whose movie has no time scale', patchAfter(video, 'mvhd', 12, u32(0))),
    cruelFile('an MP4 of a time scale of one', patchAfter(video, 'mdhd', 12, u32(1))),
    cruelFile(
      'an MP4 whose tracks have one number',
      replaceBoxes(video, 'tkhd', (old) => patchAfter(old, 'tkhd', 12, u32(1))),
    ),
    cruelFile('an MP4 whose frame is turned into nothing', patchAfter(video, 'tkhd', 40, Buffer.alloc(36))),
    cruelFile('an MP4 whose frame is turned to infinity', patchAfter(video, 'tkhd', 40, Buffer.alloc(36, 127))),
  ]
}

function cruelConfigurations(video: Buffer): HostileFile[] {
  // The file type names avc1 too.
  const at = video.indexOf('avcC') + 4
  const size = video.readUInt32BE(at - 8) - 8
  const old = video.subarray(at, at + size)
  const sps = old.subarray(8, 8 + old.readUInt16BE(6))
  const set = (bytes: Uint8Array) => Buffer.concat([u16(bytes.length), bytes])
  const pps = set(Buffer.from('68ebe3cb22c0', 'hex'))
  const head = (count: number) => Buffer.concat([old.subarray(0, 5), Buffer.from([0xe0 | count])])
  /** In the place of the old one and of all that follows it in its sample entry; the file keeps its size. */
  const avc = (name: string, body: Buffer) =>
    cruelFile(`an MP4 whose H.264 configuration ${name}`, withEntryBox(video, 'avcC', body))
  const flat = (bits: string) => Buffer.from(bits.replaceAll(' ', ''), 'hex')
  const spsOf = (profile: number, payload: Buffer) =>
    Buffer.concat([head(1), set(Buffer.concat([Buffer.from([0x67, profile, 0, 31]), payload])), Buffer.from([1]), pps])
  const esds = (name: string, body: Buffer) =>
    cruelFile(`an MP4 whose AAC configuration ${name}`, withEntryBox(video, 'esds', body))
  const aac = (config: Buffer) => {
    const specific = Buffer.concat([Buffer.from([5, config.length]), config])
    const decoder = Buffer.concat([Buffer.from([4, 13 + specific.length, 0x40, 0x15]), Buffer.alloc(11), specific])
    return Buffer.concat([u32(0), Buffer.from([3, 3 + decoder.length, 0, 1, 0]), decoder])
  }
  return [
    avc('is empty', Buffer.alloc(0)),
    avc('is cut off', old.subarray(0, 6)),
    avc('has no sets', Buffer.concat([head(0), Buffer.from([0])])),
    avc(
      'has 31 sets of parameters',
      Buffer.concat([head(31), ...Array<Buffer>(31).fill(set(sps)), Buffer.from([1]), pps]),
    ),
    avc(
      'has 255 sets for frames',
      Buffer.concat([head(1), set(sps), Buffer.from([255]), ...Array<Buffer>(255).fill(pps)]),
    ),
    avc('has sets of no bytes', Buffer.concat([head(3), u16(0), u16(0), u16(0), Buffer.from([1]), pps])),
    avc('claims sets of 65,535 bytes', Buffer.concat([head(1), u16(65_535), sps])),
    avc('has a set of one byte', Buffer.concat([head(1), u16(1), Buffer.from([0x67, 1]), pps])),
    avc('is of a reserved profile', spsOf(255, Buffer.alloc(20, 0x5a))),
    avc('is all zeros', spsOf(100, Buffer.alloc(40))),
    avc('is all ones', spsOf(100, Buffer.alloc(40, 255))),
    avc('has numbers of 32 zeros', spsOf(66, flat('80 00 00 00 01 00 00 00 00 80 00 00 00 01'))),
    avc('is of 16384 by 16384 pixels', spsOf(66, flat('f4 04 00 10 04 00 40 80'))),
    avc('names 255 frames to refer to', spsOf(66, flat('da 01 00 28 16 ec'))),
    avc('is of 65,000 zeros', Buffer.concat([head(1), set(Buffer.alloc(65_000)), Buffer.from([1]), pps])),
    esds('is empty', Buffer.alloc(0)),
    esds('has lengths that never end', Buffer.concat([u32(0), Buffer.alloc(200, 0x80)])),
    esds('has lengths of 2^28', Buffer.concat([u32(0), Buffer.from('03ffffff7f000100', 'hex'), Buffer.alloc(30)])),
    esds('nests in itself', Buffer.concat([u32(0), ...Array<Buffer>(1000).fill(Buffer.from([3, 0x7f, 0, 1, 0]))])),
    esds('is of no rate', aac(Buffer.from('17800010000000', 'hex'))),
    esds('is of a reserved rate', aac(Buffer.from('1690', 'hex'))),
    esds('is of 16 channels', aac(Buffer.from('1278', 'hex'))),
    esds('is of no channels', aac(Buffer.from('1200', 'hex'))),
    esds('is of a reserved kind', aac(Buffer.from('ffffffffffff', 'hex'))),
    cruelFile('an MP4 whose audio has 65,535 channels', patchAfter(withoutFileType(video), 'mp4a', 16, u16(65_535))),
    cruelFile('an MP4 whose audio has no rate', patchAfter(withoutFileType(video), 'mp4a', 24, u32(0))),
    cruelFile('an MP4 of frames of no pixels', patchAfter(withoutFileType(video), 'avc1', 24, u32(0))),
    cruelFile('an MP4 of a codec that nobody knows', renamed(video, 'avc1', 'zzzz')),
    cruelFile('an MP4 of H.264 that says it is HEVC', renamed(video, 'avc1', 'hvc1')),
    cruelFile('an MP4 of H.264 that says it is AV1', renamed(video, 'avc1', 'av01')),
    cruelFile('an MP4 of H.264 that says it is VP9', renamed(video, 'avc1', 'vp09')),
    cruelFile('an MP4 of AAC that says it is Opus', renamed(video, 'mp4a', 'Opus')),
    cruelFile('an MP4 of AAC that says it is FLAC', renamed(video, 'mp4a', 'fLaC')),
    cruelFile('an MP4 of AAC that says it is PCM', renamed(video, 'mp4a', 'sowt')),
    cruelFile('an encrypted MP4', renamed(video, 'avc1', 'encv')),
  ]
}

/** The file type names the codec too. */
function withoutFileType(video: Buffer): Buffer {
  const named = video.indexOf('avc1') < video.indexOf('moov')
  return named ? patchAfter(video, 'avc1', -4, Buffer.from('free')) : video
}

function renamed(video: Buffer, from: string, to: string): Buffer {
  return patchAfter(withoutFileType(video), from, -4, Buffer.from(to, 'latin1'))
}

/** The video with another box of configuration in its sample entry. */
function withEntryBox(video: Buffer, type: string, body: Buffer): Buffer {
  return replaceBoxes(video, 'stsd', (old) => {
    const at = old.indexOf(type) - 4
    if (at < 0) return old
    const size = old.readUInt32BE(at)
    const changed = box(type, body)
    const grown = Buffer.concat([old.subarray(0, at), changed, old.subarray(at + size)])
    grown.writeUInt32BE(grown.length, 0)
    grown.writeUInt32BE(old.readUInt32BE(16) + changed.length - size, 16)
    return grown
  })
}

function cruelFragments(fragmented: Buffer): HostileFile[] {
  const head = Buffer.concat(
    topLevel(fragmented)
      .filter(({ type }) => type === 'ftyp' || type === 'moov')
      .map(({ at, size }) => fragmented.subarray(at, at + size)),
  )
  const sidx = (references: number[][], firstOffset = 0, timescale = 1000) =>
    fullBox(
      'sidx',
      0,
      0,
      u32(1),
      u32(timescale),
      u32(0),
      u32(firstOffset),
      u16(0),
      u16(references.length),
      Buffer.concat(references.flatMap((row) => row.map(u32))),
    )
  const behind = (name: string, ...boxes: Buffer[]) =>
    cruelFile(`a fragmented MP4 ${name}`, Buffer.concat([head, ...boxes]))
  const header = (flags: number, track: number, ...fields: number[]) =>
    fullBox('tfhd', 0, flags, u32(track), ...fields.map(u32))
  const fragment = (...boxes: Buffer[]) => box('moof', fullBox('mfhd', 0, 0, u32(1)), ...boxes)
  const run = (count: number, flags = 0) => fullBox('trun', 0, flags, u32(count))
  const data = box('mdat', Buffer.alloc(2000))
  const patched = (name: string, type: string, at: number, patch: Uint8Array) =>
    cruelFile(`a fragmented MP4 ${name}`, patchAfter(fragmented, type, at, patch))
  const inIndex = 0x80000000
  return [
    behind('whose index names itself', sidx([[inIndex + 44, 1000, 0]], 0xffffffd4)),
    behind(
      'whose index names the next, which names the next',
      ...Array<Buffer>(100).fill(sidx([[inIndex + 44, 1000, 0]])),
    ),
    behind('whose index names nothing', sidx([])),
    behind('whose index has no time scale', sidx([[1000, 1000, 0]], 0, 0)),
    behind(
      'whose index leads outside of it',
      sidx([
        [0x7fffffff, 1000, 0],
        [0x7fffffff, 1000, 0],
      ]),
    ),
    behind('whose index names indexes that are none', sidx([[inIndex + 1000, 1000, 0]]), data),
    behind('whose index names 65,535 fragments of no bytes', sidx(Array<number[]>(65_535).fill([0, 1, 0]))),
    behind(
      'whose indexes name 65,535 fragments each',
      ...Array<Buffer>(6)
        .fill(sidx([[inIndex + 786_432, 1, 0], ...Array<number[]>(65_533).fill([0, 1, 0])]))
        .slice(0, 3),
    ),
    behind('without a fragment in its fragments', ...Array<Buffer>(300).fill(box('moof'))),
    behind('whose fragments are of no track', ...Array<Buffer>(300).fill(fragment(box('traf')))),
    behind(
      'whose fragments are of another track',
      ...Array<Buffer>(300).fill(fragment(box('traf', header(0, 77), run(1)))),
    ),
    behind('of 2^31 samples in a run', fragment(box('traf', header(0x20000, 1), run(0x80000000))), data),
    behind(
      'of 2^32 - 1 samples with sizes in a run',
      fragment(box('traf', header(0x20000, 1), run(0xffffffff, 0x200))),
      data,
    ),
    behind('of 100,000 samples of one byte', fragment(box('traf', header(0x20018, 1, 1, 1), run(100_000))), data),
    behind(
      'of a thousand runs of a million samples',
      fragment(box('traf', header(0x20018, 1, 1, 0), ...Array<Buffer>(1000).fill(run(1_000_000)))),
      data,
    ),
    behind(
      'of 20,000 track fragments in one',
      fragment(...Array<Buffer>(20_000).fill(box('traf', header(0, 1), run(1)))),
      data,
    ),
    behind('of moof in moof', nested('moof', 10_000)),
    behind(
      'whose fragments begin before the file',
      fragment(box('traf', header(0x20010, 1, 100), fullBox('trun', 0, 1, u32(10), u32(0x80000000)))),
      data,
    ),
    behind(
      'whose fragments begin at the end of the world',
      fragment(box('traf', fullBox('tfhd', 0, 0x11, u32(1), ONES, u32(100)), run(10))),
      data,
    ),
    behind(
      'whose table of places is as long as it likes',
      fragment(box('traf', header(0x20010, 1, 10), run(3))),
      data,
      box('mfra', fullBox('tfra', 0, 0, u32(1), u32(0x3f), u32(0xffffffff)), fullBox('mfro', 0, 0, u32(56))),
    ),
    patched('whose clock is over', 'tfdt', 0, Buffer.concat([u32(0x1000000), ONES])),
    patched('whose clock has an end', 'tfdt', 0, Buffer.concat([u32(0), ONES.subarray(4)])),
    patched('whose fragments are of track 0', 'tfhd', 4, u32(0)),
    patched('whose fragments claim to be elsewhere', 'tfhd', 0, u32(0x01)),
    patched('whose run claims everything', 'trun', 0, u32(0xffffff)),
    patched('whose run is shorter than nothing', 'trun', -8, u32(9)),
    patched('whose defaults are missing', 'trex', -4, Buffer.from('skip')),
  ]
}
