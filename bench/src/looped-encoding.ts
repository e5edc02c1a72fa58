import type { Encoding } from '@kerf/stamped-media/encoding'

type Packet = Encoding['packets'] extends AsyncGenerator<infer Given> ? Given : never

export interface LoopedEncoding {
  /** The packets over and over, their times going on, until one begins at `untilTick` or later. */
  repeated(untilTick: number): Encoding
  close(): Promise<void>
}

/** Encodes one period of `packets` and repeats it; `lead` packets come once before (the audio priming). */
export async function loopEncoding(
  encoding: Encoding,
  { packets, periodTicks, lead }: { packets: number; periodTicks: number; lead: number },
): Promise<LoopedEncoding> {
  const cached: Packet[] = []
  while (cached.length < lead + packets) {
    const next = await encoding.packets.next()
    if (next.done) throw new Error(`The encoder gave ${cached.length} packets only.`)
    cached.push(next.value)
  }

  async function* repeat(untilTick: number): AsyncGenerator<Packet, void, undefined> {
    for (const packet of cached.slice(0, lead)) yield copyOf(packet, 0)
    for (let shift = 0; shift < untilTick; shift += periodTicks) {
      for (const packet of cached.slice(lead)) {
        if (Number(packet.pts) + shift < untilTick) yield copyOf(packet, shift)
      }
    }
  }

  return {
    repeated: (untilTick) => ({ context: encoding.context, packets: repeat(untilTick) }),
    async close() {
      for (const packet of cached) packet.free()
      await encoding.packets.return()
    },
  }
}

function copyOf(packet: Packet, shift: number): Packet {
  const copy = packet.clone()
  if (!copy) throw new Error('There is no memory for a packet.')
  copy.pts += BigInt(shift)
  copy.dts += BigInt(shift)
  return copy
}
