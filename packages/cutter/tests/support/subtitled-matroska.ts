import { element, floatElement, EBML_IDS as ID, textElement, unsignedElement } from '../../src/bitstream/ebml.ts'
import { zeros } from '../../src/bitstream/mp4-boxes.ts'

/**
 * Two seconds of silence with the text `One` from 0.4 s and `Only` from 1.1 s. Neither text has a duration.
 * @param compress returns the bytes that are stored for a text packet
 * @param settings children of the ContentCompression element, by id, or null for no such element
 * @param emptyBytes size of the content of a Void element after the cluster, or 0 for no such element
 */
export function subtitledMatroska(
  compress: (packet: Buffer) => Buffer,
  settings: Record<number, number | Buffer> | null,
  emptyBytes = 0,
): Buffer {
  const compression = Object.entries(settings ?? {}).map(([id, value]) =>
    typeof value === 'number' ? unsignedElement(Number(id), value) : element(Number(id), value),
  )
  const encodings = element(
    ID.contentEncodings,
    element(ID.contentEncoding, element(ID.contentCompression, ...compression)),
  )
  const entry = (number: number, type: number, codec: string, ...children: Buffer[]) =>
    element(
      ID.trackEntry,
      unsignedElement(ID.trackNumber, number),
      unsignedElement(ID.trackUid, number),
      unsignedElement(ID.trackType, type),
      textElement(ID.codecId, codec),
      ...children,
    )
  const head = Buffer.from('OpusHead\x01\x02\x38\x01\x80\xbb\0\0\0\0\0', 'latin1')
  const shape = element(ID.audio, floatElement(ID.samplingFrequency, 48_000), unsignedElement(ID.channels, 2))
  const tracks = element(
    ID.tracks,
    entry(1, 2, 'A_OPUS', element(ID.codecPrivate, head), shape),
    entry(2, 17, 'S_TEXT/UTF8', ...(settings ? [encodings] : [])),
  )
  const block = (track: number, time: number, bytes: Uint8Array) =>
    element(ID.simpleBlock, Buffer.from([0x80 | track, time >> 8, time & 255, 0x80]), bytes)
  const silence = Array.from({ length: 100 }, (_, packet) => block(1, 20 * packet, Buffer.from([0xfc, 0xff, 0xfe])))
  const cues = [block(2, 400, compress(Buffer.from('One'))), block(2, 1100, compress(Buffer.from('Only')))]
  const cluster = element(ID.cluster, unsignedElement(ID.timestamp, 0), ...cues, ...silence)
  const info = element(ID.info, unsignedElement(ID.timestampScale, 1_000_000), floatElement(ID.duration, 2000))
  const padding = emptyBytes > 0 ? [element(ID.void, zeros(emptyBytes))] : []
  return Buffer.concat([
    element(
      ID.ebml,
      textElement(ID.docType, 'matroska'),
      unsignedElement(ID.docTypeVersion, 4),
      unsignedElement(ID.docTypeReadVersion, 2),
    ),
    element(ID.segment, info, tracks, cluster, ...padding),
  ])
}
