import { box, fullBox, table, u16, u32 } from '../../../src/bitstream/mp4-boxes.ts'
import { boxesBetween } from '../../../src/demux/mp4/boxes.ts'
import { withBoxesInMovie, withChapterTrack } from '../chaptered.ts'
import { withEntryBox } from '../odd-mp4.ts'
import { patchAfter, replaceBoxes } from '../patched-mp4.ts'
import { copiesOf, type HostileFile, hex, hostileFile, hostileFiles, repeatBytes } from './cruel-file.ts'

const EIGHT_ONES = Buffer.alloc(8, 255)

/**
 * MP4 files that attack their reader.
 * @param video a healthy video with its index after its data, so that the index may grow
 * @param fragmented the same video in fragments
 */
export function hostileMp4(video: Buffer, fragmented: Buffer): HostileFile[] {
  return [
    ...cutAtEveryBox(video, 'an MP4'),
    ...cutAtEveryBox(fragmented, 'a fragmented MP4'),
    ...filesWithFalseSizes(video),
    ...deepAndWideFiles(video),
    ...hostileFiles('an MP4', { ...hostileTables(video), ...patchedTables(video), ...otherCodecs(video) }),
    ...hostileFiles('an MP4', hostileTexts(video)),
    ...hostileFiles('an MP4 whose H.264 configuration', avcConfigurations(video)),
    ...hostileFiles('an MP4 whose AAC configuration', aacConfigurations(video)),
    ...hostileFiles('a fragmented MP4', { ...hostileFragments(fragmented), ...patchedFragments(fragmented) }),
  ]
}

function cutAtEveryBox(mp4: Buffer, subject: string): HostileFile[] {
  const names = new Set<string>()
  return [...boxesBetween(mp4, 0, mp4.length)].flatMap(({ type, start, end }) => {
    if (start === 0 || names.has(type)) return []
    names.add(type)
    return hostileFiles(`${subject} that ends`, {
      [`before its first ${type}`]: mp4.subarray(0, start),
      [`in the head of its first ${type}`]: mp4.subarray(0, start + 6),
      [`in the middle of its first ${type}`]: mp4.subarray(0, (start + end) >> 1),
    })
  })
}

function filesWithFalseSizes(video: Buffer): HostileFile[] {
  const types = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'stts', 'stsc', 'stco']
  const falseSizes: [string, Uint8Array][] = [
    ['nothing', u32(0)],
    ['7 bytes', u32(7)],
    ['4 GiB', u32(0xffffffff)],
  ]
  const fileType = video.subarray(0, video.readUInt32BE(0))
  const withLongSize = (size: Buffer) => Buffer.concat([fileType, u32(1), Buffer.from('moov'), size, Buffer.alloc(500)])
  return [
    ...types.flatMap((type) =>
      falseSizes.map(([claim, size]) =>
        hostileFile(`an MP4 whose ${type} claims ${claim}`, patchAfter(video, type, -8, size)),
      ),
    ),
    ...hostileFiles('an MP4 whose index claims', {
      '2^63 bytes': withLongSize(hex('8000000000000000')),
      '2^64 - 1 bytes': withLongSize(EIGHT_ONES),
      'no bytes at all': withLongSize(Buffer.alloc(8)),
      '2^53 bytes': withLongSize(hex('0020000000000000')),
    }),
  ]
}

function nestBoxes(type: string, depth: number): Buffer {
  const bytes = Buffer.alloc(8 * depth)
  for (let level = 0; level < depth; level++) {
    bytes.writeUInt32BE(8 * (depth - level), 8 * level)
    bytes.write(type, 8 * level + 4, 'latin1')
  }
  return bytes
}

/** Adds boxes to the beginning of the moov. */
export function withBoxesInIndex(video: Buffer, ...boxes: Buffer[]): Buffer {
  const at = video.indexOf('moov') - 4
  const size = video.readUInt32BE(at)
  return Buffer.concat([
    video.subarray(0, at),
    box('moov', ...boxes, video.subarray(at + 8, at + size)),
    video.subarray(at + size),
  ])
}

function deepAndWideFiles(video: Buffer): HostileFile[] {
  const fileType = video.subarray(0, video.readUInt32BE(0))
  const boxOf = (bytes: Buffer, type: string) => {
    const at = bytes.indexOf(type) - 4
    return bytes.subarray(at, at + bytes.readUInt32BE(at))
  }
  const moov = boxOf(video, 'moov')
  const metadata = replaceBoxes(boxOf(moov, 'trak'), 'hdlr', (old) => patchAfter(old, 'hdlr', 8, Buffer.from('meta')))
  const emptyBoxes = (type: string, count: number) => repeatBytes(count, box(type))
  const page = box('free', Buffer.from('<!doctype html><script>alert(1)</script>'))
  return [
    ...['moov', 'trak', 'mdia', 'meta', 'udta', 'edts', 'wave', 'ilst'].map((type) =>
      hostileFile(
        `an MP4 of ${type} in ${type}, 10,000 deep`,
        Buffer.concat([fileType, box('moov', nestBoxes(type, 10_000))]),
      ),
    ),
    ...hostileFiles('an MP4', {
      'whose video is behind 10,000 levels of udta': withBoxesInIndex(video, nestBoxes('udta', 10_000)),
      'of 100,000 empty boxes': Buffer.concat([fileType, emptyBoxes('free', 100_000)]),
      'of 100,000 empty tracks': Buffer.concat([fileType, box('moov', emptyBoxes('trak', 100_000))]),
      'with 2,000 tracks of neither frame nor audio before its own': withBoxesInIndex(
        video,
        repeatBytes(2000, metadata),
      ),
      'of two indexes': Buffer.concat([fileType, moov, video.subarray(fileType.length)]),
      'that is a web page too': Buffer.concat([page, video]),
      'that is a zip too': Buffer.concat([video, hex('504b0506'), Buffer.alloc(18)]),
      'behind a web page': Buffer.concat([Buffer.from('<!doctype html><p>'), video]),
    }),
  ]
}

function hostileTables(video: Buffer): Record<string, Buffer> {
  const withBody = (type: string, body: Buffer) => replaceBoxes(video, type, () => box(type, body))
  const rows = (...rows: number[][]) => Buffer.concat([u32(0), table(rows.length, rows.flat())])
  const equalRows = (count: number, row: number[]) => tableOf(count, () => row)
  const tableOf = (count: number, row: (index: number) => number[]) =>
    Buffer.concat([u32(0), table(count, Array.from({ length: count }, (_, index) => row(index)).flat())])
  const filesForTypes = (types: string[], claim: string, body: Buffer) =>
    Object.fromEntries(types.map((type) => [`whose ${type} ${claim}`, withBody(type, body)]))
  return {
    ...filesForTypes(['stts', 'ctts', 'stsc', 'stco', 'stss', 'elst'], 'claims 2^32 - 1 rows', u32(0, 0xffffffff)),
    ...filesForTypes(['stts', 'stsc', 'stco', 'stsz', 'stsd'], 'is empty', Buffer.alloc(0)),
    ...filesForTypes(['stts', 'stsc', 'stco', 'stsd'], 'has no rows', u32(0, 0)),
    'of no samples': withBody('stsz', Buffer.alloc(12)),
    'of 20,000 runs of chunks to and fro': withBody(
      'stsc',
      tableOf(20_000, (index) => [index % 2 ? 20_001 : 1, 0, 1]),
    ),
    'whose runs of chunks begin before the first': withBody('stsc', rows([0, 1, 1])),
    'of chunks of 2^32 - 1 samples': withBody('stsc', rows([1, 0xffffffff, 1])),
    'whose samples are of entry 2^32 - 1': withBody('stsc', rows([1, 1000, 0xffffffff])),
    'of 300,000 edits': withBody('elst', equalRows(300_000, [1, 0, 0x10000])),
    'of edits in reverse': withBody(
      'elst',
      tableOf(2000, (row) => [1, 40_000 - 20 * row, 0x10000]),
    ),
    'whose edits begin at the end of all time': withBody(
      'elst',
      Buffer.concat([u32(0x1000000, 1), EIGHT_ONES, hex('7fffffffffffffff 00010000')]),
    ),
    'whose edit is slower than anything': withBody('elst', equalRows(2, [1000, 0, 1])),
    'that is one empty edit': withBody('elst', rows([0xffffffff, 0xffffffff, 0x10000])),
    'whose frames come in no order': withBody(
      'ctts',
      tableOf(45, (row) => [1, (row * 7919) % 65_536]),
    ),
  }
}

function patchedTables(video: Buffer): Record<string, Buffer> {
  const patchBox = (table: string, at: number, ...values: number[]) => patchAfter(video, table, at, u32(...values))
  const chunksAt = video.indexOf('stco') + 8
  const chunks = Array.from({ length: video.readUInt32BE(chunksAt) }, (_, row) =>
    video.readUInt32BE(chunksAt + 4 + 4 * row),
  )
  const withChunks = (offsets: number[]) => patchBox('stco', 8, ...offsets)
  return {
    'whose first packet is larger than the file': patchBox('stsz', 12, 0x7fffffff),
    'whose packets are all as large as the file': patchBox('stsz', 4, video.length),
    'of 2^31 packets': patchBox('stsz', 8, 0x80000000),
    'of 2^31 packets of one byte': patchBox('stsz', 4, 1, 0x80000000),
    'whose packets last forever': patchBox('stts', 12, 0xffffffff),
    'whose packets last no time': patchBox('stts', 12, 0),
    'whose chunks lie behind its end': withChunks(chunks.map(() => 0xfffffff0)),
    'whose chunks lie backwards': withChunks(chunks.toReversed()),
    'whose chunks are all the same': withChunks(chunks.map(() => chunks[0]!)),
    'whose chunks are its own head': withChunks(chunks.map(() => 0)),
    'whose frames are shown before all time': patchBox('ctts', 12, 0x80000000),
    'whose keyframes lie behind its end': patchBox('stss', 8, 0xffffffff),
    'whose edit begins before all time': patchBox('elst', 12, 0x80000000),
    'whose time scale is 2^32 - 1': patchBox('mdhd', 12, 0xffffffff),
    'whose frames have no time scale': patchBox('mdhd', 12, 0),
    'whose movie has no time scale': patchBox('mvhd', 12, 0),
    'of a time scale of one': patchBox('mdhd', 12, 1),
    'whose tracks have one number': replaceBoxes(video, 'tkhd', (old) => patchAfter(old, 'tkhd', 12, u32(1))),
    'whose frame is turned into nothing': patchAfter(video, 'tkhd', 40, Buffer.alloc(36)),
    'whose frame is turned to infinity': patchAfter(video, 'tkhd', 40, Buffer.alloc(36, 127)),
  }
}

/** Damage in text tracks, chapters and names, which a cut does not need. */
function hostileTexts(video: Buffer): Record<string, Buffer> {
  const chapters = [{ startTime: 0, title: 'One' }]
  const withTrack = withChapterTrack(video, chapters, 1)
  const at = withTrack.lastIndexOf('trak') - 4
  const trak = withTrack.subarray(at, at + withTrack.readUInt32BE(at))
  const asText = patchAfter(trak, 'stsd', 12, Buffer.from('tx3g'))
  const patchBox = (type: string, offset: number, ...values: number[]) =>
    withBoxesInMovie(video, patchAfter(asText, type, offset, u32(...values)))
  const pointAtVideo = (box: Buffer) => patchAfter(box, 'chap', 0, u32(1))
  return {
    'with 1,000 text tracks': withBoxesInMovie(video, ...copiesOf(1000, asText)),
    'whose text has 2^31 samples': patchBox('stsz', 8, 0x80000000),
    'whose text has 2^31 samples of one byte': patchBox('stsz', 4, 1, 0x80000000),
    'whose text lies outside of it': patchBox('stco', 8, 0xfffffff0),
    'whose text is as long as the file': patchBox('stsz', 4, video.length - 200, 1),
    'whose text lasts forever': patchBox('stts', 12, 0xffffffff),
    'whose text has no time scale': patchBox('mdhd', 12, 0),
    'whose text has no sample entry': withBoxesInMovie(video, patchAfter(asText, 'stsd', 8, u32(7))),
    'whose chapters are its own frames': replaceBoxes(withTrack, 'tref', pointAtVideo),
    'whose chapters lie outside of it': replaceBoxes(withTrack, 'trak', (box) =>
      box.includes('Chapters') ? patchAfter(box, 'stco', 8, u32(0xfffffff0)) : box,
    ),
    'whose list of chapters claims 255 and has none': withBoxesInMovie(
      video,
      box('udta', fullBox('chpl', 1, 0, u32(0), Buffer.from([255]))),
    ),
    'whose list of chapters has no count': withBoxesInMovie(video, box('udta', box('chpl'))),
    'whose names are 3 MB long': withBoxesInMovie(
      replaceBoxes(video, 'hdlr', (old) =>
        Buffer.concat([u32(old.length + 3_000_000), old.subarray(4), Buffer.alloc(3_000_000, 65)]),
      ),
      box('udta', box('name', Buffer.alloc(3_000_000, 65))),
    ),
  }
}

function avcConfigurations(video: Buffer): Record<string, Buffer> {
  const at = video.indexOf('avcC') + 4
  const oldConfiguration = video.subarray(at, at + video.readUInt32BE(at - 8) - 8)
  const sps = oldConfiguration.subarray(8, 8 + oldConfiguration.readUInt16BE(6))
  const set = (bytes: Uint8Array) => Buffer.concat([u16(bytes.length), bytes])
  const pps = set(hex('68ebe3cb22c0'))
  /** Replaces avcC. The new one claims this number of SPS and continues with these parts. */
  const avc = (sets: number, ...parts: Uint8Array[]) =>
    withEntryBox(video, box('avcC', oldConfiguration.subarray(0, 5), Buffer.from([0xe0 | sets]), ...parts))
  const countOfOne = Buffer.from([1])
  const spsOf = (profile: number, payload: Buffer) =>
    avc(1, set(Buffer.concat([Buffer.from([0x67, profile, 0, 31]), payload])), countOfOne, pps)
  return {
    'is empty': withEntryBox(video, box('avcC')),
    'is cut off': withEntryBox(video, box('avcC', oldConfiguration.subarray(0, 6))),
    'has no sets': avc(0, Buffer.from([0])),
    'has 31 sets of parameters': avc(31, ...copiesOf(31, set(sps)), countOfOne, pps),
    'has 255 sets for frames': avc(1, set(sps), Buffer.from([255]), ...copiesOf(255, pps)),
    'has sets of no bytes': avc(3, u16(0), u16(0), u16(0), countOfOne, pps),
    'claims sets of 65,535 bytes': avc(1, u16(65_535), sps),
    'has a set of one byte': avc(1, u16(1), Buffer.from([0x67, 1]), pps),
    'is of a reserved profile': spsOf(255, Buffer.alloc(20, 0x5a)),
    'is all zeros': spsOf(100, Buffer.alloc(40)),
    'is all ones': spsOf(100, Buffer.alloc(40, 255)),
    'has numbers of 32 zeros': spsOf(66, hex('80 00 00 00 01 00 00 00 00 80 00 00 00 01')),
    'is of 16384 by 16384 pixels': spsOf(66, hex('f4 04 00 10 04 00 40 80')),
    'names 255 frames to refer to': spsOf(66, hex('da 01 00 28 16 ec')),
    'is of 65,000 zeros': avc(1, set(Buffer.alloc(65_000)), countOfOne, pps),
  }
}

function aacConfigurations(video: Buffer): Record<string, Buffer> {
  const esds = (...parts: Buffer[]) => withEntryBox(video, box('esds', ...parts), 'soun')
  const aac = (digits: string) => {
    const config = hex(digits)
    const specificInfo = Buffer.concat([Buffer.from([5, config.length]), config])
    const decoder = Buffer.concat([
      Buffer.from([4, 13 + specificInfo.length, 0x40, 0x15]),
      Buffer.alloc(11),
      specificInfo,
    ])
    return esds(u32(0), Buffer.from([3, 3 + decoder.length, 0, 1, 0]), decoder)
  }
  return {
    'is empty': esds(),
    'has lengths that never end': esds(u32(0), Buffer.alloc(200, 0x80)),
    'has lengths of 2^28': esds(u32(0), hex('03ffffff7f000100'), Buffer.alloc(30)),
    'nests in itself': esds(u32(0), ...copiesOf(1000, Buffer.from([3, 0x7f, 0, 1, 0]))),
    'is of no rate': aac('17800010000000'),
    'is of a reserved rate': aac('1690'),
    'is of 16 channels': aac('1278'),
    'is of no channels': aac('1200'),
    'is of a reserved kind': aac('ffffffffffff'),
  }
}

function otherCodecs(original: Buffer): Record<string, Buffer> {
  // ftyp may name avc1 too. It loses that name, so that later patches reach the sample entry.
  const isCodecInFileType = original.indexOf('avc1') < original.indexOf('moov')
  const rename = (video: Buffer, from: string, to: string) => patchAfter(video, from, -4, Buffer.from(to, 'latin1'))
  const video = isCodecInFileType ? rename(original, 'avc1', 'free') : original
  return {
    'whose audio has 65,535 channels': patchAfter(video, 'mp4a', 16, u16(65_535)),
    'whose audio has no rate': patchAfter(video, 'mp4a', 24, u32(0)),
    'of frames of no pixels': patchAfter(video, 'avc1', 24, u32(0)),
    'of frames larger than any': patchAfter(video, 'avc1', 24, u32(0xffffffff)),
    'of a codec that nobody knows': rename(video, 'avc1', 'zzzz'),
    'of H.264 that says it is HEVC': rename(video, 'avc1', 'hvc1'),
    'of H.264 that says it is AV1': rename(video, 'avc1', 'av01'),
    'of H.264 that says it is VP9': rename(video, 'avc1', 'vp09'),
    'of AAC that says it is Opus': rename(video, 'mp4a', 'Opus'),
    'of AAC that says it is FLAC': rename(video, 'mp4a', 'fLaC'),
    'of AAC that says it is PCM': rename(video, 'mp4a', 'sowt'),
    'that is encrypted': rename(video, 'avc1', 'encv'),
  }
}

function hostileFragments(fragmented: Buffer): Record<string, Buffer> {
  const head = [...boxesBetween(fragmented, 0, fragmented.length)]
    .filter(({ type }) => type === 'ftyp' || type === 'moov')
    .map(({ start, end }) => fragmented.subarray(start, end))
  const afterHead = (...boxes: Buffer[]) => Buffer.concat([...head, ...boxes])
  const sidx = (references: number[][], firstOffset = 0, timescale = 1000) => {
    const counts = [u16(0), u16(references.length)]
    return fullBox(
      'sidx',
      0,
      0,
      u32(1, timescale, 0, firstOffset),
      ...counts,
      Buffer.concat(references.flat().map((value) => u32(value))),
    )
  }
  const fields = (type: string, flags: number, ...values: number[]) => fullBox(type, 0, flags, u32(...values))
  const header = (flags: number, track: number, ...values: number[]) => fields('tfhd', flags, track, ...values)
  const run = (count: number, flags = 0) => fields('trun', flags, count)
  const fragment = (...boxes: Buffer[]) => box('moof', fields('mfhd', 0, 1), ...boxes)
  /** A file with one fragment of these boxes, followed by data. */
  const withFragment = (...boxes: Buffer[]) => afterHead(fragment(box('traf', ...boxes)), data)
  const data = box('mdat', Buffer.alloc(2000))
  const inIndex = 0x80000000
  const indexReferences = [[inIndex + 786_432, 1, 0], ...Array<number[]>(65_533).fill([0, 1, 0])]
  const outsideReference = [0x7fffffff, 1000, 0]
  const fragmentTable = box('mfra', fields('tfra', 0, 1, 0x3f, 0xffffffff), fields('mfro', 0, 56))
  return {
    'whose index names itself': afterHead(sidx([[inIndex + 44, 1000, 0]], 0xffffffd4)),
    'whose index names the next, which names the next': afterHead(...copiesOf(100, sidx([[inIndex + 44, 1000, 0]]))),
    'whose index names nothing': afterHead(sidx([])),
    'whose index has no time scale': afterHead(sidx([[1000, 1000, 0]], 0, 0)),
    'whose index leads outside of it': afterHead(sidx([outsideReference, outsideReference])),
    'whose index names indexes that are none': afterHead(sidx([[inIndex + 1000, 1000, 0]]), data),
    'whose index names 65,535 fragments of no bytes': afterHead(sidx(Array<number[]>(65_535).fill([0, 1, 0]))),
    'whose indexes name 65,535 fragments each': afterHead(...copiesOf(3, sidx(indexReferences))),
    'without a fragment in its fragments': afterHead(...copiesOf(300, box('moof'))),
    'whose fragments are of no track': afterHead(...copiesOf(300, fragment(box('traf')))),
    'whose fragments are of another track': afterHead(...copiesOf(300, fragment(box('traf', header(0, 77), run(1))))),
    'of 2^31 samples in a run': withFragment(header(0x20000, 1), run(0x80000000)),
    'of 2^32 - 1 samples with sizes in a run': withFragment(header(0x20000, 1), run(0xffffffff, 0x200)),
    'of 100,000 samples of one byte': withFragment(header(0x20018, 1, 1, 1), run(100_000)),
    'of a thousand runs of a million samples': withFragment(
      header(0x20018, 1, 1, 0),
      ...copiesOf(1000, run(1_000_000)),
    ),
    'of 20,000 track fragments in one': afterHead(
      fragment(repeatBytes(20_000, box('traf', header(0, 1), run(1)))),
      data,
    ),
    'of moof in moof': afterHead(nestBoxes('moof', 10_000)),
    'whose fragments begin before the file': withFragment(header(0x20010, 1, 100), fields('trun', 1, 10, 0x80000000)),
    'whose fragments begin at the end of the world': withFragment(
      fullBox('tfhd', 0, 0x11, u32(1), EIGHT_ONES, u32(100)),
      run(10),
    ),
    'whose table of places is as long as it likes': Buffer.concat([
      withFragment(header(0x20010, 1, 10), run(3)),
      fragmentTable,
    ]),
  }
}

function patchedFragments(fragmented: Buffer): Record<string, Buffer> {
  const patchBox = (type: string, at: number, patch: Uint8Array) => patchAfter(fragmented, type, at, patch)
  return {
    'whose clock is over': patchBox('tfdt', 0, Buffer.concat([u32(0x1000000), EIGHT_ONES])),
    'whose clock has an end': patchBox('tfdt', 0, u32(0, 0xffffffff)),
    'whose fragments are of track 0': patchBox('tfhd', 4, u32(0)),
    'whose fragments claim to be elsewhere': patchBox('tfhd', 0, u32(0x01)),
    'whose run claims everything': patchBox('trun', 0, u32(0xffffff)),
    'whose run is shorter than nothing': patchBox('trun', -8, u32(9)),
    'whose defaults are missing': patchBox('trex', -4, Buffer.from('skip')),
  }
}
