import type { YtdlpFacts } from './ytdlp-facts.ts'

export interface YtdlpQuestion {
  videoId: string
  proxyUrl: string
  /** Whether certificates come from SSL_CERT_FILE instead of from the bundle that yt-dlp brings along. */
  ownCertificates: boolean
  /** Node's executable, for the player's scripts; null: none are run. */
  node: string | null
}

/** Passed even if the help does not mention them: a version that does not know one refuses to start. */
const INDISPENSABLE = [
  '--ignore-config',
  '--ies',
  'youtube',
  '--no-playlist',
  '--no-cache-dir',
  '--default-search',
  'error',
]

/** Passed where known; versions differ. */
const HARDENING: readonly (readonly string[])[] = [
  ['--no-plugin-dirs'],
  ['--no-remote-components'],
  ['--no-update'],
  ['--no-exec'],
  ['--no-cookies'],
  ['--no-cookies-from-browser'],
  ['--no-mark-watched'],
  ['--no-wait-for-video'],
  ['--no-live-from-start'],
  ['--playlist-items', '1'],
  ['--retries', '2'],
  ['--extractor-retries', '1'],
  ['--no-progress'],
]

/**
 * yt-dlp's own choice and those that it leaves out of that. Not visionOS: the steps before ask as that, and here its addresses would come
 * before those of the others.
 */
const CLIENTS_WITH_SCRIPTS = 'youtube:player_client=default,-visionos,web_embedded,tv_downgraded'

/** The arguments for one video, in order. Warnings stay on: they distinguish a rate limit from a broken page. */
export function ytdlpArguments(facts: YtdlpFacts, question: YtdlpQuestion): string[] {
  const known = (flag: readonly string[]): boolean => facts.flags.has(flag[0]!)
  return [
    ...INDISPENSABLE,
    '--socket-timeout',
    '10',
    ...HARDENING.filter(known).flat(),
    ...plainOutput(facts),
    ...(question.node === null ? [] : scriptRuntime(facts, question.node)),
    ...(question.ownCertificates && facts.flags.has('--compat-options') ? ['--compat-options', 'no-certifi'] : []),
    '-f',
    'all',
    '-J',
    '--proxy',
    question.proxyUrl,
    '--',
    `https://www.youtube.com/watch?v=${question.videoId}`,
  ]
}

function plainOutput(facts: YtdlpFacts): string[] {
  const flag = ['--no-color', '--no-colors'].find((name) => facts.flags.has(name))
  return flag ? [flag] : []
}

/** yt-dlp needs Node 22 and brings its scripts along since it knows this flag. */
function scriptRuntime(facts: YtdlpFacts, node: string): string[] {
  if (!facts.flags.has('--js-runtimes')) return []
  return ['--js-runtimes', `node:${node}`, '--extractor-args', CLIENTS_WITH_SCRIPTS]
}
