import { firstIndexWhere } from '../../io/first-where.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { findBox, requireBox, tableRowsOf } from './boxes.ts'
import type { Mp4Track } from './movie.ts'
import { readChunks, samplesThatFit } from './sample-table.ts'

type Chunks = ReturnType<typeof readChunks>

/** Samples per packet: four times as many as in a packet of AAC. */
const PACKET_FRAMES = 4096

/**
 * A PCM track of a plain MP4 or MOV whose file samples are single audio samples. 48,000 a second are too many for a
 * SampleTable, so its packets are parts of chunks. Null if a file sample contains several audio samples.
 * @param frameBytes bytes of one sample of all channels
 * @param fileBytes size of the file. Samples after its end are left out.
 */
export function pcmTrack(moov: Buffer, track: Mp4Track, frameBytes: number, fileBytes: number): IndexedTrack | null {
  const frameTicks = commonDuration(moov, track)
  const sizes = findBox(moov, track.sampleTable, 'stsz')
  if (frameTicks === null || !sizes) return null
  const commonSampleBytes = moov.readUInt32BE(sizes.bodyStart + 4)
  // QuickTime writes 1 here, and its sample entry has the real size.
  if (commonSampleBytes !== frameBytes && commonSampleBytes !== 1) return null
  const claimedFrames = moov.readUInt32BE(sizes.bodyStart + 8)
  const chunks = readChunks(moov, track.sampleTable, samplesThatFit(claimedFrames, frameBytes, fileBytes))
  const frames = framesWithin(chunks, frameBytes, fileBytes)
  const { timescale, shiftTicks, presentationEndTicks } = track
  const breaksOffTick = frames < claimedFrames ? frames * frameTicks + shiftTicks : Infinity
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
      const firstChunk = Math.max(0, firstIndexWhere(chunkCount, (chunk) => firstSamples[chunk]! > from) - 1)
      for (let chunk = firstChunk; chunk < chunkCount && firstSamples[chunk]! < to; chunk++) {
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

/** Number of samples before the first one that is beyond the end of the file. */
function framesWithin({ count, offsets, firstSamples }: Chunks, frameBytes: number, fileBytes: number): number {
  for (let chunk = 0; chunk < count; chunk++) {
    const framesInFile = Math.max(0, Math.floor((fileBytes - offsets[chunk]!) / frameBytes))
    if (framesInFile < firstSamples[chunk + 1]! - firstSamples[chunk]!) return firstSamples[chunk]! + framesInFile
  }
  return firstSamples[count]!
}

/** Duration of each sample in ticks; null if durations differ. */
function commonDuration(moov: Buffer, track: Mp4Track): number | null {
  const box = requireBox(moov, track.sampleTable, 'stts')
  const { start, count } = tableRowsOf(moov, box, 8)
  const duration = count > 0 ? moov.readUInt32BE(start + 4) : 0
  for (let row = 1; row < count; row++) {
    if (moov.readUInt32BE(start + 8 * row + 4) !== duration) return null
  }
  return duration > 0 ? duration : null
}
