import { EBML_IDS as ID, unsignedBytes } from '../../../src/bitstream/ebml.ts'
import { u32 } from '../../../src/bitstream/mp4-boxes.ts'
import { type HostileFile, hex } from './cruel-file.ts'

const TERABYTE = 2 ** 40

/** A source that claims a terabyte: a beginning, and then the same again and again. */
function endless(name: string, head: Buffer, again: Buffer): HostileFile {
  const read = async (start: number, end: number) => {
    const bytes = Buffer.allocUnsafe(end - start)
    const at = start < head.length ? head.copy(bytes, 0, start, end) : 0
    const phase = (start + at - head.length) % again.length
    return bytes.fill(Buffer.concat([again.subarray(phase), again.subarray(0, phase)]), at)
  }
  return { name: `without end: ${name}`, open: () => ({ sizeBytes: TERABYTE, read }) }
}

/** @param video an MP4 @param matroska one with Vorbis */
export function withoutEnd(video: Buffer, matroska: Buffer): HostileFile[] {
  const nothing = Buffer.alloc(0)
  const fileType = video.subarray(0, video.readUInt32BE(0))
  const index = Buffer.concat([fileType, u32(1), Buffer.from('moov'), u32(0xff), u32(0)])
  const boxes = (type: string) => Buffer.concat([u32(8), Buffer.from(type)])
  const openSegment = Buffer.from(matroska)
  openSegment.set(hex('01ffffffffffffff'), matroska.indexOf(unsignedBytes(ID.segment)) + 4)
  const front = openSegment.subarray(0, matroska.indexOf(unsignedBytes(ID.cluster)))
  const oggPage = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(22), Buffer.from([1, 10]), Buffer.alloc(10)])
  return [
    endless('zeros', nothing, Buffer.alloc(4096)),
    endless('empty boxes', fileType, boxes('free')),
    endless('fragments without a track', fileType, boxes('moof')),
    endless('an index of a terabyte', index, boxes('trak')),
    endless('empty elements of a Matroska', openSegment.subarray(0, 60), hex('ec80')),
    endless(
      'clusters of a Matroska',
      front,
      Buffer.concat([hex('1f43b67520ea67e78100ec20ea60'), Buffer.alloc(60_000)]),
    ),
    endless('transport packets', nothing, Buffer.concat([hex('471fff10'), Buffer.alloc(184, 255)])),
    endless('MP3 frames', nothing, Buffer.concat([hex('fffb9064'), Buffer.alloc(413)])),
    endless('ADTS frames', nothing, hex('fff15080017ffc 21004990021900238000 0000')),
    endless('Ogg pages', nothing, oggPage),
  ]
}
