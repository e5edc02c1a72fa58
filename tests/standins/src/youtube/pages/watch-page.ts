/** The watch page as far as a resolver needs it: its configuration, the player's answer, and whose video it is. */
export function watchPage(config: object, playerResponse: object, channel: string): string {
  const owner = { videoOwnerRenderer: { title: { runs: [{ text: channel }] } } }
  const results = { contents: [{ videoSecondaryInfoRenderer: { owner } }] }
  const initialData = { contents: { twoColumnWatchNextResults: { results: { results } } } }
  return `<!DOCTYPE html><html lang="en"><head>
<script nonce="x">ytcfg.set(${asScript(config)});</script>
</head><body>
<script nonce="x">var ytInitialPlayerResponse = ${asScript(playerResponse)};var meta = document.createElement('meta');</script>
<script nonce="x">var ytInitialData = ${asScript(initialData)};</script>
</body></html>`
}

/** Any other page: nothing but the configuration. */
export function emptyPage(config: object): string {
  return `<!DOCTYPE html><html><head><script>ytcfg.set(${asScript(config)});</script></head><body></body></html>`
}

/** JSON that cannot close the script element around it. */
function asScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
