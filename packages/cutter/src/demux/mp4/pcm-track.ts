import { firstWhere } from '../../io/first-where.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { findBox, requireBox, rowsOf } from './boxes.ts'
import type { Mp4Track } from './movie.ts'
import { fitting, readChunks } from './sample-table.ts'

type Chunks = ReturnType<typeof readChunks>

/** Samples per packet: several times as many as in a packet of AAC. */
const PACKET_FRAMES = 4096

/**
 * A track of a plain MP4 or MOV in which every audio sample is a sample of the file: 48,000 of them a second, too many for a
 * sample table. Its packets are parts of a chunk. Null when samples are longer, so that it is a track like others.
 * @param frameBytes what a sample of all channels takes
 * @param fileBytes samples that do not lie in them are left out
 */
export function pcmTrack(moov: Buffer, track: Mp4Track, frameBytes: number, fileBytes: number): IndexedTrack | null {
  const frameTicks = sameDuration(moov, track)
  const sizes = findBox(moov, track.sampleTable, 'stsz')
  if (frameTicks === null || !sizes) return null
  const sameBytes = moov.readUInt32BE(sizes.bodyStart + 4)
  // QuickTime says 1 here and means what its sample entry says.
  if (sameBytes !== frameBytes && sameBytes !== 1) return null
  const claimed = moov.readUInt32BE(sizes.bodyStart + 8)
  const chunks = readChunks(moov, track.sampleTable, fitting(claimed, frameBytes, fileBytes))
  const frames = framesWithin(chunks, frameBytes, fileBytes)
  const { timescale, shiftTicks, presentationEndTicks } = track
  const breaksOffTick = frames < claimed ? frames * frameTicks + shiftTicks : Infinity
  const presentationEnd = Math.min(presentationEndTicks, breaksOffTick)

  return {
    timescale,
    isWhollyKnown: true,
    presentationEnd,
    ...(breaksOffTick < Infinity && { breaksOffTick }),
    async covering(fromTick, toTick) {
      const end = Math.min(toTick, presentationEnd)
      const from = Math.max(0, Math.floor((fromTick - shiftTicks) / frameTicks))
      const to = Math.min(frames, Math.ceil((end - shiftTicks) / frameTicks))
      const packets: PacketRef[] = []
      const { count: chunkCount, firstSamples } = chunks
      const first = Math.max(0, firstWhere(chunkCount, (chunk) => firstSamples[chunk]! > from) - 1)
      for (let chunk = first; chunk < chunkCount && firstSamples[chunk]! < to; chunk++) {
        const chunkEnd = Math.min(to, firstSamples[chunk + 1]!)
        for (let frame = Math.max(from, firstSamples[chunk]!); frame < chunkEnd; frame += PACKET_FRAMES) {
          const count = Math.min(PACKET_FRAMES, chunkEnd - frame)
          packets.push({
            pts: frame * frameTicks + shiftTicks,
            duration: count * frameTicks,
            isSync: true,
            offset: chunks.offsets[chunk]! + (frame - firstSamples[chunk]!) * frameBytes,
            sizeBytes: count * frameBytes,
            entryIndex: chunks.entryIndexes[chunk]!,
          })
        }
      }
      return PacketList.of(packets)
    },
    firstPts: async () => (frames === 0 ? null : shiftTicks),
    endPts: async () => Math.min(frames * frameTicks + shiftTicks, presentationEnd),
  }
}

/** How many samples there are before the first one that does not lie in the file. */
function framesWithin({ count, offsets, firstSamples }: Chunks, frameBytes: number, fileBytes: number): number {
  for (let chunk = 0; chunk < count; chunk++) {
    const room = Math.max(0, Math.floor((fileBytes - offsets[chunk]!) / frameBytes))
    if (room < firstSamples[chunk + 1]! - firstSamples[chunk]!) return firstSamples[chunk]! + room
  }
  return firstSamples[count]!
}

/** How long each sample lasts if all last equally long, else null. */
function sameDuration(moov: Buffer, track: Mp4Track): number | null {
  const box = requireBox(moov, track.sampleTable, 'stts')
  const { start, count } = rowsOf(moov, box, 8)
  const duration = count > 0 ? moov.readUInt32BE(start + 4) : 0
  for (let row = 1; row < count; row++) {
    if (moov.readUInt32BE(start + 8 * row + 4) !== duration) return null
  }
  return duration > 0 ? duration : null
}
