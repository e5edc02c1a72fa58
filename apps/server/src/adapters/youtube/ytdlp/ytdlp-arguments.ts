import type { YtdlpFacts } from './ytdlp-facts.ts'

export interface YtdlpQuestion {
  videoId: string
  proxyUrl: string
  /** Whether certificates come from SSL_CERT_FILE instead of yt-dlp's own bundle. */
  ownCertificates: boolean
  /** Path of Node, which runs the player's scripts; null if no scripts are run. */
  node: string | null
}

/** Arguments that are always passed. A version that does not know one of them refuses to start. */
const INDISPENSABLE = [
  '--ignore-config',
  '--ies',
  'youtube',
  '--no-playlist',
  '--no-cache-dir',
  '--default-search',
  'error',
]

/** Arguments that are passed if the version knows them. */
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
 * yt-dlp's default clients and others that it leaves out, but not visionOS: earlier steps ask as visionOS, and its
 * addresses would precede those of the other clients.
 */
const CLIENTS_WITH_SCRIPTS = 'youtube:player_client=default,-visionos,web_embedded,tv_downgraded'

/**
 * Returns the arguments for one video, in order. Warnings stay on: they distinguish a rate limit from a broken page.
 */
export function ytdlpArguments(facts: YtdlpFacts, question: YtdlpQuestion): string[] {
  const isKnown = (flag: readonly string[]): boolean => facts.flags.has(flag[0]!)
  return [
    ...INDISPENSABLE,
    '--socket-timeout',
    '10',
    ...HARDENING.filter(isKnown).flat(),
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

/** Versions of yt-dlp that know this flag include their scripts and need Node 22. */
function scriptRuntime(facts: YtdlpFacts, node: string): string[] {
  if (!facts.flags.has('--js-runtimes')) return []
  return ['--js-runtimes', `node:${node}`, '--extractor-args', CLIENTS_WITH_SCRIPTS]
}
