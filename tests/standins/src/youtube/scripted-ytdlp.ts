// Replaces yt-dlp on machines that have none. It takes the same command line, but has no code for YouTube: it
// asks the stand-in, through its proxy, what yt-dlp would print. Without a proxy it makes no request.
import { readFileSync } from 'node:fs'
import { askThroughProxy, SilenceError, TunnelRefusedError } from './net/ask-through-proxy.ts'
import { type Flags, helpText, readCommandLine } from './ytdlp/command-line.ts'
import { IMITATED_VERSION, REPORT_HINT, type ResolverAnswer } from './ytdlp/imitated-ytdlp.ts'

const WATCH_LINK = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/
const DEFAULT_TIMEOUT_SECONDS = 20

process.exitCode = await run(process.argv.slice(2))

async function run(parameters: string[]): Promise<number> {
  const { flags, links } = readCommandLine(parameters)
  if (flags.version) {
    process.stdout.write(`${IMITATED_VERSION}\n`)
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
  const videoId = WATCH_LINK.exec(link)?.[1]
  if (videoId === undefined) return fail(`No suitable extractor found for URL ${link}`)
  return resolve(videoId, flags.proxy, flags)
}

async function resolve(videoId: string, proxyUrl: string, flags: Flags): Promise<number> {
  let answer: ResolverAnswer
  try {
    answer = await askStandin(videoId, proxyUrl, flags)
  } catch (error) {
    return fail(`[youtube] ${videoId}: Unable to download API page: ${describeFailure(error as Error)}`)
  }
  for (const warning of answer.warnings) process.stderr.write(`WARNING: [youtube] ${videoId}: ${warning}\n`)
  if (answer.error !== null) return fail(`[youtube] ${videoId}: ${answer.error}`)
  process.stdout.write(`${JSON.stringify(answer.info)}\n`)
  return 0
}

async function askStandin(videoId: string, proxyUrl: string, flags: Flags): Promise<ResolverAnswer> {
  const authorityPath = process.env.SSL_CERT_FILE
  const question = {
    proxyUrl,
    url: new URL(`https://www.youtube.com/__standin/resolve?v=${videoId}`),
    trustedAuthorities: authorityPath ? readFileSync(authorityPath, 'utf8') : null,
    timeoutMilliseconds: Number(flags['socket-timeout'] ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
  }
  return JSON.parse(await askThroughProxy(question))
}

function describeFailure(error: Error & { code?: string }): string {
  if (error instanceof SilenceError) return `${error.message} (caused by TransportError('${error.message}'))`
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

/** yt-dlp prints `null` where the description of the video would have been. */
function fail(text: string): number {
  process.stderr.write(`ERROR: ${text}\n`)
  process.stdout.write('null\n')
  return 1
}
