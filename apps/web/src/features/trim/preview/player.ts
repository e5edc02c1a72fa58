/** Player of the preview: a video element of the page, or YouTube's player in an iframe. */
export interface Player {
  /** Position in the video, in seconds; null while the player seeks or has no frame. */
  readonly seconds: number | null
  /** Seeks to a time. Several calls in a row may cause one seek, to the newest time. */
  seekTo(seconds: number): void
  play(): void
  pause(): void
  setRate(rate: number): void
}

export interface PlayerProps {
  title: string
  /** Called with the player once it takes commands, and with null when it is removed. */
  onPlayer: (player: Player | null) => void
  /** Called when the viewer, the browser or YouTube has started or paused playback. */
  onPlaying: (isPlaying: boolean) => void
}
