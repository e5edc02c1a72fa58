/**
 * Address of a bookmark that opens this Kerf with the video of the current page, from the time at which it plays. An
 * embedded media file is opened by its own address; the videos of YouTube's player have none.
 */
export function bookmarkletFor(kerfAddress: string): string {
  const script = [
    'const video = document.querySelector("video")',
    'const file = video && /^https?:/.test(video.currentSrc) && !/(^|\\.)youtube\\.com$/.test(location.hostname)',
    'const query = new URLSearchParams({ url: file ? video.currentSrc : location.href })',
    'if (video && video.currentTime >= 0.5) query.set("start", video.currentTime.toFixed(3))',
    `window.open(${JSON.stringify(`${kerfAddress}/?`)} + query)`,
  ].join('; ')
  return `javascript:${encodeURIComponent(`{ ${script}; void 0 }`)}`
}
