export const PLAYER_MEDIA_PATH = '/__standin/player.mp4'

/** The watch page, with the parts that resolvers and extensions need: configuration, player, its answer and owner. */
export function watchPage(
  config: object,
  playerResponse: object,
  { channel, liveNow }: { channel: string; liveNow: boolean },
): string {
  const owner = { videoOwnerRenderer: { title: { runs: [{ text: channel }] } } }
  const results = { contents: [{ videoSecondaryInfoRenderer: { owner } }] }
  const initialData = { contents: { twoColumnWatchNextResults: { results: { results } } } }
  return `<!DOCTYPE html><html lang="en"><head>
<script nonce="x">ytcfg.set(${asScript(config)});</script>
</head><body>
<div id="movie_player" class="html5-video-player"><video class="html5-main-video" src="${PLAYER_MEDIA_PATH}" muted></video>
<div class="ytp-time-display${liveNow ? ' ytp-live' : ''}"></div></div>
<script nonce="x">var ytInitialPlayerResponse = ${asScript(playerResponse)};var meta = document.createElement('meta');</script>
<script nonce="x">var ytInitialData = ${asScript(initialData)};</script>
</body></html>`
}

/** Any other page: it contains only the configuration. */
export function emptyPage(config: object): string {
  return `<!DOCTYPE html><html><head><script>ytcfg.set(${asScript(config)});</script></head><body></body></html>`
}

/** JSON that cannot close the script element around it. */
function asScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
