/** yt-dlp's names of clients and those on the wire; what is missing here is the same in capitals. */
const WIRE_NAMES: Record<string, string> = {
  web_safari: 'WEB',
  web_embedded: 'WEB_EMBEDDED_PLAYER',
  web_music: 'WEB_REMIX',
  tv: 'TVHTML5',
  tv_downgraded: 'TVHTML5',
  tv_simply: 'TVHTML5_SIMPLY',
}

export const wireNameOf = (client: string): string => WIRE_NAMES[client] ?? client.toUpperCase()

/** Instead of a client: what the watch page tells where a client is silent. */
export const PAGE = 'page'

/** Which clients yt-dlp 2026.08.19 asks without an account: by default those whose answers it can use. */
export function askedClients(extractorArgs: string | undefined, hasScripts: boolean): string[] {
  const defaults = hasScripts ? ['visionos', 'web'] : ['visionos']
  const [, named = ''] = /^youtube:(?:.*;)?player_client=([^;]*)/.exec(extractorArgs ?? '') ?? []
  const names = named.split(',').filter((name) => name !== '')
  const wanted = names.filter((name) => !name.startsWith('-')).flatMap((name) => (name === 'default' ? defaults : name))
  const excluded = names.filter((name) => name.startsWith('-')).map((name) => name.slice(1))
  return [...new Set(wanted.length > 0 ? wanted : defaults)].filter((name) => !excluded.includes(name))
}

/** What yt-dlp complains of when it has neither a runtime nor clients named. */
export const NO_RUNTIME_WARNING =
  'No supported JavaScript runtime could be found. Only deno is enabled by default; ' +
  'to use another runtime add  --js-runtimes RUNTIME[:PATH]  to your command/config. ' +
  'YouTube extraction without a JS runtime has been deprecated, and some formats may be missing. ' +
  'See  https://github.com/yt-dlp/yt-dlp/wiki/EJS  for details on installing one'

export const ONLY_IMAGES_WARNING = 'Only images are available for download. use --list-formats to see them'
