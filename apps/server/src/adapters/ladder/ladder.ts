import { setTimeout as delay } from 'node:timers/promises'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import type { MediaEngine } from '../../ports/media.ts'
import type { MetricsRecorder } from '../../ports/metrics.ts'
import type { Refusal, ResolvedVideo } from '../../ports/sources.ts'
import { describeTrouble } from '../outbound/connection-trouble.ts'
import type { Egress, EgressPool } from '../outbound/egress-pool.ts'
import type { PlaylistFiles } from '../playlists/playlist-files.ts'
import type { OfferedPlaylist, ResolverStep, StepAnswer, StepName, StepRefusal } from '../resolver-step.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { resolvePlaylist } from './playlist-step.ts'

export interface LadderOptions {
  /** Name of the source in messages. */
  sourceName: string
  steps: readonly ResolverStep[]
  /** Reads the source's playlists through an outgoing IP address. Without it the ladder has no playlist step. */
  playlistsBy?: ((egressId: string) => PlaylistFiles) | undefined
  egresses: EgressPool
  /** Inspects playlists. Without it the ladder has no playlist step. */
  engine?: Pick<MediaEngine, 'inspect'> | undefined
  metricsRecorder: Pick<MetricsRecorder, 'resolverAsked'>
  /** Called when a step has failed so often that it is tried last. */
  onCircuitOpened?: ((step: StepName) => void) | undefined
  now?: () => number
  /** Wait before the next step is tried as well, in milliseconds. */
  hedgeMilliseconds?: number
  /** Time limit of all steps together, in milliseconds. */
  totalMilliseconds?: number
}

/** Longest wait for an answer, even if every step hangs. */
export const LADDER_TIMEOUT_MILLISECONDS = 12_000
/** Several times as long as a working step takes. */
const HEDGE_DELAY_MILLISECONDS = 3_000

export type LadderAnswer =
  | { ok: true; video: ResolvedVideo; availableAt: ReadonlyMap<string, number>; step: StepName; egress: Egress }
  | Refusal

interface Attempt {
  step: ResolverStep
  egress: Egress
  answer: StepAnswer
}

/**
 * Queries a source in steps, in order. If the video itself is refused, the ladder ends. If a step fails, the next one
 * is tried. A step that keeps failing is tried last for a while.
 */
export function createLadder(options: LadderOptions) {
  const { sourceName, steps, egresses, now = Date.now } = options
  const circuits = createCircuitBreaker(now)
  let lastResolved: string | null = null
  /** Videos that no step has resolved since the source last answered, and the cause of the last failure. */
  const unanswered = { videos: new Set<string>(), cause: '', isNetwork: false, noticedFrom: MIN_FAILED_VIDEOS }
  const circuitOf = (step: StepName, egress: Egress): string =>
    egresses.all.length > 1 ? `${step} by ${egress.name}` : step

  async function attempt(step: ResolverStep, egress: Egress, reference: string, signal: AbortSignal): Promise<Attempt> {
    const begunAt = now()
    const answer = await step.resolve(reference, egress.id, signal).catch((error: unknown): StepAnswer => {
      signal.throwIfAborted()
      return { ok: false, code: 'source_failed', blame: 'step', cause: String(error) }
    })
    note(step.name, egress, reference, answer, now() - begunAt)
    return { step, egress, answer }
  }

  function note(step: StepName, egress: Egress, reference: string, answer: StepAnswer, milliseconds: number): void {
    const name = circuitOf(step, egress)
    options.metricsRecorder.resolverAsked(step, egress.name, answer.ok ? 'ok' : answer.code, milliseconds / 1000)
    if (answer.ok) egresses.worked(egress)
    // A step that reports why a video is refused is not broken.
    if (answer.ok || answer.blame === 'video') circuits.noteAnswer(name)
    else if (answer.blame === 'egress') egresses.rest(egress)
    else if (!isUndecided(answer) && !NOT_ITS_FAULT.includes(answer.code))
      noteFailure(step, egress, reference, answer.cause ?? answer.code)
  }

  function noteFailure(step: StepName, egress: Egress, reference: string, cause: string): void {
    if (circuits.noteFailure(circuitOf(step, egress), reference, cause)) options.onCircuitOpened?.(step)
  }

  async function trySteps(
    reference: string,
    avoidedSteps: readonly StepName[],
    state: LookupState,
    signal: AbortSignal,
  ): Promise<LadderAnswer> {
    const { refusals } = state
    const triedEgressIds = [state.egress.id]
    const allowedSteps = steps.filter(({ name }) => !avoidedSteps.includes(name))
    const isOpen = ({ name }: ResolverStep): boolean => circuits.isOpen(circuitOf(name, state.egress))
    const queue = [...allowedSteps.filter((step) => !isOpen(step)), ...allowedSteps.filter(isOpen)]
    const { running } = state
    const begin = (step: ResolverStep | undefined): void => {
      if (!step) return
      const newAttempt = attempt(step, state.egress, reference, signal)
      newAttempt.catch(() => undefined)
      running.set(newAttempt, step)
    }
    begin(queue.shift())
    while (running.size > 0) {
      const endedAttempt = await nextOf(running, queue.length > 0, signal)
      if (endedAttempt === null) {
        begin(queue.shift())
        continue
      }
      const { step, answer, egress } = endedAttempt
      if (answer.ok) {
        lastResolved = reference
        unanswered.videos.clear()
        // Earlier steps had more time than the step that answered.
        for (const slowStep of running.values())
          if (allowedSteps.indexOf(slowStep) < allowedSteps.indexOf(step))
            noteFailure(slowStep.name, state.egress, reference, 'It did not answer in time.')
        // The answer shows that undecided refusals were the fault of their steps.
        for (const refusal of refusals)
          if (refusal.step && isUndecided(refusal.answer))
            noteFailure(refusal.step, refusal.egress, reference, causeOf(refusal.answer))
        const { video, availableAt = new Map() } = answer
        return {
          ok: true,
          video: attachOrigin(video, step.name, egress),
          availableAt,
          step: step.name,
          egress,
        }
      }
      if (answer.blame === 'video') {
        unanswered.videos.clear()
        // A live stream is refused to every step, but its playlist can be read.
        const offeredPlaylist = answer.playlist && !avoidedSteps.includes('hls') ? answer.playlist : null
        const liveAnswer = offeredPlaylist && (await askPlaylist(offeredPlaylist, state.egress, reference, signal))
        return liveAnswer?.ok ? liveAnswer : { ...answer, step: step.name }
      }
      refusals.push({ step: step.name, egress, answer })
      const nextEgress = answer.blame === 'egress' ? egresses.pick() : state.egress
      if (triedEgressIds.includes(nextEgress.id)) begin(queue.shift())
      else {
        state.egress = nextEgress
        triedEgressIds.push(nextEgress.id)
        begin(step)
      }
    }
    const playlist = refusals.map(({ answer }) => answer.playlist).find((offer) => offer !== undefined)
    const playlistAnswer =
      playlist && !avoidedSteps.includes('hls') ? await askPlaylist(playlist, state.egress, reference, signal) : null
    if (playlistAnswer?.ok) return playlistAnswer
    return refuse(reference, refusals)
  }

  function refuse(reference: string, refusals: readonly Refused[]): Refusal {
    const reportedRefusal = mostInformative(refusals)
    if (!reportedRefusal) return NO_STEP_LEFT_REFUSAL
    const { step, answer } = reportedRefusal
    const cause = [...new Set(refusals.map(({ answer }) => answer.cause).filter(Boolean))].join(' / ')
    // If no client can play a video, the source refuses it, and the steps that said so are not broken. `busy` does not
    // come from the source.
    if (answer.blame === 'unsure') {
      for (const refusal of refusals)
        if (refusal.answer.blame === 'unsure' && refusal.step)
          circuits.noteAnswer(circuitOf(refusal.step, refusal.egress))
    } else if (answer.code !== 'busy') {
      if (unanswered.videos.size < MIN_FAILED_VIDEOS) unanswered.videos.add(reference)
      unanswered.isNetwork = isOfNetwork(answer)
      unanswered.noticedFrom = unanswered.isNetwork && answer.trouble?.reason ? 1 : MIN_FAILED_VIDEOS
      unanswered.cause = unanswered.isNetwork ? describeTrouble(answer) : cause || answer.code
    }
    return {
      ok: false,
      code: answer.code,
      cause,
      ...(step && { step }),
      ...(answer.trouble && { trouble: answer.trouble }),
    }
  }

  async function askPlaylist(
    playlist: OfferedPlaylist,
    egress: Egress,
    reference: string,
    signal: AbortSignal,
  ): Promise<LadderAnswer | null> {
    if (!options.engine || !options.playlistsBy) return null
    const begunAt = now()
    const answer = await resolvePlaylist(playlist, options.playlistsBy(egress.id), options.engine, signal)
    note('hls', egress, reference, answer, now() - begunAt)
    if (!answer.ok) return { ...answer, step: 'hls' }
    return { ok: true, video: attachOrigin(answer.video, 'hls', egress), availableAt: new Map(), step: 'hls', egress }
  }

  /** Resolves with the next attempt that ends; with null if the next step should be tried as well. */
  async function nextOf(
    running: Map<Promise<Attempt>, ResolverStep>,
    isNextWaiting: boolean,
    signal: AbortSignal,
  ): Promise<Attempt | null> {
    const hedge = new AbortController()
    const hedgeTimeout = delay(options.hedgeMilliseconds ?? HEDGE_DELAY_MILLISECONDS, null, {
      signal: AbortSignal.any([hedge.signal, signal]),
    })
    hedgeTimeout.catch(() => undefined)
    const pendingAttempts = [...running.keys()].map(async (pending) => ({ pending, attempt: await pending }))
    try {
      const firstEnd = await Promise.race(isNextWaiting ? [...pendingAttempts, hedgeTimeout] : pendingAttempts)
      if (firstEnd === null) return null
      // Only this attempt is removed. Another that ended at the same time is returned by the next call.
      running.delete(firstEnd.pending)
      return firstEnd.attempt
    } finally {
      hedge.abort()
    }
  }

  return {
    /** Resolves a video, without `avoidedSteps`. Expected refusals are values. Throws the signal's reason. */
    async resolve(
      reference: string,
      avoidedSteps: readonly StepName[],
      callerSignal: AbortSignal,
    ): Promise<LadderAnswer> {
      const { totalMilliseconds = LADDER_TIMEOUT_MILLISECONDS } = options
      const closing = new AbortController()
      const timeout = AbortSignal.timeout(totalMilliseconds)
      const refusals: Refused[] = []
      const state: LookupState = { refusals, egress: egresses.pick(), running: new Map() }
      try {
        return await trySteps(reference, avoidedSteps, state, AbortSignal.any([callerSignal, timeout, closing.signal]))
      } catch (error) {
        callerSignal.throwIfAborted()
        if (!timeout.aborted) throw error
        // The source answered no step through this outgoing IP address, so it rests.
        if (refusals.every(({ answer }) => NOT_ITS_FAULT.includes(answer.code))) egresses.rest(state.egress)
        const cause = `${sourceName} did not answer every step within ${totalMilliseconds / 1000} s.`
        const timeoutRefusal: StepRefusal = { ok: false, code: 'source_timeout', blame: 'step', cause }
        return refuse(reference, [
          ...refusals,
          { step: [...state.running.values()][0]?.name ?? null, egress: state.egress, answer: timeoutRefusal },
        ])
      } finally {
        closing.abort(new Error('another step has answered'))
      }
    },
    /** Records that the addresses that a step returned are dead. */
    noteFailure,
    states: circuits.states,
    lastResolved: () => lastResolved,
    /**
     * Returns why no step resolved the last videos: after several in a row, or after one if the network failed. Null
     * while the source answers.
     */
    lookupFailure(): LookupFailure | null {
      const { videos, cause, isNetwork, noticedFrom } = unanswered
      return videos.size >= noticedFrom ? { cause, isNetwork } : null
    },
  }
}

/** Fewer failures than this may be the fault of the videos. */
const MIN_FAILED_VIDEOS = 3
const NO_STEP_LEFT_REFUSAL: Refusal = {
  ok: false,
  code: 'source_failed',
  cause: 'Every way of asking has been used up.',
}
/** Codes that are not the step's fault: yt-dlp is missing, or its queue is full. */
const NOT_ITS_FAULT: readonly ErrorCode[] = ['resolver_missing', 'busy']
/** Codes that give no reason. */
const VAGUE_CODES: readonly ErrorCode[] = ['source_failed', 'source_timeout']
const NETWORK_REASONS: readonly RefusalReason[] = ['dns', 'network', 'proxy', 'refused', 'tls', 'broken']

/** State of one lookup, which the timeout reads. */
interface LookupState {
  refusals: Refused[]
  egress: Egress
  running: Map<Promise<Attempt>, ResolverStep>
}

/** Refusal of a step. `step` is null if no step was running at the timeout. */
interface Refused {
  step: StepName | null
  egress: Egress
  answer: StepRefusal
}

export interface LookupFailure {
  cause: string
  /** Whether the network fails, and not the source. */
  isNetwork: boolean
}

const causeOf = ({ cause, code }: StepRefusal): string => cause ?? code

const isOfNetwork = ({ trouble, code }: StepRefusal): boolean =>
  code === 'source_timeout' || (trouble?.reason !== undefined && NETWORK_REASONS.includes(trouble.reason))

/** The fault is undecided until another step answers: it may be the step's, the video's or the network's. */
const isUndecided = (answer: StepRefusal): boolean =>
  answer.blame === 'unsure' || (answer.blame === 'step' && isOfNetwork(answer))

/**
 * Picks the refusal to report: the last with a reason of the source, else the first with a network failure, else the
 * last by a missing or busy yt-dlp, which the operator can repair, else the last.
 */
function mostInformative(refusals: readonly Refused[]): Refused | undefined {
  const isMissing = ({ answer }: Refused): boolean => NOT_ITS_FAULT.includes(answer.code)
  return (
    refusals.findLast(
      (refusedAttempt) => !VAGUE_CODES.includes(refusedAttempt.answer.code) && !isMissing(refusedAttempt),
    ) ??
    refusals.find(({ answer }) => answer.trouble?.reason || answer.code === 'source_timeout') ??
    refusals.findLast(isMissing) ??
    refusals.at(-1)
  )
}

function attachOrigin(video: ResolvedVideo, step: StepName, { id }: Egress): ResolvedVideo {
  const [rendition] = video.renditions
  const ip = rendition && (URL.parse(rendition.address)?.searchParams.get('ip') ?? null)
  return {
    ...video,
    renditions: video.renditions.map((rendition) => (id ? { ...rendition, egress: id } : rendition)),
    captions: (video.captions ?? []).map((captions) => (id ? { ...captions, egress: id } : captions)),
    resolvedBy: { step, egress: id, ip: ip ?? null },
  }
}
