/** What plays the video: an element of the page, or the platform's player in its frame. */
export interface Player {
  /** Where it is, in seconds; null while it seeks or has nothing to show. */
  readonly seconds: number | null
  /** Several calls one after another may end in one seek, to the newest. */
  seekTo(seconds: number): void
  play(): void
  pause(): void
  setRate(rate: number): void
}

export interface PlayerProps {
  title: string
  /** The player takes commands from now on; null when it is gone. */
  onPlayer: (player: Player | null) => void
  /** The viewer, the browser or the platform has started or paused it. */
  onPlaying: (isPlaying: boolean) => void
}
