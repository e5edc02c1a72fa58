import type { Frame } from 'node-av/lib'
import type { LoadedPacket } from '../demux/common/packet-ref.ts'
import { mostHeldFrames } from '../media-limits.ts'
import { heldFrame } from './held-frames.ts'

/** What pictures were made of, so that they can be made again: decoded where they are few enough to be held so, else their packets. */
export class KeptPictures {
  readonly packets: LoadedPacket[] = []
  readonly #mostFrames: number
  #frames: Frame[] | null = []

  constructor(size: { width: number; height: number }) {
    this.#mostFrames = mostHeldFrames(size)
  }

  /** Null where they have to be decoded again. Whoever takes one leaves it as it is. */
  get frames(): readonly Frame[] | null {
    return this.#frames
  }

  async *keeping(packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>): AsyncGenerator<LoadedPacket, void> {
    for await (const packet of packets) {
      this.packets.push(packet)
      yield packet
    }
  }

  keep(frame: Frame): void {
    this.#frames?.push(heldFrame(frame))
    if (this.#frames && this.#frames.length > this.#mostFrames) {
      this.free()
    }
  }

  /** Decoded pictures are large. */
  free(): void {
    for (const frame of this.#frames ?? []) {
      frame.free()
    }
    this.#frames = null
  }
}
