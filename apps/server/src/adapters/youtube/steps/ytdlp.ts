import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { createSlots } from '../../slots.ts'
import { parseBoundedJson } from '../answers/bounded-json.ts'
import { parseVideoInfo } from '../answers/parse-video-info.ts'
import type { ResolverStep, StepRefusal } from '../answers/resolver-step.ts'
import { messageOfYtdlp, verdictOfYtdlp } from '../answers/step-verdicts.ts'
import type { YtdlpFinder } from '../ytdlp/find-ytdlp.ts'
import { runHardened } from '../ytdlp/hardened-run.ts'
import { type YtdlpQuestion, ytdlpArguments } from '../ytdlp/ytdlp-arguments.ts'
import type { YtdlpInspector } from '../ytdlp/ytdlp-facts.ts'

export interface YtdlpRunnerOptions {
  finder: YtdlpFinder
  inspector: YtdlpInspector
  /** A file of certificate authorities that yt-dlp has to trust. */
  sslCertFile?: string | undefined
  concurrency: number
  timeoutMilliseconds: number
}

type Question = Pick<YtdlpQuestion, 'videoId' | 'proxyUrl' | 'node'>
type YtdlpAnswer = { ok: true; json: unknown } | StepRefusal

export type YtdlpRunner = ReturnType<typeof createYtdlpRunner>

/** Requests that may wait for each slot. A longer queue would keep a viewer waiting too long. */
const WAITING_PER_SLOT = 8

export function createYtdlpRunner(options: YtdlpRunnerOptions) {
  const slots = createSlots(options.concurrency, options.concurrency * WAITING_PER_SLOT)
  return {
    /** Runs yt-dlp over a video. Throws the signal's reason. */
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

/** Returns two steps: yt-dlp with its own choice of clients, and yt-dlp with Node, which runs the player's scripts. */
export function ytdlpSteps(runner: YtdlpRunner, proxyUrlFor: (egressId: string) => string, withScripts: boolean) {
  const step = (name: ResolverStep['name'], node: string | null): ResolverStep => ({
    name,
    async resolve(videoId, egressId, signal) {
      const answer = await runner.ask({ videoId, proxyUrl: proxyUrlFor(egressId), node }, signal)
      return answer.ok ? parseVideoInfo(answer.json, videoId, 'yt-dlp') : answer
    },
  })
  return [step('ytdlp', null), ...(withScripts ? [step('ytdlp-scripts', process.execPath)] : [])]
}

const stepRefusal = (code: ErrorCode, cause: string): StepRefusal => ({ ok: false, code, blame: 'step', cause })

async function askOnce(options: YtdlpRunnerOptions, question: Question, signal: AbortSignal): Promise<YtdlpAnswer> {
  const program = await options.finder.find()
  const facts = program && (await options.inspector.inspect(program.path))
  if (!program) return stepRefusal('resolver_missing', 'There is no yt-dlp.')
  if (!facts) return stepRefusal('resolver_missing', `${program.path} does not say its version.`)
  const { sslCertFile, timeoutMilliseconds } = options
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
  const toRefusal = (cause: string): StepRefusal => ({ ok: false, ...verdictOfYtdlp(stderr), cause })
  if (ended === 'timed_out')
    return stepRefusal('source_timeout', `yt-dlp was ended after ${timeoutMilliseconds / 1000} s. ${message}`)
  if (ended === 'not_started') return stepRefusal('resolver_missing', stderr)
  if (ended === 'too_much_output') return toRefusal(`yt-dlp said too much and was ended. ${message}`)
  if (exitCode !== 0) return toRefusal(exitCode === null ? `yt-dlp was killed. ${message}` : message)
  const json = parseBoundedJson(outcome.stdout)
  return json === null ? toRefusal(`yt-dlp printed no JSON. ${message}`) : { ok: true, json }
}
