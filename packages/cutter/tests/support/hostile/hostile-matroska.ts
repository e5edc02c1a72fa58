import {
  eightByteSizeHead,
  element,
  floatElement,
  EBML_IDS as ID,
  textElement,
  unsignedBytes,
  unsignedElement,
} from '../../../src/bitstream/ebml.ts'
import { copiesOf, type HostileFile, hex, hostileFile, hostileFiles, repeatBytes } from './cruel-file.ts'

const UNKNOWN_SIZE = hex('01ffffffffffffff')
/** The largest size that an element can state: 2^56 - 2. */
const MAX_SIZE = hex('01fffffffffffffe')

/**
 * Matroska files that attack their reader.
 * @param matroska a healthy file with Vorbis
 */
export function hostileMatroska(matroska: Buffer): HostileFile[] {
  return [
    ...filesWithFalseSizes(matroska),
    ...hostileFiles('a Matroska', {
      ...hostileHeads(),
      ...hostileTracks(),
      ...hostileTexts(),
      ...hostileClusters(),
      ...hostilePatches(matroska),
    }),
  ]
}

const head = element(
  ID.ebml,
  textElement(ID.docType, 'webm'),
  unsignedElement(ID.docTypeVersion, 4),
  unsignedElement(ID.docTypeReadVersion, 2),
)
const info = element(ID.info, unsignedElement(ID.timestampScale, 1_000_000), floatElement(ID.duration, 3000))
const opusHead = (channels: number, family = 0) =>
  Buffer.concat([
    Buffer.from('OpusHead\x01', 'latin1'),
    Buffer.from([channels, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, family]),
  ])
const track = (type: number, codec: string, ...children: Buffer[]) => {
  const numbers = [
    unsignedElement(ID.trackNumber, 1),
    unsignedElement(ID.trackUid, 1),
    unsignedElement(ID.trackType, type),
  ]
  return element(ID.trackEntry, ...numbers, textElement(ID.codecId, codec), ...children)
}
const audio = (codec: string, setup: Buffer, channels = 2, rate = 48_000) => {
  const shape = element(ID.audio, floatElement(ID.samplingFrequency, rate), unsignedElement(ID.channels, channels))
  return track(2, codec, element(ID.codecPrivate, setup), shape)
}
const frame = (width: number, height: number, codec = 'V_VP9') =>
  track(1, codec, element(ID.video, unsignedElement(ID.pixelWidth, width), unsignedElement(ID.pixelHeight, height)))
const opus = audio('A_OPUS', opusHead(2))
const tracks = element(ID.tracks, opus)
/** A SimpleBlock of track 1: its time, its flags, then its frames, laced if the flags say so. */
const block = (time: number, flags: number, ...bytes: number[]) =>
  element(ID.simpleBlock, Buffer.from([0x81, time >> 8, time & 255, flags, ...bytes]))
const silence = (time: number) => block(time, 0x80, 0xfc, 0xff, 0xfe)
const cluster = (tick: number, ...parts: Buffer[]) => element(ID.cluster, unsignedElement(ID.timestamp, tick), ...parts)
const segment = (...parts: Buffer[]) => Buffer.concat([head, element(ID.segment, ...parts)])
const openSegment = (...parts: Buffer[]) => Buffer.concat([head, unsignedBytes(ID.segment), UNKNOWN_SIZE, ...parts])
const twoSeconds = Array.from({ length: 4 }, (_, index) =>
  cluster(500 * index, ...Array.from({ length: 25 }, (_, packet) => silence(20 * packet))),
)
/** A file of these tracks with two seconds of silence. */
const fileOfTracks = (...entries: Buffer[]) => segment(info, element(ID.tracks, ...entries), ...twoSeconds)
/** A file with these elements before its tracks. */
const fileStartingWith = (...parts: Buffer[]) => segment(...parts, tracks, ...twoSeconds)

function filesWithFalseSizes(matroska: Buffer): HostileFile[] {
  const ids = { segment: ID.segment, info: ID.info, tracks: ID.tracks, cluster: ID.cluster, cues: ID.cues }
  const falseSizes = { 'the largest size': MAX_SIZE, 'no size': UNKNOWN_SIZE }
  return Object.entries(ids).flatMap(([name, id]) =>
    Object.entries(falseSizes).map(([lie, size]) => {
      const sizeAt = matroska.indexOf(unsignedBytes(id)) + unsignedBytes(id).length
      const oldBytes = Math.clz32(matroska[sizeAt]!) - 23
      const parts = [matroska.subarray(0, sizeAt), size, matroska.subarray(sizeAt + oldBytes)]
      return hostileFile(`a Matroska whose ${name} has ${lie}`, Buffer.concat(parts))
    }),
  )
}

function nestElements(id: number, depth: number): Buffer {
  const headBytes = unsignedBytes(id).length + 8
  return Buffer.concat(
    Array.from({ length: depth }, (_, level) => eightByteSizeHead(id, headBytes * (depth - level - 1))),
  )
}

function hostileHeads(): Record<string, Buffer> {
  const cue = (cluster: number, seconds = 0) => {
    const cuePosition = [unsignedElement(ID.cueTrack, 1), unsignedElement(ID.cueClusterPosition, cluster)]
    return element(ID.cuePoint, unsignedElement(ID.cueTime, seconds), element(ID.cueTrackPositions, ...cuePosition))
  }
  const withCues = (...cues: Buffer[]) => segment(info, tracks, element(ID.cues, ...cues), ...twoSeconds)
  const seek = (id: number, position: number) =>
    element(
      ID.seekHead,
      element(ID.seek, element(ID.seekId, unsignedBytes(id)), unsignedElement(ID.seekPosition, position)),
    )
  const unknownSizes = [ID.segment, ID.tracks, ID.trackEntry, ID.cluster].flatMap((id) => [
    unsignedBytes(id),
    UNKNOWN_SIZE,
  ])
  const fileOfDuration = (value: number) => fileStartingWith(element(ID.info, floatElement(ID.duration, value)))
  const fileOfScale = (value: number) => fileStartingWith(element(ID.info, unsignedElement(ID.timestampScale, value)))
  return {
    'of nothing but a head': head,
    'whose head is of the largest size': Buffer.concat([unsignedBytes(ID.ebml), MAX_SIZE, Buffer.alloc(100)]),
    'whose every size is unknown': Buffer.concat([head, ...unknownSizes]),
    'of segments in segments, 10,000 deep': Buffer.concat([head, nestElements(ID.segment, 10_000)]),
    'of tracks in tracks, 10,000 deep': segment(info, nestElements(ID.tracks, 10_000), ...twoSeconds),
    'of clusters in clusters, 10,000 deep': segment(info, tracks, nestElements(ID.cluster, 10_000)),
    'of 100,000 voids before its index': segment(repeatBytes(100_000, voidOf(9)), info, tracks, ...twoSeconds),
    'of a void of 3 MB': fileStartingWith(voidOf(3_000_000), info),
    'whose cues point at cues': withCues(...Array.from({ length: 200 }, (_, index) => cue(60 + index, index * 10))),
    'whose cues point outside of it': withCues(cue(2 ** 50), cue(2 ** 40, 500), cue(2 ** 33, 1000)),
    'whose cues are all at the end of time': withCues(...copiesOf(500, cue(200, 2 ** 52))),
    'whose list of contents names itself': fileStartingWith(seek(ID.cues, 0), info),
    'whose list of contents names the end of the world': fileStartingWith(seek(ID.cues, 2 ** 52), info),
    'that lasts forever': fileOfDuration(Infinity),
    'that lasts no number': fileOfDuration(Number.NaN),
    'that lasts less than nothing': fileOfDuration(-1e300),
    'whose ticks take no time': fileOfScale(0),
    'whose ticks take a million years': fileOfScale(2 ** 62),
  }
}

function hostileTracks(): Record<string, Buffer> {
  const entry = (...parts: Buffer[]) => element(ID.trackEntry, ...parts)
  return {
    'of 200,000 tracks': fileOfTracks(repeatBytes(200_000, entry(unsignedElement(ID.trackType, 2)))),
    'of 5,000 whole tracks': fileOfTracks(...copiesOf(5000, opus)),
    'of no tracks': fileOfTracks(),
    'whose tracks have no number': fileOfTracks(
      entry(unsignedElement(ID.trackType, 2), textElement(ID.codecId, 'A_OPUS')),
    ),
    'of a track of a kind that nobody knows': fileOfTracks(
      entry(unsignedElement(ID.trackNumber, 1), unsignedElement(ID.trackType, 99)),
    ),
    'whose Opus has 255 channels': fileOfTracks(audio('A_OPUS', opusHead(255, 255), 255)),
    'whose Opus has no channels': fileOfTracks(audio('A_OPUS', opusHead(0), 0)),
    'whose Opus has no head': fileOfTracks(audio('A_OPUS', Buffer.alloc(0))),
    'whose Opus is of no rate': fileOfTracks(audio('A_OPUS', opusHead(2), 2, 0)),
    'whose Opus is of a rate without a number': fileOfTracks(audio('A_OPUS', opusHead(2), 2, Number.NaN)),
    'whose Vorbis laces its setup without end': fileOfTracks(audio('A_VORBIS', Buffer.alloc(3000, 255))),
    'whose AAC has a setup of ones': fileOfTracks(audio('A_AAC', Buffer.alloc(100, 255))),
    'whose FLAC has a setup of zeros': fileOfTracks(audio('A_FLAC', Buffer.alloc(100))),
    'of frames of 16384 by 16384': fileOfTracks(frame(16_384, 16_384)),
    'of frames of 2^48 by 2^48': fileOfTracks(frame(2 ** 48, 2 ** 48)),
    'of frames of no size': fileOfTracks(frame(0, 0)),
    'of Opus that says it is VP9': fileOfTracks(frame(64, 64)),
    'of Opus that says it is AV1': fileOfTracks(frame(64, 64, 'V_AV1')),
    'of Opus that says it is H.264': fileOfTracks(frame(64, 64, 'V_MPEG4/ISO/AVC')),
  }
}

/** Damage in text tracks and chapters, which a cut does not need. */
function hostileTexts(): Record<string, Buffer> {
  const textTrack = (number: number, ...children: Buffer[]) =>
    element(
      ID.trackEntry,
      unsignedElement(ID.trackNumber, number),
      unsignedElement(ID.trackUid, number),
      unsignedElement(ID.trackType, 17),
      textElement(ID.codecId, 'S_TEXT/UTF8'),
      ...children,
    )
  const textBlock = (time: number, bytes: Buffer) =>
    element(ID.simpleBlock, Buffer.from([0x82, time >> 8, time & 255, 0x80]), bytes)
  const withText = (bytes: Buffer, count = 1) =>
    segment(
      info,
      element(ID.tracks, opus, textTrack(2)),
      cluster(0, ...copiesOf(count, textBlock(10, bytes))),
      ...twoSeconds,
    )
  const withTextCue = (cluster: number, position: number, count = 1) => {
    const cuePosition = [unsignedElement(ID.cueTrack, 2), unsignedElement(ID.cueClusterPosition, cluster)]
    const cue = element(ID.cueTrackPositions, ...cuePosition, unsignedElement(ID.cueRelativePosition, position))
    const point = element(ID.cuePoint, unsignedElement(ID.cueTime, 5), cue)
    return segment(
      info,
      element(ID.tracks, opus, textTrack(2)),
      element(ID.cues, repeatBytes(count, point)),
      ...twoSeconds,
    )
  }
  const atom = (startTime: number, ...children: Buffer[]) =>
    element(ID.chapterAtom, unsignedElement(ID.chapterTimeStart, startTime), ...children)
  const withChapters = (...editions: Buffer[]) => fileStartingWith(info, element(ID.chapters, ...editions))
  const edition = (...atoms: Buffer[]) => element(ID.editionEntry, ...atoms)
  return {
    'with 5,000 text tracks': fileOfTracks(opus, ...Array.from({ length: 5000 }, (_, index) => textTrack(index + 2))),
    'whose text is 3 MB long': withText(Buffer.alloc(3_000_000, 65)),
    'whose text is all tags that never end': withText(Buffer.alloc(300_000, '<')),
    'whose text is all at one time': withText(Buffer.from('a'), 10_000),
    'whose text is said to lie outside of it': withTextCue(2 ** 40, 0),
    'whose text is said to lie at the end of the world': withTextCue(2 ** 52, 2 ** 52),
    'whose text is said to lie in its head': withTextCue(0, 0),
    'whose text is in one place 100,000 times': withTextCue(300, 10, 100_000),
    'of 100,000 chapters': withChapters(edition(repeatBytes(100_000, atom(1000)))),
    'of chapters in chapters, 10,000 deep': withChapters(edition(nestElements(ID.chapterAtom, 10_000))),
    'of 100,000 editions': withChapters(repeatBytes(100_000, edition())),
    'whose chapters begin at the end of time': withChapters(edition(atom(2 ** 63), atom(2 ** 62))),
    'whose chapters have a time of 300 bytes': withChapters(
      edition(element(ID.chapterAtom, element(ID.chapterTimeStart, Buffer.alloc(300, 255)))),
    ),
    'whose chapter has a title of 500 kB': withChapters(
      edition(atom(0, element(ID.chapterDisplay, element(ID.chapterString, Buffer.alloc(500_000, 65))))),
    ),
  }
}

function hostileClusters(): Record<string, Buffer> {
  const blocks = (count: number, part: Buffer) => [cluster(0, repeatBytes(count, part))]
  const lace = (kind: number, ...bytes: number[]) => blocks(100, block(0, 0x80 | (kind << 1), ...bytes))
  const clusters: Record<string, Buffer[]> = {
    'without a cluster': [],
    'of clusters of nothing': copiesOf(1000, element(ID.cluster)),
    'of clusters without a time': copiesOf(50, element(ID.cluster, silence(0))),
    'whose clusters go back in time': twoSeconds.toReversed(),
    'whose clusters are all at one time': copiesOf(50, cluster(500, silence(0))),
    'whose clusters are at the end of time': copiesOf(50, cluster(2 ** 62, silence(0))),
    'whose cluster has a time of 300 bytes': [
      element(ID.cluster, element(ID.timestamp, Buffer.alloc(300, 255)), silence(0)),
    ],
    'whose blocks are before all time': blocks(50, silence(0x8000)),
    'whose blocks have no head': blocks(50, element(ID.simpleBlock, Buffer.from([0x81]))),
    'whose blocks are of track 2^56': blocks(50, element(ID.simpleBlock, MAX_SIZE, Buffer.alloc(9))),
    'whose blocks are empty': [cluster(0, ...Array.from({ length: 50 }, (_, index) => block(20 * index, 0x80)))],
    'whose groups hold no block': blocks(50, element(ID.blockGroup, unsignedElement(ID.blockDuration, 2 ** 60))),
    'whose laces count 256 and hold none': lace(1, 255),
    'whose laces hold 2,560,000 frames of nothing': blocks(10_000, block(0, 0x80 | (2 << 1), 255)),
    'whose laces of Xiph exceed their block': lace(1, 3, 255, 255, 255, 255, 1),
    'whose laces of EBML exceed their block': lace(3, 3, ...MAX_SIZE),
    'whose laces of EBML are less than nothing': lace(3, 4, 0x81, 0x80, 0x80, 0x80),
    'whose laces are of sizes of 9 bytes': lace(3, 4, 0, 0, 0, 0),
    'whose laces are of one size that does not go': lace(2, 255, 1, 2, 3),
    'whose checks are all wrong': [
      element(ID.cluster, element(0xbf, Buffer.alloc(4, 7)), unsignedElement(ID.timestamp, 0), silence(0)),
    ],
    'of 50,000 empty elements to the end': blocks(50_000, hex('a380')),
  }
  const unsizedClusters = twoSeconds.map((clusterBytes) =>
    Buffer.concat([
      unsignedBytes(ID.cluster),
      UNKNOWN_SIZE,
      clusterBytes.subarray(clusterBytes.indexOf(Buffer.from([0xe7]))),
    ]),
  )
  return {
    ...Object.fromEntries(Object.entries(clusters).map(([name, parts]) => [name, segment(info, tracks, ...parts)])),
    'that was recorded live and never ended': openSegment(info, tracks, ...unsizedClusters),
    'of segments of unknown size one after the other': repeatBytes(100, openSegment(info, tracks)),
  }
}

function hostilePatches(matroska: Buffer): Record<string, Buffer> {
  const clusterAt = matroska.indexOf(unsignedBytes(ID.cluster))
  const front = matroska.subarray(0, clusterAt)
  const shares = [0.1, 0.5, 0.9].map((share) => [
    `of which ${share} is there`,
    matroska.subarray(0, Math.floor(matroska.length * share)),
  ])
  return {
    'whose clusters lost their ids': Buffer.concat([front, Buffer.alloc(4), matroska.subarray(clusterAt + 4)]),
    'in another': Buffer.concat([front, matroska]),
    'that is a web page too': Buffer.concat([matroska, Buffer.from('<script>alert(1)</script>')]),
    'of which the first 60 bytes are there': matroska.subarray(0, 60),
    ...Object.fromEntries(shares),
  }
}

/** A Void element of exactly this many bytes, at least 9. */
function voidOf(bytes: number): Buffer {
  return Buffer.concat([eightByteSizeHead(ID.void, bytes - 9), Buffer.alloc(bytes - 9)])
}
