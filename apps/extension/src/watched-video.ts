/** The video id of a watch page, or null elsewhere. */
export function videoIdIn(address: string): string | null {
  const { pathname, searchParams } = new URL(address)
  return pathname === '/watch' ? searchParams.get('v') : null
}

/** The video element of YouTube's player. */
export const playedVideo = (): HTMLVideoElement | null => document.querySelector('#movie_player video')

/** Whether an ad is playing. The times of the player are then those of the ad. */
export const isAdPlaying = (): boolean => document.querySelector('#movie_player.ad-showing') !== null

/** Whether the video is a live stream, which has no end yet. */
export const isLive = (): boolean =>
  playedVideo()?.duration === Number.POSITIVE_INFINITY || document.querySelector('#movie_player .ytp-live') !== null
