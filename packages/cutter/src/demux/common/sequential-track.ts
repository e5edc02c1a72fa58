import { type EncodedPacket, EncodedPacketSink, type InputTrack } from 'mediabunny'
import { throwIfCancelled } from '../../api/cutter-error.ts'
import type { LoadedPacket } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { LIBRARY_TIMESCALE } from './mediabunny-input.ts'
import type { LibraryTrack } from './opened-part.ts'
import { type PacketGrid, snapped } from './packet-grid.ts'
import { MOST_REORDERED } from './shown-packets.ts'

/**
 * Reads one track through mediabunny, in order. Times are in ticks of LIBRARY_TIMESCALE, shifted by the part's origin.
 * @param grid puts times that were rounded by the container back to where they belong
 */
export function openSequentialTrack(
  track: InputTrack,
  originTicks: number,
  grid: PacketGrid | null,
  options: ReadOptions,
): LibraryTrack {
  const sink = new EncodedPacketSink(track)
  const timescale = LIBRARY_TIMESCALE
  const secondsOf = (tick: number) => (tick + originTicks) / timescale
  const tickOf = (packet: EncodedPacket) => {
    const stamped = packet.timestamp * timescale
    return Math.round(grid ? snapped(stamped, grid) : stamped) - originTicks
  }

  async function* from(fromSeconds: number, metadataOnly: boolean): AsyncGenerator<EncodedPacket, void> {
    const retrieval = { metadataOnly }
    let packet = (await sink.getKeyPacket(fromSeconds, retrieval)) ?? (await sink.getFirstPacket(retrieval))
    while (packet) {
      throwIfCancelled(options.signal)
      yield packet
      packet = await sink.getNextPacket(packet, retrieval)
    }
  }

  async function lastBefore(toTick: number): Promise<EncodedPacket | null> {
    const retrieval = { metadataOnly: true }
    const packet = await sink.getPacket(secondsOf(toTick), retrieval)
    return packet && tickOf(packet) >= toTick ? sink.getPacket(packet.timestamp - 0.5 / timescale, retrieval) : packet
  }

  return {
    timescale,
    async bounds(fromTick, toTick) {
      let firstTick = Infinity
      let beyond = 0
      for await (const packet of from(secondsOf(fromTick), true)) {
        const tick = tickOf(packet)
        if (tick >= fromTick && tick < toTick) firstTick = Math.min(firstTick, tick)
        beyond = tick >= fromTick ? beyond + 1 : 0
        if (beyond >= MOST_REORDERED) break
      }
      const last = firstTick < Infinity ? await lastBefore(toTick) : null
      return last && { firstTick, lastTick: tickOf(last), lastDuration: Math.round(last.duration * timescale) }
    },
    async *packets(fromTick, toTick): AsyncGenerator<LoadedPacket, void> {
      let beyond = 0
      for await (const packet of from(secondsOf(fromTick), false)) {
        const pts = tickOf(packet)
        beyond = pts >= toTick ? beyond + 1 : 0
        if (beyond >= MOST_REORDERED) return
        const duration = Math.round(packet.duration * timescale)
        yield { pts, duration, isSync: packet.type === 'key', entryIndex: 0, data: packet.data }
      }
    },
  }
}
