import { readFile } from 'node:fs/promises'
import { askThroughProxy, type ProxyAnswer } from './net/ask-through-proxy.ts'
import type { YoutubeStandin } from './start-youtube-standin.ts'

const TIMEOUT_MILLISECONDS = 20_000

/** Asks the stand-in for an https url as a client does that trusts its authority. */
export async function askStandin(
  standin: YoutubeStandin,
  url: string,
  options: { headers?: Record<string, string> } = {},
): Promise<ProxyAnswer> {
  return askThroughProxy({
    proxyUrl: standin.proxyUrl,
    url: new URL(url),
    trustedAuthorities: await readFile(standin.caPath, 'utf8'),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    ...options,
  })
}
