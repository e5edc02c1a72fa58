import { refusals } from '../refusals.ts'
import type { StandinVideo } from '../videos.ts'
import { CLIENT_CONFIG } from './client-config.ts'
import { watchNextData } from './watch-next.ts'

/** The watch page as far as a resolver reads it: its configuration, the player's answer, the texts around it. */
export function watchPage(video: StandinVideo, playerResponse: object): string {
  return `<!DOCTYPE html><html lang="en"><head>
<title>${escapeHtml(video.refusal?.hidesDetails ? '' : video.title)} - YouTube</title>
<script nonce="x">ytcfg.set(${asScript(CLIENT_CONFIG)});</script>
${video.refusal?.hidesDetails ? '' : metaTags(video)}
</head><body>
<script nonce="x">var ytInitialPlayerResponse = ${asScript(playerResponse)};var meta = document.createElement('meta');</script>
<script nonce="x">var ytInitialData = ${asScript(watchNextData(video))};</script>
</body></html>`
}

/** Any other page: nothing but the configuration. */
export function emptyPage(): string {
  return `<!DOCTYPE html><html><head><script>ytcfg.set(${asScript(CLIENT_CONFIG)});</script></head><body></body></html>`
}

function metaTags(video: StandinVideo): string {
  const title = escapeHtml(video.title)
  const lines = [
    `<meta name="title" content="${title}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:image" content="https://i.ytimg.com/vi/${video.id}/maxresdefault.jpg">`,
    `<meta itemprop="uploadDate" content="${video.uploadedAt}">`,
    `<meta itemprop="isFamilyFriendly" content="${video.refusal !== refusals.ageLimit}">`,
  ]
  if (video.onlyInCountries) lines.push(`<meta itemprop="regionsAllowed" content="${video.onlyInCountries.join(',')}">`)
  return lines.join('\n')
}

/** JSON that cannot close the script element around it. */
function asScript(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
