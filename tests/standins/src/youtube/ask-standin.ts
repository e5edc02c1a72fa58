import { readFile } from 'node:fs/promises'
import { askThroughProxy, type ProxyAnswer } from './net/ask-through-proxy.ts'
import { RESOLVE_PATH } from './serve-site.ts'
import type { YoutubeStandin } from './start-youtube-standin.ts'
import type { ResolverAnswer } from './ytdlp/imitated-ytdlp.ts'

const TIMEOUT_MILLISECONDS = 20_000

/** Asks the stand-in for an https url as a client does that trusts its authority. */
export async function askStandin(
  standin: YoutubeStandin,
  url: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<ProxyAnswer> {
  return askThroughProxy({
    proxyUrl: standin.proxyUrl,
    url: new URL(url),
    trustedAuthorities: await readFile(standin.caPath, 'utf8'),
    verifyCertificate: true,
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    ...options,
  })
}

/** The url of one of a video's formats, as a resolver would be given it now. */
export async function mediaUrlOf(standin: YoutubeStandin, videoId: string, itag: number): Promise<string> {
  const { body } = await askStandin(standin, `https://www.youtube.com${RESOLVE_PATH}?v=${videoId}`)
  const answer: ResolverAnswer = JSON.parse(body.toString('utf8'))
  const formats = (answer.info?.formats ?? []) as { format_id: string; url: string }[]
  const format = formats.find((candidate) => candidate.format_id === String(itag))
  if (!format) throw new Error(`${videoId} has no format ${itag}`)
  return format.url
}
