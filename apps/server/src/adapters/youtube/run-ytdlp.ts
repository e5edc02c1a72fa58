import type { Refusal } from '../../ports/sources.ts'
import { createSharedWork } from '../shared-work.ts'
import { createSlots } from '../slots.ts'
import { parseBoundedJson } from './bounded-json.ts'
import type { YtdlpFinder } from './find-ytdlp.ts'
import { runHardened } from './hardened-run.ts'
import { ytdlpArguments } from './ytdlp-arguments.ts'
import { errorCodeOfYtdlp, verdictOfYtdlp } from './ytdlp-error.ts'
import type { YtdlpInspector } from './ytdlp-facts.ts'

type YtdlpAnswer = { ok: true; json: unknown } | Refusal

export interface YtdlpRunnerOptions {
  finder: YtdlpFinder
  inspector: YtdlpInspector
  proxyUrl: string
  /** A file of certificate authorities that yt-dlp has to trust. */
  sslCertFile?: string | undefined
  concurrency: number
  timeoutMilliseconds: number
  node: { path: string; version: string }
}

/** Waiting for a slot is worth it only while the person still has patience. */
const WAITING_PER_SLOT = 8
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/

export function createYtdlpRunner(options: YtdlpRunnerOptions) {
  const slots = createSlots(options.concurrency, options.concurrency * WAITING_PER_SLOT)
  const runs = createSharedWork<YtdlpAnswer>(async (videoId, signal) => {
    const slot = await slots.take(signal)
    if (slot === null)
      return {
        ok: false,
        code: 'busy',
        cause: `All ${options.concurrency} yt-dlp are running, and as many wait as may.`,
      }
    try {
      return await askOnce(options, videoId, signal)
    } finally {
      slot.giveBack()
    }
  })
  return {
    /** Asks about a video; those who ask for the same one at the same time share a run. Throws the signal's reason. */
    async ask(videoId: string, signal: AbortSignal): Promise<YtdlpAnswer> {
      if (!VIDEO_ID.test(videoId)) return { ok: false, code: 'invalid_link' }
      return runs.join(videoId, signal)
    },
  }
}

async function askOnce(options: YtdlpRunnerOptions, videoId: string, signal: AbortSignal): Promise<YtdlpAnswer> {
  const found = await options.finder.find()
  const facts = found && (await options.inspector.inspect(found.path))
  if (!found) return { ok: false, code: 'resolver_missing', cause: 'There is no yt-dlp.' }
  if (!facts) return { ok: false, code: 'resolver_missing', cause: `${found.path} does not say its version.` }
  const { proxyUrl, sslCertFile, timeoutMilliseconds } = options
  const args = ytdlpArguments(facts, {
    videoId,
    proxyUrl,
    ownCertificates: sslCertFile !== undefined,
    node: options.node,
  })
  const { path } = found
  const outcome = await runHardened({ path, args, proxyUrl, sslCertFile, timeoutMilliseconds, signal })
  const { ended, stderr, exitCode } = outcome
  const verdict = verdictOfYtdlp(stderr)
  if (ended === 'timed_out') {
    const cause = `yt-dlp was ended after ${timeoutMilliseconds / 1000} s. ${verdict}`
    return { ok: false, code: 'source_timeout', cause }
  }
  if (ended === 'not_started') return { ok: false, code: 'resolver_missing', cause: stderr }
  if (ended === 'too_much_output') return refusedBy(stderr, `yt-dlp said too much and was ended. ${verdict}`)
  if (exitCode !== 0) return refusedBy(stderr, exitCode === null ? `yt-dlp was killed. ${verdict}` : verdict)
  const json = parseBoundedJson(outcome.stdout)
  return json === null ? refusedBy(stderr, `yt-dlp printed no JSON. ${verdict}`) : { ok: true, json }
}

const refusedBy = (stderr: string, cause: string): Refusal => ({ ok: false, code: errorCodeOfYtdlp(stderr), cause })
