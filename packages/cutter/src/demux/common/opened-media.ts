import type { MediaFacts } from '../../api/media-facts.ts'
import type { FetchMeter } from '../../io/part-reader.ts'
import type { OpenedPart, OpenedSound, OpenedVideo, Recordings } from './opened-part.ts'

/** Media whose index was read. It may be cut any number of times, also at the same time. */
export class OpenedMedia {
  readonly facts: MediaFacts
  /** What reading the index took. */
  readonly indexBytes: number
  readonly video: OpenedVideo | null
  readonly sound: OpenedSound | null
  /** Where the media is joined of several recordings: picture and sound above are those of the longest. */
  readonly recordings: Recordings | null
  #isClosed = false

  constructor(parts: OpenedPart[], meter: FetchMeter) {
    this.video = parts.find((part) => part.video)?.video ?? null
    this.sound = parts.find((part) => part.sound)?.sound ?? null
    this.recordings = parts.find((part) => part.recordings)?.recordings ?? null
    this.indexBytes = meter.bytes
    const unreadableSound = parts.find((part) => part.unreadableSound)?.unreadableSound
    this.facts = {
      durationSeconds: Math.max(...parts.map((part) => part.durationSeconds)),
      container: parts[0]!.container,
      video: this.video && videoFacts(this.video),
      audio: this.sound && soundFacts(this.sound),
      ...(this.sound || !unreadableSound ? {} : { unreadableSound }),
    }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Forbids further cuts. Nothing is held that would need to be released: the sources belong to the caller. */
  close(): void {
    this.#isClosed = true
  }
}

function videoFacts({ description, frameRate }: OpenedVideo): NonNullable<MediaFacts['video']> {
  const { codec, width, height, rotation, isCopyable } = description
  return { codec, width, height, frameRate, rotation, copyable: isCopyable }
}

function soundFacts({ description }: OpenedSound): NonNullable<MediaFacts['audio']> {
  const { codec, sampleRate, channels } = description
  return { codec, sampleRate, channels }
}
