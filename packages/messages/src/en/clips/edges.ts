/** Playback of the first and last seconds of a clip before it is cut. */
export const edgesWords = {
  play: 'Play the edges',
  start: 'First seconds',
  end: 'Last seconds',
  loading: 'Loading the edges...',
  close: 'Close the edges',
  player: 'The first and last seconds of the clip, as it will be cut',
} as const
