/** The video id in the address of a watch page; null for other pages. */
export function videoIdOf(address: string): string | null {
  const { pathname, searchParams } = new URL(address)
  return pathname === '/watch' ? searchParams.get('v') : null
}

/** The video element of YouTube's player. */
export const findVideo = (): HTMLVideoElement | null => document.querySelector('#movie_player video')

/** Whether an ad is playing. If so, the times of the player belong to the ad. */
export const isAdPlaying = (): boolean => document.querySelector('#movie_player.ad-showing') !== null

/** Whether the video is a live stream, which has no end yet. */
export const isLive = (): boolean =>
  findVideo()?.duration === Number.POSITIVE_INFINITY || document.querySelector('#movie_player .ytp-live') !== null
