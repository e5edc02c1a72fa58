/** Wire names of clients, by yt-dlp's name. Clients that are missing here have the same name in capitals. */
const WIRE_NAMES: Record<string, string> = {
  web_safari: 'WEB',
  web_embedded: 'WEB_EMBEDDED_PLAYER',
  web_music: 'WEB_REMIX',
  tv: 'TVHTML5',
  tv_downgraded: 'TVHTML5',
  tv_simply: 'TVHTML5_SIMPLY',
}

export const wireNameOf = (client: string): string => WIRE_NAMES[client] ?? client.toUpperCase()

/** Stands for the watch page, whose answer is used where a client is silent. */
export const PAGE_CLIENT = 'page'

/** Clients that yt-dlp 2026.08.19 queries without an account: by default those whose answers it can use. */
export function queriedClients(extractorArgs: string | undefined, hasScripts: boolean): string[] {
  const defaults = hasScripts ? ['visionos', 'web'] : ['visionos']
  const [, clientList = ''] = /^youtube:(?:.*;)?player_client=([^;]*)/.exec(extractorArgs ?? '') ?? []
  const names = clientList.split(',').filter((name) => name !== '')
  const requestedNames = names
    .filter((name) => !name.startsWith('-'))
    .flatMap((name) => (name === 'default' ? defaults : name))
  const excludedNames = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1))
  return [...new Set(requestedNames.length > 0 ? requestedNames : defaults)].filter(
    (name) => !excludedNames.includes(name),
  )
}

/** Warning of yt-dlp when it has neither a runtime nor named clients. */
export const NO_RUNTIME_WARNING =
  'No supported JavaScript runtime could be found. Only deno is enabled by default; ' +
  'to use another runtime add  --js-runtimes RUNTIME[:PATH]  to your command/config. ' +
  'YouTube extraction without a JS runtime has been deprecated, and some formats may be missing. ' +
  'See  https://github.com/yt-dlp/yt-dlp/wiki/EJS  for details on installing one'

export const ONLY_IMAGES_WARNING = 'Only images are available for download. use --list-formats to see them'
