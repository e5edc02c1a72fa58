import type { ClipSink } from '../../api/clip-sink.ts'
import { moveBytes } from './move-bytes.ts'

/** Of larger clips, room that is left in the header is too little to be seen in their size. */
const MOST_HELD_BYTES = 1024 * 1024

/** The media data of a clip, written where room was left before it; of a small clip it is held until somebody knows where it begins. */
export class MediaData {
  readonly #sink: ClipSink
  readonly #start: number
  readonly #mostHeldBytes: number
  #held: Uint8Array[] | null = []
  #bytes = 0

  constructor(sink: ClipSink, start: number, mostHeldBytes = MOST_HELD_BYTES) {
    this.#sink = sink
    this.#start = start
    this.#mostHeldBytes = mostHeldBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get isHeld(): boolean {
    return this.#held !== null
  }

  async add(bytes: Uint8Array): Promise<void> {
    const pending = this.#held ? [...this.#held, bytes] : [bytes]
    const offset = this.#held ? 0 : this.#bytes
    this.#bytes += bytes.length
    this.#held = this.#held && this.#bytes <= this.#mostHeldBytes ? pending : null
    if (!this.#held) {
      await this.#sink.write(this.#start + offset, Buffer.concat(pending))
    }
  }

  /** All of it begins there and nowhere else. */
  async startAt(start: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#held) {
      await this.#sink.write(start, Buffer.concat(this.#held))
    } else {
      await moveBytes(this.#sink, { from: this.#start, to: start, count: this.#bytes }, signal)
    }
  }
}
