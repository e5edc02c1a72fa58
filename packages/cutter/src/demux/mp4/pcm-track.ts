import { CutterError } from '../../api/cutter-error.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { checkedRowCount, findBox, requireBox } from './boxes.ts'
import type { Mp4Track } from './movie.ts'

/** So many samples of audio are one packet: as long as one of AAC, several times over. */
const PACKET_FRAMES = 4096

/** Where runs of samples lie: a few numbers for each chunk, however many samples are in it. */
interface ChunkTable {
  count: number
  offsets: Float64Array
  /** The number of the first sample in each chunk; one more at the end: how many there are. */
  firstFrames: Float64Array
  entryIndexes: Uint8Array
}

/**
 * A track of a plain MP4 or MOV in which every sample of audio is a sample of the file: 48,000 of them a second. Its packets
 * are stretches of a chunk.
 */
export class PcmTrack implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown = true
  readonly presentationEnd: number
  readonly #chunks: ChunkTable
  readonly #frameBytes: number
  readonly #frameTicks: number
  readonly #shiftTicks: number

  /**
   * The track, or null when its samples are more than one instant of audio each, so that it is a track like others.
   * @param frameBytes what a sample of all channels takes
   * @param fileBytes what the samples have to fit into
   */
  static of(moov: Buffer, track: Mp4Track, frameBytes: number, fileBytes: number): PcmTrack | null {
    const frameTicks = sameDuration(moov, track)
    const sizes = findBox(moov, track.sampleTable, 'stsz')
    if (frameTicks === null || !sizes) {
      return null
    }
    const sameBytes = moov.readUInt32BE(sizes.bodyStart + 4)
    // QuickTime says 1 here and means what its sample entry says.
    if (sameBytes !== frameBytes && sameBytes !== 1) {
      return null
    }
    const count = moov.readUInt32BE(sizes.bodyStart + 8)
    if (count * frameBytes > fileBytes) {
      throw new CutterError(
        'broken_media',
        `A track claims ${count} samples of ${frameBytes} bytes in ${fileBytes} bytes.`,
      )
    }
    return new PcmTrack(track, readChunks(moov, track, count), frameBytes, frameTicks)
  }

  private constructor(track: Mp4Track, chunks: ChunkTable, frameBytes: number, frameTicks: number) {
    this.timescale = track.timescale
    this.presentationEnd = track.presentationEndTicks
    this.#shiftTicks = track.shiftTicks
    this.#chunks = chunks
    this.#frameBytes = frameBytes
    this.#frameTicks = frameTicks
  }

  async covering(fromTick: number, toTick: number): Promise<PacketList> {
    const { count, firstFrames, offsets, entryIndexes } = this.#chunks
    const end = Math.min(toTick, this.presentationEnd)
    const from = Math.max(0, Math.floor((fromTick - this.#shiftTicks) / this.#frameTicks))
    const to = Math.min(firstFrames[count]!, Math.ceil((end - this.#shiftTicks) / this.#frameTicks))
    const packets: PacketRef[] = []
    for (let chunk = lastAtOrBefore(firstFrames, count, from); chunk < count && firstFrames[chunk]! < to; chunk++) {
      const chunkEnd = Math.min(to, firstFrames[chunk + 1]!)
      for (let frame = Math.max(from, firstFrames[chunk]!); frame < chunkEnd; frame += PACKET_FRAMES) {
        const frames = Math.min(PACKET_FRAMES, chunkEnd - frame)
        packets.push({
          pts: frame * this.#frameTicks + this.#shiftTicks,
          duration: frames * this.#frameTicks,
          isSync: true,
          offset: offsets[chunk]! + (frame - firstFrames[chunk]!) * this.#frameBytes,
          sizeBytes: frames * this.#frameBytes,
          entryIndex: entryIndexes[chunk]!,
        })
      }
    }
    return PacketList.of(packets)
  }

  async firstPts(): Promise<number | null> {
    return this.#frames === 0 ? null : this.#shiftTicks
  }

  async endPts(): Promise<number | null> {
    return Math.min(this.#frames * this.#frameTicks + this.#shiftTicks, this.presentationEnd)
  }

  get #frames(): number {
    return this.#chunks.firstFrames[this.#chunks.count]!
  }
}

/** How long each sample lasts if all last equally long, else null. */
function sameDuration(moov: Buffer, track: Mp4Track): number | null {
  const box = requireBox(moov, track.sampleTable, 'stts')
  const rowsStart = box.bodyStart + 8
  const rows = checkedRowCount(moov.readUInt32BE(box.bodyStart + 4), box, rowsStart, 8)
  const duration = rows > 0 ? moov.readUInt32BE(rowsStart + 4) : 0
  for (let row = 1; row < rows; row++) {
    if (moov.readUInt32BE(rowsStart + 8 * row + 4) !== duration) {
      return null
    }
  }
  return duration > 0 ? duration : null
}

function readChunks(moov: Buffer, track: Mp4Track, claimedFrames: number): ChunkTable {
  const long = findBox(moov, track.sampleTable, 'co64')
  const places = long ?? requireBox(moov, track.sampleTable, 'stco')
  const placeBytes = long ? 8 : 4
  const placesStart = places.bodyStart + 8
  const chunkCount = checkedRowCount(moov.readUInt32BE(places.bodyStart + 4), places, placesStart, placeBytes)
  const runs = requireBox(moov, track.sampleTable, 'stsc')
  const runsStart = runs.bodyStart + 8
  const runCount = checkedRowCount(moov.readUInt32BE(runs.bodyStart + 4), runs, runsStart, 12)
  const offsets = new Float64Array(chunkCount)
  const firstFrames = new Float64Array(chunkCount + 1)
  const entryIndexes = new Uint8Array(chunkCount)
  let frames = 0
  let count = 0
  for (let run = 0; run < runCount; run++) {
    const at = runsStart + 12 * run
    const endChunk = run + 1 < runCount ? moov.readUInt32BE(at + 12) - 1 : chunkCount
    for (; count < Math.min(endChunk, chunkCount) && frames < claimedFrames; count++) {
      const place = placesStart + placeBytes * count
      offsets[count] = long ? Number(moov.readBigUInt64BE(place)) : moov.readUInt32BE(place)
      firstFrames[count] = frames
      entryIndexes[count] = Math.max(0, moov.readUInt32BE(at + 8) - 1)
      frames = Math.min(claimedFrames, frames + moov.readUInt32BE(at + 4))
    }
  }
  if (frames < claimedFrames) {
    throw new CutterError('broken_media', `Only ${frames} of ${claimedFrames} samples have a place.`)
  }
  firstFrames[count] = frames
  return { count, offsets, firstFrames, entryIndexes }
}

/** The last of 0..count-1 whose value is no larger, or 0. */
function lastAtOrBefore(values: Float64Array, count: number, value: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! <= value) {
      low = middle + 1
    } else {
      high = middle
    }
  }
  return Math.max(0, low - 1)
}
