import type { YtdlpFacts } from './ytdlp-facts.ts'

export interface YtdlpQuestion {
  /** A URL that this server has built itself. */
  url: string
  /** Names of the extractors that may answer. Never `generic`, which would follow any link. */
  extractors: readonly string[]
  proxyUrl: string
  /** Whether certificates come from SSL_CERT_FILE instead of yt-dlp's own bundle. */
  ownCertificates: boolean
  /** Path of Node, which runs the player's scripts; null if no scripts are run. */
  node: string | null
  /** Arguments of the extractor that apply where scripts run. */
  extractorArguments?: string | undefined
}

/** Arguments that are always passed. A version that does not know one of them refuses to start. */
const REQUIRED_ARGUMENTS = ['--no-playlist', '--no-cache-dir', '--default-search', 'error']

/** Arguments that are passed if the version knows them. */
const HARDENING_ARGUMENTS: readonly (readonly string[])[] = [
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
 * Returns the arguments for one video, in order. Warnings stay on: they distinguish a rate limit from a broken page.
 */
export function ytdlpArguments(facts: YtdlpFacts, question: YtdlpQuestion): string[] {
  const isKnown = (flag: readonly string[]): boolean => facts.flags.has(flag[0]!)
  return [
    '--ignore-config',
    '--ies',
    question.extractors.join(','),
    ...REQUIRED_ARGUMENTS,
    '--socket-timeout',
    '10',
    ...HARDENING_ARGUMENTS.filter(isKnown).flat(),
    ...plainOutput(facts),
    ...(question.node === null ? [] : scriptRuntime(facts, question.node, question.extractorArguments)),
    ...(question.ownCertificates && facts.flags.has('--compat-options') ? ['--compat-options', 'no-certifi'] : []),
    '-f',
    'all',
    '-J',
    '--proxy',
    question.proxyUrl,
    '--',
    question.url,
  ]
}

function plainOutput(facts: YtdlpFacts): string[] {
  const flag = ['--no-color', '--no-colors'].find((name) => facts.flags.has(name))
  return flag ? [flag] : []
}

/** Versions of yt-dlp that know this flag include their scripts and need Node 22. */
function scriptRuntime(facts: YtdlpFacts, node: string, extractorArguments: string | undefined): string[] {
  if (!facts.flags.has('--js-runtimes')) return []
  const ofExtractor = extractorArguments === undefined ? [] : ['--extractor-args', extractorArguments]
  return ['--js-runtimes', `node:${node}`, ...ofExtractor]
}
