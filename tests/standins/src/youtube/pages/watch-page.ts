/** The watch page as far as a resolver needs it: its configuration and the player's answer. */
export function watchPage(config: object, playerResponse: object): string {
  return `<!DOCTYPE html><html lang="en"><head>
<script nonce="x">ytcfg.set(${asScript(config)});</script>
</head><body>
<script nonce="x">var ytInitialPlayerResponse = ${asScript(playerResponse)};var meta = document.createElement('meta');</script>
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
