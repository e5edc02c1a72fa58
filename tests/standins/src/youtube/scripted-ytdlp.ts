// Replaces yt-dlp on machines that have none. It takes the same command line, but has no code for YouTube: it requests
// from the stand-in, through its proxy, what yt-dlp would print. Without a proxy it makes no request.
import { readFileSync } from 'node:fs'
import { askThroughProxy, ReadTimeoutError, TunnelRefusedError } from './net/ask-through-proxy.ts'
import { type Flags, helpText, readCommandLine } from './ytdlp/command-line.ts'
import {
  IMITATED_VERSION,
  NOTHING_ANSWERED,
  REPORT_HINT,
  type ResolverAnswer,
  VERSION_VARIABLE,
} from './ytdlp/imitated-ytdlp.ts'
import { NO_RUNTIME_WARNING, ONLY_IMAGES_WARNING, PAGE_CLIENT, queriedClients } from './ytdlp/queried-clients.ts'

const WATCH_LINK_PATTERN = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/
const DEFAULT_TIMEOUT_SECONDS = 20

process.exitCode = await runYtdlp(process.argv.slice(2))

async function runYtdlp(parameters: string[]): Promise<number> {
  const { flags, links } = readCommandLine(parameters)
  if (flags.version) {
    process.stdout.write(`${process.env[VERSION_VARIABLE] ?? IMITATED_VERSION}\n`)
    return 0
  }
  if (flags.help) {
    process.stdout.write(helpText())
    return 0
  }
  const [link] = links
  if (!flags['dump-single-json'] || flags.format !== 'all' || !flags.proxy || link === undefined) {
    process.stderr.write('the scripted yt-dlp answers only: -J -f all --proxy PROXY -- LINK\n')
    return 2
  }
  const videoId = WATCH_LINK_PATTERN.exec(link)?.[1]
  if (videoId === undefined) return fail(`No suitable extractor found for URL ${link}`)
  return printVideo(videoId, flags.proxy, flags)
}

async function printVideo(videoId: string, proxyUrl: string, flags: Flags): Promise<number> {
  const hasScripts = flags['js-runtimes'] !== undefined
  if (!hasScripts && flags['extractor-args'] === undefined) warn(`[youtube] ${NO_RUNTIME_WARNING}`)
  const answers: ResolverAnswer[] = []
  for (const client of queriedClients(flags['extractor-args'], hasScripts)) {
    const answer = await askStandin(videoId, client, proxyUrl, flags)
    for (const warning of answer.warnings) warn(`[youtube] ${videoId}: ${warning}`)
    answers.push(answer)
  }
  const info = mergeInfo(answers)
  const refusals = answers.map(({ error }) => error).filter((error) => error !== null)
  const refusal = refusals.find((error) => error !== NOTHING_ANSWERED) ?? (info ? null : refusals[0])
  // A reason is printed only if there is no format; storyboards do not count.
  const hasMedia = info?.formats.some(({ protocol }) => protocol !== 'mhtml')
  if (refusal && !hasMedia) return fail(`[youtube] ${videoId}: ${refusal}`)
  if (!hasMedia) warn(ONLY_IMAGES_WARNING)
  process.stdout.write(`${JSON.stringify(info)}\n`)
  return 0
}

/** The first client's info with the formats of all clients. Of equal formats, the first one counts. */
function mergeInfo(answers: readonly ResolverAnswer[]): ResolverAnswer['info'] {
  const infos = answers.flatMap(({ info }) => info ?? [])
  const [firstInfo] = infos
  if (!firstInfo) return null
  const formats = new Map(
    infos
      .flatMap((info) => info.formats)
      .toReversed()
      .map((format) => [format.format_id, format]),
  )
  return { ...firstInfo, formats: [...formats.values()].toReversed() }
}

async function askStandin(videoId: string, client: string, proxyUrl: string, flags: Flags): Promise<ResolverAnswer> {
  const authorityPath = process.env.SSL_CERT_FILE
  const question = {
    proxyUrl,
    url: new URL(`https://www.youtube.com/__standin/resolve?v=${videoId}&client=${client}`),
    trustedAuthorities: authorityPath ? readFileSync(authorityPath, 'utf8') : null,
    timeoutMilliseconds: Number(flags['socket-timeout'] ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  }
  try {
    return JSON.parse(await askThroughProxy(question))
  } catch (error) {
    const failure = `Unable to download API page: ${describeFailure(error as Error)}`
    if (!(error instanceof ReadTimeoutError) || client === PAGE_CLIENT)
      return { info: null, warnings: [], error: failure }
    // The client is silent, so the answer of the page is used, unless the page is silent as well.
    const answer = await askStandin(videoId, PAGE_CLIENT, proxyUrl, flags)
    return { ...answer, warnings: [failure, ...answer.warnings] }
  }
}

function warn(text: string): void {
  process.stderr.write(`WARNING: ${text}\n`)
}

function describeFailure(error: Error & { code?: string }): string {
  if (error instanceof ReadTimeoutError) return `${error.message} (caused by TransportError('${error.message}'))`
  if (error instanceof TunnelRefusedError) {
    const text = `<urlopen error ${error.message}>`
    return `${text} (caused by ProxyError('${text}'))${REPORT_HINT}`
  }
  if (error.code === 'ECONNREFUSED') {
    return "[Errno 111] Connection refused (caused by TransportError('[Errno 111] Connection refused'))"
  }
  if (error.code?.includes('CERT') || error.code?.includes('VERIFY')) {
    const text = `[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: ${error.message}`
    return `${text} (caused by CertificateVerifyError('${text}'))${REPORT_HINT}`
  }
  return `${error.message} (caused by TransportError('${error.message}'))`
}

/** Fails as yt-dlp does, which prints `null` in place of the video's description. */
function fail(text: string): number {
  process.stderr.write(`ERROR: ${text}\n`)
  process.stdout.write('null\n')
  return 1
}
