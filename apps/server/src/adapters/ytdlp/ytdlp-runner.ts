import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { parseBoundedJson } from '../bounded-json.ts'
import type { StepRefusal, StepVerdict } from '../resolver-step.ts'
import { createSlots } from '../slots.ts'
import { messageOfYtdlp } from './answers/ytdlp-messages.ts'
import type { YtdlpFinder } from './find-ytdlp.ts'
import { runHardened } from './hardened-run.ts'
import { type YtdlpQuestion, ytdlpArguments } from './ytdlp-arguments.ts'
import type { YtdlpInspector } from './ytdlp-facts.ts'

export interface YtdlpRunnerOptions {
  finder: YtdlpFinder
  inspector: YtdlpInspector
  /** A file of certificate authorities that yt-dlp has to trust. */
  sslCertFile?: string | undefined
  concurrency: number
  timeoutMilliseconds: number
}

export interface Question extends Omit<YtdlpQuestion, 'ownCertificates'> {
  /** Reads a verdict from standard error. */
  verdictOf: (stderr: string) => StepVerdict
  /** Time limit; absent: the runner's. */
  timeoutMilliseconds?: number | undefined
}
type YtdlpAnswer = { ok: true; json: unknown } | StepRefusal

export type YtdlpRunner = ReturnType<typeof createYtdlpRunner>

/** Requests that may wait for each slot. A longer queue would keep a viewer waiting too long. */
const MAX_WAITING_PER_SLOT = 8

/** Runs yt-dlp for all sources, a few at once. */
export function createYtdlpRunner(options: YtdlpRunnerOptions) {
  const slots = createSlots(options.concurrency, options.concurrency * MAX_WAITING_PER_SLOT)
  return {
    /** Runs yt-dlp for a video. Throws the signal's reason. */
    async ask(question: Question, signal: AbortSignal): Promise<YtdlpAnswer> {
      const slot = await slots.take(signal)
      if (slot === null)
        return stepRefusal('busy', `All ${options.concurrency} yt-dlp are running, and as many wait as may.`)
      try {
        return await askOnce(options, question, signal)
      } finally {
        slot.giveBack()
      }
    },
  }
}

const stepRefusal = (code: ErrorCode, cause: string): StepRefusal => ({ ok: false, code, blame: 'step', cause })

async function askOnce(options: YtdlpRunnerOptions, question: Question, signal: AbortSignal): Promise<YtdlpAnswer> {
  const program = await options.finder.find()
  const facts = program && (await options.inspector.inspect(program.path))
  if (!program) return stepRefusal('resolver_missing', 'There is no yt-dlp.')
  if (!facts) return stepRefusal('resolver_missing', `${program.path} does not say its version.`)
  const { sslCertFile } = options
  const { timeoutMilliseconds = options.timeoutMilliseconds, verdictOf } = question
  const args = ytdlpArguments(facts, { ...question, ownCertificates: sslCertFile !== undefined })
  const outcome = await runHardened({
    path: program.path,
    args,
    sslCertFile,
    timeoutMilliseconds,
    signal,
    proxyUrl: question.proxyUrl,
  })
  const { ended, stderr, exitCode } = outcome
  const message = messageOfYtdlp(stderr)
  const toRefusal = (cause: string): StepRefusal => ({ ok: false, ...verdictOf(stderr), cause })
  if (ended === 'timed_out')
    return stepRefusal('source_timeout', `yt-dlp was ended after ${timeoutMilliseconds / 1000} s. ${message}`)
  if (ended === 'not_started') return stepRefusal('resolver_missing', stderr)
  if (ended === 'too_much_output') return toRefusal(`yt-dlp said too much and was ended. ${message}`)
  if (exitCode !== 0) return toRefusal(exitCode === null ? `yt-dlp was killed. ${message}` : message)
  const json = parseBoundedJson(outcome.stdout)
  return json === null ? toRefusal(`yt-dlp printed no JSON. ${message}`) : { ok: true, json }
}
