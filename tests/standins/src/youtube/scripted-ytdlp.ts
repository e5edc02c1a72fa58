// Replaces yt-dlp on machines that have none. It takes the same command line, but has no code for YouTube: it
// asks the stand-in, through its proxy, what yt-dlp would print. Without a proxy it makes no request.
import { readFileSync } from 'node:fs'
import { askThroughProxy, SilenceError, TunnelRefusedError } from './net/ask-through-proxy.ts'
import { helpText, readCommandLine } from './ytdlp/command-line.ts'
import { IMITATED_VERSION, REPORT_HINT, type ResolverAnswer } from './ytdlp/imitated-ytdlp.ts'

const WATCH_LINK = /^https:\/\/www\.youtube\.com\/watch\?v=([\w-]{11})$/
const DEFAULT_TIMEOUT_SECONDS = 20

process.exitCode = await run(process.argv.slice(2))

async function run(parameters: string[]): Promise<number> {
  const commandLine = readCommandLine(parameters)
  if (!commandLine.understood) return misuse(commandLine.complaint)
  const { flags, links } = commandLine
  if (flags.has('--version')) {
    process.stdout.write(`${IMITATED_VERSION}\n`)
    return 0
  }
  if (flags.has('--help')) {
    process.stdout.write(helpText())
    return 0
  }
  const [link] = links
  const proxyUrl = flags.get('--proxy')
  if (!flags.has('--dump-single-json') || flags.get('--format') !== 'all' || !proxyUrl || link === undefined) {
    return misuse('the scripted yt-dlp answers only: -J -f all --proxy PROXY -- LINK')
  }
  const videoId = WATCH_LINK.exec(link)?.[1]
  if (videoId === undefined) return fail(`No suitable extractor found for URL ${link}`)
  return resolve(videoId, proxyUrl, flags)
}

async function resolve(videoId: string, proxyUrl: string, flags: Map<string, string>): Promise<number> {
  let answer: ResolverAnswer
  try {
    answer = await askStandin(videoId, proxyUrl, flags)
  } catch (error) {
    return fail(`[youtube] ${videoId}: Unable to download API page: ${describeFailure(error as Error)}`)
  }
  if (!flags.has('--no-warnings')) {
    for (const warning of answer.warnings) process.stderr.write(`WARNING: [youtube] ${videoId}: ${warning}\n`)
  }
  if (answer.error !== null) return fail(`[youtube] ${videoId}: ${answer.error}`)
  process.stdout.write(`${JSON.stringify(answer.info)}\n`)
  return 0
}

async function askStandin(videoId: string, proxyUrl: string, flags: Map<string, string>): Promise<ResolverAnswer> {
  const authorityPath = process.env.SSL_CERT_FILE
  const question = {
    proxyUrl,
    url: new URL(`https://www.youtube.com/__standin/resolve?v=${videoId}`),
    trustedAuthorities: authorityPath ? readFileSync(authorityPath, 'utf8') : null,
    timeoutMilliseconds: Number(flags.get('--socket-timeout') ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
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

function misuse(complaint: string): number {
  process.stderr.write(`\nUsage: yt-dlp [OPTIONS] URL [URL...]\n\nyt-dlp: error: ${complaint}\n`)
  return 2
}
