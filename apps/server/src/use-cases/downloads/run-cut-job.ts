import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import { audioTrackOf } from '@kerf/domain/formats/rendition-choice'
import { clipExpiry } from '@kerf/domain/jobs/retention'
import type { BlockSubject } from '@kerf/domain/moderation/blocking'
import { chooseFitting } from '@kerf/domain/sizes/fitted-form'
import type { ClipRecord } from '../../ports/clips.ts'
import type { CutProgress, MediaParts } from '../../ports/media.ts'
import { withRequestContext } from '../../ports/request-context.ts'
import { MediaError, type ResolvedVideo, type VideoSource } from '../../ports/sources.ts'
import { runInSpan, runWithinSpan } from '../../ports/tracing.ts'
import type { Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-space.ts'
import { effectiveSettings, effectiveSources } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { openParts, type Renewal, withRenewals } from '../shared/renewed-source.ts'
import { isBlocked } from '../videos/is-blocked.ts'
import { resolveVideo } from '../videos/resolve-video.ts'
import { noteClipEnd } from '../webhooks/note-events.ts'
import { clipProgress } from './clip-progress.ts'
import { failClip } from './end-download.ts'
import { prepareClip } from './prepare-clip.ts'
import { type CutWatch, type WorkWatch, watchCut } from './watch-cut.ts'

type CutDeps = Deps<
  'database' | 'sources' | 'presets' | 'files' | 'engine' | 'worker' | 'clock' | 'log' | 'metricsRecorder' | 'tracing'
>

/** Permanent refusal of a clip, with a code for the viewer. A retry would fail in the same way. */
class ClipRefusedError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, cause: string) {
    super(failureCause(cause))
    this.name = 'ClipRefusedError'
    this.code = code
  }
}

/**
 * Runs a cut job: resolves, opens, cuts and publishes. May run again after a crash; the clip's state decides what
 * remains.
 */
export async function runCutJob(
  deps: CutDeps,
  { clipId, signal, isLastTry = true }: { clipId: string; signal: AbortSignal; isLastTry?: boolean },
): Promise<void> {
  const { clips, downloads } = deps.database.records
  const clip = await clips.find(clipId)
  if (!clip) return
  const fileKey = nextFileKey(clip)
  const start = {
    status: 'processing',
    stage: 'resolving',
    progress: 0,
    etaSeconds: null,
    startedAt: deps.clock.now(),
    // Stored before the file exists, so that the sweep does not delete it as unknown.
    fileKey,
  } as const
  if (!(await clips.update(clip.id, ['queued', 'processing'], start, clip.fileKey))) return
  const [firstDownload] = await downloads.listForClip(clip.id)
  const watch = watchCut(deps, clip)
  const cutTry: CutTry = { clip, fileKey, signal, isLast: isLastTry, watch }
  const context = { clipId: clip.id, ...(firstDownload && { downloadId: firstDownload.id }) }
  await withRequestContext(context, () => runWithinSpan(watch.span, () => tryToCut(deps, cutTry)))
}

async function tryToCut(deps: CutDeps, cutTry: CutTry): Promise<void> {
  try {
    const scratchPath = await deps.files.scratchPath(cutTry.fileKey)
    // Publishing moves the scratch file, so this deletes only what a failed attempt left.
    await cutAndPublish(deps, cutTry, scratchPath).finally(() => deps.files.discard(scratchPath))
  } catch (error) {
    await failTry(deps, cutTry, error)
  }
}

async function cutAndPublish(deps: CutDeps, cutTry: CutTry, scratchPath: string): Promise<void> {
  const { clip, fileKey, watch } = cutTry
  const finishedCut = await cutClip(deps, cutTry, scratchPath)
  await runInSpan(deps.tracing, 'cut publish', {}, () => deps.files.publish(scratchPath, fileKey))
  const end = await completeClip(deps, cutTry, finishedCut)
  // The clip was cancelled, blocked or taken over by another attempt meanwhile, so this file is not needed.
  if (end !== 'completed') await deps.files.delete(fileKey)
  if (end === 'blocked') throw new ClipRefusedError('link_blocked', 'An admin has blocked what it is made of.')
  const { receipt } = finishedCut
  const { seconds } = watch.end(end, end === 'completed' ? { receipt } : {})
  const cpuSeconds = watch.cpuSeconds()
  deps.log.info(
    { clipId: clip.id, options: clip.options, receipt, seconds, cpuSeconds, completed: end === 'completed' },
    'clip cut',
  )
}

interface FinishedCut {
  receipt: Receipt
  subject: BlockSubject
}

async function cutClip(
  deps: CutDeps,
  { clip, fileKey, signal, watch }: CutTry,
  scratchPath: string,
): Promise<FinishedCut> {
  const { clips } = deps.database.records
  const progress = clipProgress(deps.clock, (change) => clips.update(clip.id, ['processing'], change, fileKey))
  const finishedCut = await withFreshAddresses(deps, clip, signal, async (video, source, renew) => {
    const choice = chooseRenditions(clip, video)
    // Checked again, because other clips may have filled the disk since the request.
    const refusal = await refusedWhenFull(deps.files, expectedBytes(video, clip))
    if (refusal) throw new ClipRefusedError(refusal.code, refusal.cause ?? 'The disk is too full.')
    const parts = await openParts(source, video, choice, renew, signal, clip.ranges)
    await refuseBlocked(deps, subjectOfCut(clip, video, parts))
    const { ranges } = clip
    const { cutRequest, captionsError, receiptOf } = await prepareClip(clip, choice, video, source, signal)
    if (captionsError) deps.log.warn({ clipId: clip.id, err: captionsError }, 'subtitles left out')
    const work = watch.work()
    const onProgress = (now: CutProgress): void => {
      work.progress(now)
      progress.report(now)
    }
    const cutterReceipt = await deps.engine
      .cut(
        { parts: watchedParts(parts, work), ranges, ...cutRequest, filePath: scratchPath },
        { signal, onProgress, othersWait: () => doOthersWait(deps), onSpent: watch.spent },
      )
      .finally(() => work.end())
    // The subject is computed again, because renewed addresses may lead to another host.
    return { receipt: receiptOf(cutterReceipt), subject: subjectOfCut(clip, video, parts) }
  })
  await progress.settle()
  return finishedCut
}

function chooseRenditions(clip: ClipRecord, video: ResolvedVideo) {
  const { audioTrack } = clip.options
  if (audioTrack !== undefined && !audioTrackOf(video.audioTracks, audioTrack))
    throw new ClipRefusedError('quality_unavailable', `The source has no audio track ${audioTrack} now.`)
  const choice = chooseFitting(video.renditions, clip, video.durationSeconds)
  if (!choice) throw new ClipRefusedError('quality_unavailable', `The source offers nothing for ${clip.quality} now.`)
  return choice
}

/** Marks the clip as completed, unless its subject is blocked, or it was cancelled or taken over by another attempt. */
async function completeClip(
  { database, clock, presets }: CutDeps,
  { clip, fileKey }: CutTry,
  { receipt, subject }: FinishedCut,
): Promise<'completed' | 'blocked' | 'cancelled'> {
  const { retentionHours } = await effectiveSettings(database.records, presets)
  const finishedAt = clock.now()
  return database.transaction(async (records) => {
    await records.blocklist.hold()
    if (await isBlocked(records, subject)) return 'blocked'
    const completion = {
      status: 'completed',
      stage: 'done',
      progress: 100,
      etaSeconds: null,
      sizeBytes: receipt.clipBytes,
      receipt,
      finishedAt,
      expiresAt: clipExpiry(finishedAt, retentionHours),
    } as const
    if (!(await records.clips.update(clip.id, ['processing'], completion, fileKey))) return 'cancelled'
    await noteClipEnd(records, clip.id, finishedAt)
    return 'completed'
  })
}

async function refuseBlocked(deps: CutDeps, subject: BlockSubject): Promise<void> {
  if (await isBlocked(deps.database.records, subject))
    throw new ClipRefusedError('link_blocked', 'An admin has blocked what it is made of.')
}

async function withFreshAddresses<T>(
  deps: CutDeps,
  clip: ClipRecord,
  signal: AbortSignal,
  work: (video: ResolvedVideo, source: VideoSource, renew: Renewal) => Promise<T>,
): Promise<T> {
  // A source may be switched off after the request. Waiting jobs then fail; running jobs continue.
  const source = (await effectiveSources(deps))[clip.source]
  if (!source) throw new ClipRefusedError('source_off', `The source ${clip.source} is switched off.`)
  await refuseBlocked(deps, clip)
  const window = clip.options.liveWindow ?? null
  const firstResolution = await resolveVideo(deps, { ...clip, window, signal })
  if (!firstResolution.ok)
    throw new ClipRefusedError(
      firstResolution.code,
      firstResolution.cause ?? `The source refused it: ${firstResolution.code}.`,
    )
  const findAgain = async (avoidedSteps: readonly string[]) => {
    deps.log.info({ clipId: clip.id, avoid: avoidedSteps }, 'addresses died, resolving again')
    await deps.database.records.resolutions.forget(clip.source, clip.reference)
    return resolveVideo(deps, { ...clip, window, signal, avoid: avoidedSteps })
  }
  return withRenewals(firstResolution.value, findAgain, signal, (video, renew) => work(video, source, renew))
}

/**
 * Ends an attempt with an error: returns the job to the queue after a stop or an unexpected error, else marks the clip
 * as failed.
 */
async function failTry(deps: CutDeps, { clip, fileKey, signal, isLast, watch }: CutTry, error: unknown): Promise<void> {
  const errorCode = errorCodeOf(error)
  const isRetried = errorCode === null && !isLast
  if (signal.aborted || isRetried) {
    if (isRetried) deps.log.warn({ clipId: clip.id, err: error }, 'clip is tried again')
    const waitingState = { status: 'queued', stage: 'waiting', progress: 0, etaSeconds: null } as const
    // The file key protects a newer attempt, which continues.
    const isInterrupted = await deps.database.records.clips.update(clip.id, ['processing'], waitingState, fileKey)
    watch.end(isInterrupted ? 'put_back' : 'cancelled')
    if (isInterrupted) throw signal.aborted ? signal.reason : error // The queue gives the job to another worker.
    return
  }
  const code = errorCode ?? 'cut_failed'
  const { seconds } = watch.end('failed', { code })
  deps.log.warn(
    { clipId: clip.id, errorCode: code, seconds, cpuSeconds: watch.cpuSeconds(), err: error },
    'clip failed',
  )
  await failClip(deps, { clipId: clip.id, errorCode: code, cause: error, fileKey })
}

async function doOthersWait({ worker }: CutDeps): Promise<boolean> {
  return (await worker.depth()).waiting > 0
}

/**
 * Code of a permanent failure; null for unexpected errors, such as a lost database connection, which a retry may solve.
 */
function errorCodeOf(error: unknown): ErrorCode | null {
  if (error instanceof MediaError || error instanceof ClipRefusedError) return error.code
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC' ? 'storage_full' : null
}

/** Block subject of the actual cut: its channel, and the current hosts of its bytes. */
function subjectOfCut({ source, reference }: ClipRecord, video: ResolvedVideo, parts: MediaParts): BlockSubject {
  const servingHosts = [parts.video?.servedFrom, parts.audio?.servedFrom].filter((host) => host !== undefined)
  return { source, reference, channelIds: video.channelIds, servedFrom: [...(video.servedFrom ?? []), ...servingHosts] }
}

/** Returns a new file key for each attempt, so that an outdated attempt changes and deletes nothing of a newer one. */
const nextFileKey = (clip: ClipRecord): string =>
  clip.fileKey === null ? `${clip.id}.${clip.format}` : laterFileKey(clip)

export const laterFileKey = ({ id, format }: ClipRecord): string => `${id}-${newId()}.${format}`

/** Wraps both sources for the watch. A file that carries both remains one object. */
function watchedParts({ video, audio }: MediaParts, { reading }: WorkWatch): MediaParts {
  const watchedVideo = video && reading(video)
  return { video: watchedVideo, audio: audio === video ? watchedVideo : audio && reading(audio) }
}

interface CutTry {
  clip: ClipRecord
  fileKey: string
  signal: AbortSignal
  /** Whether the queue will not retry after this attempt. */
  isLast: boolean
  watch: CutWatch
}
