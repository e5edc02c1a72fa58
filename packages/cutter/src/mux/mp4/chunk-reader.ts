import type { ClipPacket, ClipTrack } from '../../supply/clip-track.ts'

/** Takes packets from a track, a stretch at a time. */
export class ChunkReader {
  readonly #iterator: AsyncIterator<ClipPacket>
  readonly #timescale: number
  #next: ClipPacket | null = null
  #isDone = false

  constructor(track: ClipTrack) {
    this.#iterator = track.packets[Symbol.asyncIterator]()
    this.#timescale = track.timescale
  }

  get isDone(): boolean {
    return this.#isDone
  }

  async readUntil(seconds: number): Promise<ClipPacket[]> {
    const packets: ClipPacket[] = []
    while (!this.#isDone) {
      const packet = this.#next ?? (await this.#take())
      this.#next = packet
      if (!packet || packet.pts >= seconds * this.#timescale) {
        break
      }
      packets.push(packet)
      this.#next = null
    }
    return packets
  }

  /** Lets an unfinished track free its codecs. */
  async close(): Promise<void> {
    await this.#iterator.return?.()
  }

  async #take(): Promise<ClipPacket | null> {
    const result = await this.#iterator.next()
    this.#isDone = result.done === true
    return result.done ? null : result.value
  }
}
