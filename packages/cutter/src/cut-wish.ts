/** Seconds on the media's timeline; the end does not belong to it. */
export interface CutRange {
  startSeconds: number
  endSeconds: number
}

export type CutWish =
  | {
      kind: 'video'
      /** null: as it is; else scaled down to this many lines of the shorter side. */
      height: number | null
    }
  | {
      kind: 'mp3'
      /** Bits per second, e.g. 320,000. */
      bitrate: number
    }
