/**
 * A bookmark's address that opens this Kerf with the video of the page it is pressed on, from where it is playing. A media file
 * that a page embeds goes by its own address; YouTube's players have none.
 */
export function bookmarkletFor(origin: string): string {
  const script = [
    'const video = document.querySelector("video")',
    'const file = video && /^https?:/.test(video.currentSrc) && !/(^|\\.)youtube\\.com$/.test(location.hostname)',
    'const query = new URLSearchParams({ url: file ? video.currentSrc : location.href })',
    'if (video && video.currentTime >= 0.5) query.set("start", video.currentTime.toFixed(3))',
    `window.open(${JSON.stringify(`${origin}/?`)} + query)`,
  ].join('; ')
  return `javascript:${encodeURIComponent(`{ ${script}; void 0 }`)}`
}
