import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import type { MediaEngine } from '../../ports/media.ts'
import type { MetricsRecorder } from '../../ports/metrics.ts'
import type { Refusal, ResolvedVideo } from '../../ports/sources.ts'
import type { Egress, EgressPool } from '../outbound/egress-pool.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import type { OfferedPlaylist, ResolverStep, StepAnswer, StepName, StepRefusal } from './answers/resolver-step.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { resolvePlaylist, youtubePlaylists } from './steps/hls.ts'

export interface LadderOptions {
  steps: readonly ResolverStep[]
  fetcher: GuardedFetcher
  egresses: EgressPool
  /** Looks into playlists; without it they are no step. */
  engine?: Pick<MediaEngine, 'inspect'> | undefined
  metricsRecorder: Pick<MetricsRecorder, 'resolverAsked'>
  /** It has failed often enough to be tried last. */
  onCircuitOpened?: ((step: StepName) => void) | undefined
  now?: () => number
  /** How long a step is waited for before the next one is asked as well. */
  hedgeMilliseconds?: number
  /** How long all of it may take. */
  totalMilliseconds?: number
}

/** Nobody waits longer for the truth, also when everything hangs. */
export const LADDER_MILLISECONDS = 12_000
/** Several times what a step takes that works. */
const HEDGE_MILLISECONDS = 3_000

export type LadderAnswer =
  | { ok: true; video: ResolvedVideo; availableAt: ReadonlyMap<string, number>; step: StepName; egress: Egress }
  | Refusal

interface Attempt {
  step: ResolverStep
  egress: Egress
  answer: StepAnswer
}

/**
 * The ways of asking YouTube, tried in order. What the video itself refuses ends it; what a step cannot do is left to the next. A
 * step that keeps failing is tried last for a while.
 */
export function createLadder(options: LadderOptions) {
  const { steps, egresses, now = Date.now } = options
  const circuits = createCircuitBreaker(now)
  let lastResolved: string | null = null
  /** The videos that no step has found since one was; why the last was not. */
  const unanswered = { videos: new Set<string>(), cause: '', isNetwork: false, noticedFrom: NOTICED_VIDEOS }
  const circuitOf = (step: StepName, egress: Egress): string =>
    egresses.all.length > 1 ? `${step} by ${egress.name}` : step

  async function attempt(step: ResolverStep, egress: Egress, videoId: string, signal: AbortSignal): Promise<Attempt> {
    const begunAt = now()
    const answer = await step.resolve(videoId, egress.id, signal).catch((error: unknown): StepAnswer => {
      signal.throwIfAborted()
      return { ok: false, code: 'source_failed', blame: 'step', cause: String(error) }
    })
    note(step.name, egress, videoId, answer, now() - begunAt)
    return { step, egress, answer }
  }

  function note(step: StepName, egress: Egress, videoId: string, answer: StepAnswer, milliseconds: number): void {
    const name = circuitOf(step, egress)
    options.metricsRecorder.resolverAsked(step, egress.name, answer.ok ? 'ok' : answer.code, milliseconds / 1000)
    if (answer.ok) egresses.worked(egress)
    // A step that knows what the video refuses works.
    if (answer.ok || answer.blame === 'video') circuits.answered(name)
    else if (answer.blame === 'egress') egresses.rest(egress)
    else if (!isUndecided(answer) && !NOT_ITS_FAULT.includes(answer.code))
      failed(step, egress, videoId, answer.cause ?? answer.code)
  }

  function failed(step: StepName, egress: Egress, videoId: string, cause: string): void {
    if (circuits.failed(circuitOf(step, egress), videoId, cause)) options.onCircuitOpened?.(step)
  }

  async function climb(
    videoId: string,
    avoid: readonly StepName[],
    soFar: SoFar,
    signal: AbortSignal,
  ): Promise<LadderAnswer> {
    const { refusals } = soFar
    const tried = [soFar.egress.id]
    const inTurn = steps.filter(({ name }) => !avoid.includes(name))
    const isOpen = ({ name }: ResolverStep): boolean => circuits.isOpen(circuitOf(name, soFar.egress))
    const waiting = [...inTurn.filter((step) => !isOpen(step)), ...inTurn.filter(isOpen)]
    const { running } = soFar
    const begin = (step: ResolverStep | undefined): void => {
      if (!step) return
      const begun = attempt(step, soFar.egress, videoId, signal)
      begun.catch(() => undefined)
      running.set(begun, step)
    }
    begin(waiting.shift())
    while (running.size > 0) {
      const ended = await nextOf(running, waiting.length > 0, signal)
      if (ended === null) {
        begin(waiting.shift())
        continue
      }
      const { step, answer } = ended
      if (answer.ok) {
        lastResolved = videoId
        unanswered.videos.clear()
        // They had more time than it took.
        for (const slow of running.values())
          if (inTurn.indexOf(slow) < inTurn.indexOf(step))
            failed(slow.name, soFar.egress, videoId, 'It did not answer in time.')
        // Now it is known whose fault it was.
        for (const refused of refusals)
          if (refused.step && isUndecided(refused.answer))
            failed(refused.step, refused.egress, videoId, causeOf(refused.answer))
        const { video, availableAt = new Map() } = answer
        return {
          ok: true,
          video: located(video, step.name, ended.egress),
          availableAt,
          step: step.name,
          egress: ended.egress,
        }
      }
      if (answer.blame === 'video') {
        unanswered.videos.clear()
        return { ...answer, step: step.name }
      }
      refusals.push({ step: step.name, egress: ended.egress, answer })
      const other = answer.blame === 'egress' ? egresses.pick() : soFar.egress
      if (tried.includes(other.id)) begin(waiting.shift())
      else {
        soFar.egress = other
        tried.push(other.id)
        begin(step)
      }
    }
    const offered = refusals.map(({ answer }) => answer.playlist).find((playlist) => playlist !== undefined)
    const played = offered && !avoid.includes('hls') ? await playlist(offered, soFar.egress, videoId, signal) : null
    if (played?.ok) return played
    return unresolved(videoId, refusals)
  }

  function unresolved(videoId: string, refusals: readonly Refused[]): Refusal {
    const telling = mostTelling(refusals)
    if (!telling) return NOBODY_LEFT
    const { step, answer } = telling
    const cause = [...new Set(refusals.map(({ answer }) => answer.cause).filter(Boolean))].join(' / ')
    // What nobody plays is refused by the video, and those who said so have answered. A crowd says nothing of YouTube.
    if (answer.blame === 'unsure') {
      for (const other of refusals)
        if (other.answer.blame === 'unsure' && other.step) circuits.answered(circuitOf(other.step, other.egress))
    } else if (answer.code !== 'busy') {
      unanswered.videos.add(videoId)
      unanswered.isNetwork = isOfNetwork(answer)
      unanswered.noticedFrom = unanswered.isNetwork && answer.trouble?.reason ? 1 : NOTICED_VIDEOS
      unanswered.cause = unanswered.isNetwork ? networkCause(answer) : cause || answer.code
    }
    return {
      ok: false,
      code: answer.code,
      cause,
      ...(step && { step }),
      ...(answer.trouble && { trouble: answer.trouble }),
    }
  }

  async function playlist(
    offered: OfferedPlaylist,
    egress: Egress,
    videoId: string,
    signal: AbortSignal,
  ): Promise<LadderAnswer | null> {
    if (!options.engine) return null
    const begunAt = now()
    const answer = await resolvePlaylist(offered, youtubePlaylists(options.fetcher, egress.id), options.engine, signal)
    note('hls', egress, videoId, answer, now() - begunAt)
    if (!answer.ok) return { ...answer, step: 'hls' }
    return { ok: true, video: located(answer.video, 'hls', egress), availableAt: new Map(), step: 'hls', egress }
  }

  /** The next attempt that ends; null when a step that waits should be asked as well. */
  async function nextOf(
    running: Map<Promise<Attempt>, ResolverStep>,
    isNextWaiting: boolean,
    signal: AbortSignal,
  ): Promise<Attempt | null> {
    const hedge = new AbortController()
    const tooLong = delay(options.hedgeMilliseconds ?? HEDGE_MILLISECONDS, null, {
      signal: AbortSignal.any([hedge.signal, signal]),
    })
    tooLong.catch(() => undefined)
    const ends = [...running.keys()].map(async (begun) => ({ begun, ended: await begun }))
    try {
      const first = await Promise.race(isNextWaiting ? [...ends, tooLong] : ends)
      if (first === null) return null
      // Only this one: another may have ended in the same moment, and is next.
      running.delete(first.begun)
      return first.ended
    } finally {
      hedge.abort()
    }
  }

  return {
    /** Asks about a video, without the steps in `avoid`. Expected refusals are values; throws the signal's reason. */
    async resolve(videoId: string, avoid: readonly StepName[], callerSignal: AbortSignal): Promise<LadderAnswer> {
      const { totalMilliseconds = LADDER_MILLISECONDS } = options
      const over = new AbortController()
      const timeout = AbortSignal.timeout(totalMilliseconds)
      const refusals: Refused[] = []
      const soFar: SoFar = { refusals, egress: egresses.pick(), running: new Map() }
      try {
        return await climb(videoId, avoid, soFar, AbortSignal.any([callerSignal, timeout, over.signal]))
      } catch (error) {
        callerSignal.throwIfAborted()
        if (!timeout.aborted) throw error
        // Not one word came by it.
        if (refusals.every(({ answer }) => NOT_ITS_FAULT.includes(answer.code))) egresses.rest(soFar.egress)
        const cause = `YouTube did not answer every step within ${totalMilliseconds / 1000} s.`
        const late: StepRefusal = { ok: false, code: 'source_timeout', blame: 'step', cause }
        return unresolved(videoId, [
          ...refusals,
          { step: [...soFar.running.values()][0]?.name ?? null, egress: soFar.egress, answer: late },
        ])
      } finally {
        over.abort(new Error('another step has answered'))
      }
    },
    /** Its addresses proved to be dead. */
    failed,
    states: circuits.states,
    lastResolved: () => lastResolved,
    /** Why the last videos were found by no step, if that was so several times in a row or once by the network; null when YouTube answers. */
    unansweredCause(): UnansweredCause | null {
      const { videos, cause, isNetwork, noticedFrom } = unanswered
      return videos.size >= noticedFrom ? { cause, isNetwork } : null
    },
  }
}

/** One or two may be strange videos. */
const NOTICED_VIDEOS = 3
const NOBODY_LEFT: Refusal = { ok: false, code: 'source_failed', cause: 'Every way of asking has been used up.' }
/** There is no program, or too many wait for one. */
const NOT_ITS_FAULT: readonly ErrorCode[] = ['resolver_missing', 'busy']
/** Says nothing of why. */
const VAGUE: readonly ErrorCode[] = ['source_failed', 'source_timeout']
const NETWORK_REASONS: readonly RefusalReason[] = ['dns', 'network', 'proxy', 'refused', 'tls', 'broken']

/** What asking about a video has come to, so that it is known when the time is over. */
interface SoFar {
  refusals: Refused[]
  egress: Egress
  running: Map<Promise<Attempt>, ResolverStep>
}

/** How a step has refused; null: none of them in particular. */
interface Refused {
  step: StepName | null
  egress: Egress
  answer: StepRefusal
}

export interface UnansweredCause {
  cause: string
  /** The way there is what fails, and not YouTube. */
  isNetwork: boolean
}

const causeOf = ({ cause, code }: StepRefusal): string => cause ?? code

const isOfNetwork = ({ trouble, code }: StepRefusal): boolean =>
  code === 'source_timeout' || (trouble?.reason !== undefined && NETWORK_REASONS.includes(trouble.reason))

/** Whether the step is at fault shows when another one answers: until then it may be the video, or the network. */
const isUndecided = (answer: StepRefusal): boolean =>
  answer.blame === 'unsure' || (answer.blame === 'step' && isOfNetwork(answer))

/** `dns, www.youtube.com, EAI_AGAIN` */
function networkCause({ trouble, code }: StepRefusal): string {
  return [trouble?.reason ?? code, trouble?.host, trouble?.systemCode].filter(Boolean).join(', ')
}

/**
 * Of what the steps said: the last that gives a reason of YouTube's, else the first that failed on its way there, else that one of them
 * could not be asked, which can be mended, else the last.
 */
function mostTelling(refusals: readonly Refused[]): Refused | undefined {
  const isMissing = ({ answer }: Refused): boolean => NOT_ITS_FAULT.includes(answer.code)
  return (
    refusals.findLast((refused) => !VAGUE.includes(refused.answer.code) && !isMissing(refused)) ??
    refusals.find(({ answer }) => answer.trouble?.reason || answer.code === 'source_timeout') ??
    refusals.findLast(isMissing) ??
    refusals.at(-1)
  )
}

function located(video: ResolvedVideo, step: StepName, { id }: Egress): ResolvedVideo {
  const [first] = video.renditions
  const ip = first && (URL.parse(first.address)?.searchParams.get('ip') ?? null)
  return {
    ...video,
    renditions: video.renditions.map((rendition) => (id ? { ...rendition, egress: id } : rendition)),
    captions: (video.captions ?? []).map((captions) => (id ? { ...captions, egress: id } : captions)),
    resolvedBy: { step, egress: id, ip: ip ?? null },
  }
}
