import {
  element,
  float,
  EBML_IDS as ID,
  idBytes,
  text,
  unsigned,
  voidOf,
  wideHead,
} from '../../../src/mux/webm/ebml.ts'
import { cruelFile, type HostileFile } from './cruel-file.ts'

const UNKNOWN = Buffer.from('01ffffffffffffff', 'hex')
/** 2^56 - 2: the largest size there is. */
const LARGEST = Buffer.from('01fffffffffffffe', 'hex')

/** Matroska files that are cruel to whoever reads them. @param matroska a healthy one with Vorbis */
export function hostileMatroska(matroska: Buffer): HostileFile[] {
  return [...lyingSizes(matroska), ...cruelHeads(), ...cruelClusters(), ...cruelPatches(matroska)]
}

const head = element(
  ID.ebml,
  text(ID.docType, 'webm'),
  unsigned(ID.docTypeVersion, 4),
  unsigned(ID.docTypeReadVersion, 2),
)
const info = element(ID.info, unsigned(ID.timestampScale, 1_000_000), float(ID.duration, 3000))
const opusHead = (channels: number, family = 0) =>
  Buffer.concat([
    Buffer.from('OpusHead\x01', 'latin1'),
    Buffer.from([channels, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, family]),
  ])
const audio = (codec: string, setup: Buffer, channels = 2, rate = 48_000) =>
  element(
    ID.trackEntry,
    unsigned(ID.trackNumber, 1),
    unsigned(ID.trackUid, 1),
    unsigned(ID.trackType, 2),
    text(ID.codecId, codec),
    element(ID.codecPrivate, setup),
    element(ID.audio, float(ID.samplingFrequency, rate), unsigned(ID.channels, channels)),
  )
const frame = (width: number, height: number, codec = 'V_VP9') =>
  element(
    ID.trackEntry,
    unsigned(ID.trackNumber, 1),
    unsigned(ID.trackUid, 1),
    unsigned(ID.trackType, 1),
    text(ID.codecId, codec),
    element(ID.video, unsigned(ID.pixelWidth, width), unsigned(ID.pixelHeight, height)),
  )
const opus = audio('A_OPUS', opusHead(2))
/** Track, time and flags, and then a lace if it says so. */
const block = (time: number, flags: number, ...bytes: number[]) =>
  element(ID.simpleBlock, Buffer.from([0x81, time >> 8, time & 255, flags, ...bytes]))
const silence = (time: number) => block(time, 0x80, 0xfc, 0xff, 0xfe)
const cluster = (tick: number, ...parts: Buffer[]) => element(ID.cluster, unsigned(ID.timestamp, tick), ...parts)
const segment = (...parts: Buffer[]) => Buffer.concat([head, element(ID.segment, ...parts)])
const openSegment = (...parts: Buffer[]) => Buffer.concat([head, idBytes(ID.segment), UNKNOWN, ...parts])
const twoSeconds = Array.from({ length: 4 }, (_, index) =>
  cluster(500 * index, ...Array.from({ length: 25 }, (_, packet) => silence(20 * packet))),
)

const repeated = (count: number, part: Buffer) => Buffer.concat(Array<Buffer>(count).fill(part))

function webm(name: string, bytes: Buffer): HostileFile {
  return cruelFile(`a Matroska ${name}`, bytes)
}

function lyingSizes(matroska: Buffer): HostileFile[] {
  const ids = { segment: ID.segment, info: ID.info, tracks: ID.tracks, cluster: ID.cluster, cues: ID.cues }
  const lies = { 'the largest size': LARGEST, 'no size': UNKNOWN }
  return Object.entries(ids).flatMap(([name, id]) =>
    Object.entries(lies).map(([lie, size]) => {
      const at = matroska.indexOf(idBytes(id))
      const sizeAt = at + idBytes(id).length
      const oldBytes = Math.clz32(matroska[sizeAt]!) - 23
      return webm(
        `whose ${name} has ${lie}`,
        Buffer.concat([matroska.subarray(0, sizeAt), size, matroska.subarray(sizeAt + oldBytes)]),
      )
    }),
  )
}

function nested(id: number, depth: number): Buffer {
  const headBytes = idBytes(id).length + 8
  return Buffer.concat(Array.from({ length: depth }, (_, level) => wideHead(id, headBytes * (depth - level - 1))))
}

function cruelHeads(): HostileFile[] {
  const tracks = element(ID.tracks, opus)
  const cue = (cluster: number, seconds = 0) =>
    element(
      ID.cuePoint,
      unsigned(ID.cueTime, seconds),
      element(ID.cueTrackPositions, unsigned(ID.cueTrack, 1), unsigned(ID.cueClusterPosition, cluster)),
    )
  const seek = (id: number, position: number) =>
    element(ID.seekHead, element(ID.seek, element(ID.seekId, idBytes(id)), unsigned(ID.seekPosition, position)))
  return [
    webm('of nothing but a head', head),
    webm('whose head is of the largest size', Buffer.concat([idBytes(ID.ebml), LARGEST, Buffer.alloc(100)])),
    webm(
      'whose every size is unknown',
      Buffer.concat([
        head,
        ...[ID.segment, ID.tracks, ID.trackEntry, ID.cluster].flatMap((id) => [idBytes(id), UNKNOWN]),
      ]),
    ),
    webm('of segments in segments, 10,000 deep', Buffer.concat([head, nested(ID.segment, 10_000)])),
    webm('of tracks in tracks, 10,000 deep', segment(info, nested(ID.tracks, 10_000), ...twoSeconds)),
    webm('of clusters in clusters, 10,000 deep', segment(info, tracks, nested(ID.cluster, 10_000))),
    webm(
      'of 200,000 tracks',
      segment(
        info,
        element(ID.tracks, repeated(200_000, element(ID.trackEntry, unsigned(ID.trackType, 2)))),
        ...twoSeconds,
      ),
    ),
    webm('of 5,000 whole tracks', segment(info, element(ID.tracks, ...Array<Buffer>(5000).fill(opus)), ...twoSeconds)),
    webm('of no tracks', segment(info, element(ID.tracks), ...twoSeconds)),
    webm(
      'whose tracks have no number',
      segment(
        info,
        element(ID.tracks, element(ID.trackEntry, unsigned(ID.trackType, 2), text(ID.codecId, 'A_OPUS'))),
        ...twoSeconds,
      ),
    ),
    webm(
      'of a track of a kind that nobody knows',
      segment(
        info,
        element(ID.tracks, element(ID.trackEntry, unsigned(ID.trackNumber, 1), unsigned(ID.trackType, 99))),
        ...twoSeconds,
      ),
    ),
    webm('of 100,000 voids before its index', segment(repeated(100_000, voidOf(9)), info, tracks, ...twoSeconds)),
    webm('of a void of 3 MB', segment(voidOf(3_000_000), info, tracks, ...twoSeconds)),
    webm(
      'whose cues point at cues',
      segment(
        info,
        tracks,
        element(ID.cues, ...Array.from({ length: 200 }, (_, index) => cue(60 + index, index * 10))),
        ...twoSeconds,
      ),
    ),
    webm(
      'whose cues point outside of it',
      segment(info, tracks, element(ID.cues, cue(2 ** 50), cue(2 ** 40, 500), cue(2 ** 33, 1000)), ...twoSeconds),
    ),
    webm(
      'whose cues are all at the end of time',
      segment(info, tracks, element(ID.cues, ...Array<Buffer>(500).fill(cue(200, 2 ** 52))), ...twoSeconds),
    ),
    webm('whose list of contents names itself', segment(seek(ID.cues, 0), info, tracks, ...twoSeconds)),
    webm(
      'whose list of contents names the end of the world',
      segment(seek(ID.cues, 2 ** 52), info, tracks, ...twoSeconds),
    ),
    webm('that lasts for ever', segment(element(ID.info, float(ID.duration, Infinity)), tracks, ...twoSeconds)),
    webm('that lasts no number', segment(element(ID.info, float(ID.duration, Number.NaN)), tracks, ...twoSeconds)),
    webm('that lasts less than nothing', segment(element(ID.info, float(ID.duration, -1e300)), tracks, ...twoSeconds)),
    webm('whose ticks take no time', segment(element(ID.info, unsigned(ID.timestampScale, 0)), tracks, ...twoSeconds)),
    webm(
      'whose ticks take a million years',
      segment(element(ID.info, unsigned(ID.timestampScale, 2 ** 62)), tracks, ...twoSeconds),
    ),
    webm(
      'whose Opus has 255 channels',
      segment(info, element(ID.tracks, audio('A_OPUS', opusHead(255, 255), 255)), ...twoSeconds),
    ),
    webm(
      'whose Opus has no channels',
      segment(info, element(ID.tracks, audio('A_OPUS', opusHead(0), 0)), ...twoSeconds),
    ),
    webm('whose Opus has no head', segment(info, element(ID.tracks, audio('A_OPUS', Buffer.alloc(0))), ...twoSeconds)),
    webm(
      'whose Opus is of no rate',
      segment(info, element(ID.tracks, audio('A_OPUS', opusHead(2), 2, 0)), ...twoSeconds),
    ),
    webm(
      'whose Opus is of a rate without a number',
      segment(info, element(ID.tracks, audio('A_OPUS', opusHead(2), 2, Number.NaN)), ...twoSeconds),
    ),
    webm(
      'whose Vorbis laces its setup without end',
      segment(info, element(ID.tracks, audio('A_VORBIS', Buffer.alloc(3000, 255))), ...twoSeconds),
    ),
    webm(
      'whose AAC has a setup of ones',
      segment(info, element(ID.tracks, audio('A_AAC', Buffer.alloc(100, 255))), ...twoSeconds),
    ),
    webm(
      'whose FLAC has a setup of zeros',
      segment(info, element(ID.tracks, audio('A_FLAC', Buffer.alloc(100))), ...twoSeconds),
    ),
    webm('of frames of 16384 by 16384', segment(info, element(ID.tracks, frame(16_384, 16_384)), ...twoSeconds)),
    webm('of frames of 2^48 by 2^48', segment(info, element(ID.tracks, frame(2 ** 48, 2 ** 48)), ...twoSeconds)),
    webm('of frames of no size', segment(info, element(ID.tracks, frame(0, 0)), ...twoSeconds)),
    webm('of Opus that says it is VP9', segment(info, element(ID.tracks, frame(64, 64)), ...twoSeconds)),
    webm('of Opus that says it is AV1', segment(info, element(ID.tracks, frame(64, 64, 'V_AV1')), ...twoSeconds)),
    webm(
      'of Opus that says it is H.264',
      segment(info, element(ID.tracks, frame(64, 64, 'V_MPEG4/ISO/AVC')), ...twoSeconds),
    ),
  ]
}

function cruelClusters(): HostileFile[] {
  const tracks = element(ID.tracks, opus)
  const clusters = (name: string, ...parts: Buffer[]) => webm(name, segment(info, tracks, ...parts))
  const lace = (kind: number, ...bytes: number[]) =>
    cluster(0, ...Array<Buffer>(100).fill(block(0, 0x80 | (kind << 1), ...bytes)))
  return [
    clusters('without a cluster'),
    clusters('of clusters of nothing', ...Array<Buffer>(1000).fill(element(ID.cluster))),
    clusters('of clusters without a time', ...Array<Buffer>(50).fill(element(ID.cluster, silence(0)))),
    clusters('whose clusters go back in time', ...twoSeconds.toReversed()),
    clusters('whose clusters are all at one time', ...Array<Buffer>(50).fill(cluster(500, silence(0)))),
    clusters('whose clusters are at the end of time', ...Array<Buffer>(50).fill(cluster(2 ** 62, silence(0)))),
    clusters(
      'whose cluster has a time of 300 bytes',
      element(ID.cluster, element(ID.timestamp, Buffer.alloc(300, 255)), silence(0)),
    ),
    clusters('whose blocks are before all time', cluster(0, ...Array<Buffer>(50).fill(silence(0x8000)))),
    clusters(
      'whose blocks have no head',
      cluster(0, ...Array<Buffer>(50).fill(element(ID.simpleBlock, Buffer.from([0x81])))),
    ),
    clusters(
      'whose blocks are of track 2^56',
      cluster(0, ...Array<Buffer>(50).fill(element(ID.simpleBlock, Buffer.concat([LARGEST, Buffer.alloc(9)])))),
    ),
    clusters(
      'whose blocks are empty',
      cluster(0, ...Array.from({ length: 50 }, (_, index) => block(20 * index, 0x80))),
    ),
    clusters(
      'whose groups hold no block',
      cluster(0, ...Array<Buffer>(50).fill(element(ID.blockGroup, unsigned(ID.blockDuration, 2 ** 60)))),
    ),
    clusters('whose laces count 256 and hold none', lace(1, 255)),
    clusters(
      'whose laces hold 2,560,000 frames of nothing',
      cluster(0, ...Array<Buffer>(10_000).fill(block(0, 0x80 | (2 << 1), 255))),
    ),
    clusters('whose laces of Xiph exceed their block', lace(1, 3, 255, 255, 255, 255, 1)),
    clusters('whose laces of EBML exceed their block', lace(3, 3, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe)),
    clusters('whose laces of EBML are less than nothing', lace(3, 4, 0x81, 0x80, 0x80, 0x80)),
    clusters('whose laces are of sizes of 9 bytes', lace(3, 4, 0, 0, 0, 0)),
    clusters('whose laces are of one size that does not go', lace(2, 255, 1, 2, 3)),
    clusters(
      'whose checks are all wrong',
      element(ID.cluster, element(0xbf, Buffer.alloc(4, 7)), unsigned(ID.timestamp, 0), silence(0)),
    ),
    clusters('of 50,000 empty elements to the end', cluster(0, repeated(50_000, Buffer.from('a380', 'hex')))),
    webm(
      'that was recorded live and never ended',
      openSegment(
        info,
        tracks,
        ...twoSeconds.map((whole) =>
          Buffer.concat([idBytes(ID.cluster), UNKNOWN, whole.subarray(whole.indexOf(Buffer.from([0xe7])))]),
        ),
      ),
    ),
    webm(
      'of segments of unknown size one after the other',
      Buffer.concat(Array<Buffer>(100).fill(openSegment(info, tracks))),
    ),
  ]
}

function cruelPatches(matroska: Buffer): HostileFile[] {
  const clusterAt = matroska.indexOf(idBytes(ID.cluster))
  return [
    webm(
      'whose clusters lost their ids',
      Buffer.concat([matroska.subarray(0, clusterAt), Buffer.alloc(4), matroska.subarray(clusterAt + 4)]),
    ),
    webm('in another', Buffer.concat([matroska.subarray(0, clusterAt), matroska])),
    webm('that is a web page too', Buffer.concat([matroska, Buffer.from('<script>alert(1)</script>')])),
  ]
}
