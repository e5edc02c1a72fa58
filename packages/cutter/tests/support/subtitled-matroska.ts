import { element, float, EBML_IDS as ID, text, unsigned } from '../../src/bitstream/ebml.ts'
import { zeros } from '../../src/bitstream/mp4-boxes.ts'

/**
 * Two seconds of silence with the text `One` from 0.4 s and `Only` from 1.1 s, neither of which says for how long.
 * @param compressed a packet as it is stored
 * @param settings of its ContentCompression; null: it has none
 * @param emptyBytes behind the last cluster
 */
export function subtitledMatroska(
  compressed: (packet: Buffer) => Buffer,
  settings: Record<number, number | Buffer> | null,
  emptyBytes = 0,
): Buffer {
  const compression = Object.entries(settings ?? {}).map(([id, value]) =>
    typeof value === 'number' ? unsigned(Number(id), value) : element(Number(id), value),
  )
  const encodings = element(
    ID.contentEncodings,
    element(ID.contentEncoding, element(ID.contentCompression, ...compression)),
  )
  const entry = (number: number, type: number, codec: string, ...more: Buffer[]) =>
    element(
      ID.trackEntry,
      unsigned(ID.trackNumber, number),
      unsigned(ID.trackUid, number),
      unsigned(ID.trackType, type),
      text(ID.codecId, codec),
      ...more,
    )
  const head = Buffer.from('OpusHead\x01\x02\x38\x01\x80\xbb\0\0\0\0\0', 'latin1')
  const shape = element(ID.audio, float(ID.samplingFrequency, 48_000), unsigned(ID.channels, 2))
  const tracks = element(
    ID.tracks,
    entry(1, 2, 'A_OPUS', element(ID.codecPrivate, head), shape),
    entry(2, 17, 'S_TEXT/UTF8', ...(settings ? [encodings] : [])),
  )
  const block = (track: number, time: number, bytes: Uint8Array) =>
    element(ID.simpleBlock, Buffer.from([0x80 | track, time >> 8, time & 255, 0x80]), bytes)
  const silence = Array.from({ length: 100 }, (_, packet) => block(1, 20 * packet, Buffer.from([0xfc, 0xff, 0xfe])))
  const cues = [block(2, 400, compressed(Buffer.from('One'))), block(2, 1100, compressed(Buffer.from('Only')))]
  const cluster = element(ID.cluster, unsigned(ID.timestamp, 0), ...cues, ...silence)
  const info = element(ID.info, unsigned(ID.timestampScale, 1_000_000), float(ID.duration, 2000))
  const rest = emptyBytes > 0 ? [element(ID.void, zeros(emptyBytes))] : []
  return Buffer.concat([
    element(ID.ebml, text(ID.docType, 'matroska'), unsigned(ID.docTypeVersion, 4), unsigned(ID.docTypeReadVersion, 2)),
    element(ID.segment, info, tracks, cluster, ...rest),
  ])
}
