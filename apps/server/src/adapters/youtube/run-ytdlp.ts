import type { ErrorCode } from '@kerf/domain/error-codes'
import { createSharedWork } from '../shared-work.ts'
import { createSlots } from '../slots.ts'
import type { YtdlpFinder } from './find-ytdlp.ts'
import { runHardened } from './hardened-run.ts'
import { ytdlpArguments } from './ytdlp-arguments.ts'
import { errorCodeOfYtdlp } from './ytdlp-error.ts'
import type { YtdlpInspector } from './ytdlp-facts.ts'

type YtdlpAnswer = { ok: true; json: unknown } | { ok: false; code: ErrorCode }

export interface YtdlpRunnerOptions {
  finder: YtdlpFinder
  inspector: YtdlpInspector
  /** The loopback proxy's URL with its credentials. */
  proxyUrl: string
  /** A file of certificate authorities that yt-dlp has to trust. */
  sslCertFile?: string | undefined
  /** How many run at once. */
  concurrency: number
  /** Each run's own time, without the wait for a slot. */
  timeoutMilliseconds: number
  node: { path: string; version: string }
}

export interface YtdlpRunner {
  /** Asks about a video; those who ask for the same one at the same time share a run. Throws the signal's reason. */
  ask(videoId: string, signal: AbortSignal): Promise<YtdlpAnswer>
}

/** Waiting for a slot is worth it only while the person still has patience. */
const WAITING_PER_SLOT = 8
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/

export function createYtdlpRunner(options: YtdlpRunnerOptions): YtdlpRunner {
  const slots = createSlots(options.concurrency, options.concurrency * WAITING_PER_SLOT)
  const runs = createSharedWork<YtdlpAnswer>(async (videoId, signal) => {
    const release = await slots.take(signal)
    if (release === null) return { ok: false, code: 'busy' }
    try {
      return await askOnce(options, videoId, signal)
    } finally {
      release()
    }
  })
  return {
    async ask(videoId, signal) {
      if (!VIDEO_ID.test(videoId)) return { ok: false, code: 'invalid_link' }
      return runs.join(videoId, signal)
    },
  }
}

async function askOnce(options: YtdlpRunnerOptions, videoId: string, signal: AbortSignal): Promise<YtdlpAnswer> {
  const found = await options.finder.find()
  const facts = found && (await options.inspector.inspect(found.path))
  if (!found || !facts) return { ok: false, code: 'resolver_missing' }
  const args = ytdlpArguments(facts, {
    videoId,
    proxyUrl: options.proxyUrl,
    ownCertificates: options.sslCertFile !== undefined,
    node: options.node,
  })
  const { path } = found
  const { sslCertFile, timeoutMilliseconds } = options
  const outcome = await runHardened({ path, args, sslCertFile, timeoutMilliseconds, signal })
  if (outcome.ended === 'timed_out') return { ok: false, code: 'source_timeout' }
  if (outcome.ended === 'not_started') return { ok: false, code: 'resolver_missing' }
  if (outcome.exitCode !== 0) return { ok: false, code: errorCodeOfYtdlp(outcome.stderr) }
  const json = parseJson(outcome.stdout.toString('utf8'))
  return json === null ? { ok: false, code: errorCodeOfYtdlp(outcome.stderr) } : { ok: true, json }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
