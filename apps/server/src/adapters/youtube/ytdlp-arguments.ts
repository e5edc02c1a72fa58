import type { YtdlpFacts } from './ytdlp-facts.ts'

export interface YtdlpQuestion {
  videoId: string
  proxyUrl: string
  /** Whether certificates come from SSL_CERT_FILE instead of from the bundle that yt-dlp brings along. */
  ownCertificates: boolean
  /** The JavaScript runtime on offer: an executable and its version, e.g. `24.1.0`. */
  node: { path: string; version: string }
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

/** yt-dlp runs its challenge scripts from this version of Node on. */
const OLDEST_NODE_FOR_SCRIPTS = 22

/** The visionOS player's answers need neither scripts nor tokens; yt-dlp learnt to ask for them in this year. */
const VISIONOS_SINCE = Date.UTC(2026, 0, 1)

/** The arguments for one video, in order. Warnings stay on: they distinguish a rate limit from a broken page. */
export function ytdlpArguments(facts: YtdlpFacts, question: YtdlpQuestion): string[] {
  const known = (flag: readonly string[]): boolean => facts.flags.has(flag[0]!)
  return [
    ...INDISPENSABLE,
    '--socket-timeout',
    '10',
    ...HARDENING.filter(known).flat(),
    ...plainOutput(facts),
    ...scriptRuntime(facts, question.node),
    ...(question.ownCertificates && facts.flags.has('--compat-options') ? ['--compat-options', 'no-certifi'] : []),
    ...(facts.releasedAt.getTime() >= VISIONOS_SINCE ? ['--extractor-args', 'youtube:player_client=visionos'] : []),
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

function scriptRuntime(facts: YtdlpFacts, node: YtdlpQuestion['node']): string[] {
  if (!facts.flags.has('--js-runtimes') || Number.parseInt(node.version, 10) < OLDEST_NODE_FOR_SCRIPTS) return []
  return ['--js-runtimes', `node:${node.path}`]
}
