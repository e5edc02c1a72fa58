import type { Receipt } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import { clipExpiry } from '@kerf/domain/jobs/retention'
import type { BlockSubject } from '@kerf/domain/moderation/blocking'
import { chooseFitting } from '@kerf/domain/sizes/fitted-form'
import type { ClipRecord } from '../../ports/clips.ts'
import type { CutProgress, MediaParts } from '../../ports/media.ts'
import { withRequestContext } from '../../ports/request-context.ts'
import { MediaError, type ResolvedVideo, type VideoSource } from '../../ports/sources.ts'
import { inSpan, within } from '../../ports/tracing.ts'
import type { Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-room.ts'
import { effectiveSettings, effectiveSources } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { openParts, type Renewal, withRenewals } from '../shared/renewed-source.ts'
import { isBlocked } from '../videos/is-blocked.ts'
import { resolveVideo } from '../videos/resolve-video.ts'
import { noteClipEnd } from '../webhooks/note-events.ts'
import { clipProgress } from './clip-progress.ts'
import { failClip } from './end-download.ts'
import { audioTrackOf, prepareClip } from './prepare-clip.ts'
import { type CutWatch, type WorkWatch, watchCut } from './watch-cut.ts'

type CutDeps = Deps<
  'database' | 'sources' | 'presets' | 'files' | 'engine' | 'worker' | 'clock' | 'log' | 'metricsRecorder' | 'tracing'
>

/** The work stopped for a reason that the viewer is shown. Another try would end the same way. */
class ClipRefusedError extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, cause: string) {
    super(failureCause(cause))
    this.name = 'ClipRefusedError'
    this.code = code
  }
}

/** Resolves, opens, cuts, publishes. Can run again after a crash: the clip's state decides what is left. */
export async function runCutJob(
  deps: CutDeps,
  { clipId, signal, isLastTry = true }: { clipId: string; signal: AbortSignal; isLastTry?: boolean },
): Promise<void> {
  const { clips, downloads } = deps.database.records
  const clip = await clips.find(clipId)
  if (!clip) return
  const fileKey = nextFileKey(clip)
  const begun = {
    status: 'processing',
    stage: 'resolving',
    progress: 0,
    etaSeconds: null,
    startedAt: deps.clock.now(),
    // Known before the file exists, so that the sweep never takes it for a stray.
    fileKey,
  } as const
  if (!(await clips.update(clip.id, ['queued', 'processing'], begun, clip.fileKey))) return
  const [wanted] = await downloads.listForClip(clip.id)
  const watch = watchCut(deps, clip)
  const thisTry: Try = { clip, fileKey, signal, isLast: isLastTry, watch }
  const context = { clipId: clip.id, ...(wanted && { downloadId: wanted.id }) }
  await withRequestContext(context, () => within(watch.span, () => tryToCut(deps, thisTry)))
}

async function tryToCut(deps: CutDeps, thisTry: Try): Promise<void> {
  try {
    const scratch = await deps.files.scratchPath(thisTry.fileKey)
    // Published, it is no longer there; else nobody will come for it.
    await cutAndPublish(deps, thisTry, scratch).finally(() => deps.files.discard(scratch))
  } catch (error) {
    await failTry(deps, thisTry, error)
  }
}

async function cutAndPublish(deps: CutDeps, thisTry: Try, scratch: string): Promise<void> {
  const { clip, fileKey, watch } = thisTry
  const made = await cutClip(deps, thisTry, scratch)
  await inSpan(deps.tracing, 'cut publish', {}, () => deps.files.publish(scratch, fileKey))
  const end = await completeClip(deps, thisTry, made)
  // Cancelled, taken over or blocked in the last moment: nobody wants this file any more, or may have it.
  if (end !== 'completed') await deps.files.delete(fileKey)
  if (end === 'blocked') throw new ClipRefusedError('link_blocked', 'An admin has blocked what it is made of.')
  const { receipt } = made
  const { seconds } = watch.end(end, end === 'completed' ? { receipt } : {})
  const cpuSeconds = watch.cpuSeconds()
  deps.log.info(
    { clipId: clip.id, options: clip.options, receipt, seconds, cpuSeconds, completed: end === 'completed' },
    'clip cut',
  )
}

interface MadeClip {
  receipt: Receipt
  subject: BlockSubject
}

async function cutClip(deps: CutDeps, { clip, fileKey, signal, watch }: Try, scratch: string): Promise<MadeClip> {
  const { clips } = deps.database.records
  const progress = clipProgress(deps.clock, (change) => clips.update(clip.id, ['processing'], change, fileKey))
  const made = await withFreshAddresses(deps, clip, signal, async (video, source, renew) => {
    const choice = chooseRenditions(clip, video)
    // Taken when there was room for it alone: what was taken with it may have filled the disk since.
    const full = await refusedWhenFull(deps.files, expectedBytes(video, clip))
    if (full) throw new ClipRefusedError(full.code, full.cause ?? 'The disk is too full.')
    const parts = await openParts(source, video, choice, renew, signal)
    await refuseBlocked(deps, subjectOfCut(clip, video, parts))
    const { ranges } = clip
    const { order, captionsError, receiptOf } = await prepareClip(clip, choice, video, source, signal)
    if (captionsError) deps.log.warn({ clipId: clip.id, err: captionsError }, 'subtitles left out')
    const work = watch.work()
    const onProgress = (now: CutProgress): void => {
      work.progress(now)
      progress.report(now)
    }
    const cut = await deps.engine
      .cut(
        { parts: watchedParts(parts, work), ranges, ...order, filePath: scratch },
        { signal, onProgress, othersWait: () => othersWait(deps), onSpent: watch.spent },
      )
      .finally(() => work.end())
    // Its bytes may come from elsewhere by now.
    return { receipt: receiptOf(cut), subject: subjectOfCut(clip, video, parts) }
  })
  await progress.settle()
  return made
}

function chooseRenditions(clip: ClipRecord, video: ResolvedVideo) {
  const { audioTrack } = clip.options
  if (audioTrack !== undefined && !audioTrackOf(video, clip))
    throw new ClipRefusedError('quality_unavailable', `The source has no audio track ${audioTrack} now.`)
  const choice = chooseFitting(video.renditions, clip, video.durationSeconds)
  if (!choice) throw new ClipRefusedError('quality_unavailable', `The source offers nothing for ${clip.quality} now.`)
  return choice
}

/** Answers why not, if the clip may not be handed out any more. */
async function completeClip(
  { database, clock, presets }: CutDeps,
  { clip, fileKey }: Try,
  { receipt, subject }: MadeClip,
): Promise<'completed' | 'blocked' | 'cancelled'> {
  const { retentionHours } = await effectiveSettings(database.records, presets)
  const finishedAt = clock.now()
  return database.transaction(async (records) => {
    await records.blocklist.hold()
    if (await isBlocked(records, subject)) return 'blocked'
    const finished = {
      status: 'completed',
      stage: 'done',
      progress: 100,
      etaSeconds: null,
      sizeBytes: receipt.clipBytes,
      receipt,
      finishedAt,
      expiresAt: clipExpiry(finishedAt, retentionHours),
    } as const
    if (!(await records.clips.update(clip.id, ['processing'], finished, fileKey))) return 'cancelled'
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
  // A source may be switched off after the request. Waiting work then fails; running work goes on.
  const source = (await effectiveSources(deps))[clip.source]
  if (!source) throw new ClipRefusedError('source_off', `The source ${clip.source} is switched off.`)
  await refuseBlocked(deps, clip)
  const first = await resolveVideo(deps, { ...clip, signal })
  if (!first.ok) throw new ClipRefusedError(first.code, first.cause ?? `The source refused it: ${first.code}.`)
  const findAgain = async (avoid: readonly string[]) => {
    deps.log.info({ clipId: clip.id, avoid }, 'addresses died, resolving again')
    await deps.database.records.resolutions.forget(clip.source, clip.reference)
    return resolveVideo(deps, { ...clip, signal, avoid })
  }
  return withRenewals(first.value, findAgain, signal, (video, renew) => work(video, source, renew))
}

/** Work that did not end well: cancelled by its viewer, interrupted by a stop, refused, or failed. */
async function failTry(deps: CutDeps, { clip, fileKey, signal, isLast, watch }: Try, error: unknown): Promise<void> {
  const errorCode = errorCodeOf(error)
  const isSurprise = errorCode === null && !isLast
  if (signal.aborted || isSurprise) {
    if (isSurprise) deps.log.warn({ clipId: clip.id, err: error }, 'clip is tried again')
    const waiting = { status: 'queued', stage: 'waiting', progress: 0, etaSeconds: null } as const
    // Whoever has the job by now goes on undisturbed.
    const interrupted = await deps.database.records.clips.update(clip.id, ['processing'], waiting, fileKey)
    watch.end(interrupted ? 'put_back' : 'cancelled')
    if (interrupted) throw signal.aborted ? signal.reason : error // The queue gives it to the next worker.
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

async function othersWait({ worker }: CutDeps): Promise<boolean> {
  return (await worker.depth()).waiting > 0
}

/** null for a surprise, as when the database is away or the disk acts up: the next try may end better. */
function errorCodeOf(error: unknown): ErrorCode | null {
  if (error instanceof MediaError || error instanceof ClipRefusedError) return error.code
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC' ? 'storage_full' : null
}

/** What the clip is really cut from: its channel, and where its bytes come from by now. */
function subjectOfCut({ source, reference }: ClipRecord, video: ResolvedVideo, parts: MediaParts): BlockSubject {
  const places = [parts.video?.servedFrom, parts.audio?.servedFrom].filter((place) => place !== undefined)
  return { source, reference, channelIds: video.channelIds, servedFrom: [...(video.servedFrom ?? []), ...places] }
}

/** A key per try: a try that lost its job to another one changes and deletes nothing any more. */
const nextFileKey = (clip: ClipRecord): string =>
  clip.fileKey === null ? `${clip.id}.${clip.format}` : laterFileKey(clip)

export const laterFileKey = ({ id, format }: ClipRecord): string => `${id}-${newId()}.${format}`

/** One file that carries both stays one. */
function watchedParts({ video, audio }: MediaParts, { reading }: WorkWatch): MediaParts {
  const watched = video && reading(video)
  return { video: watched, audio: audio === video ? watched : audio && reading(audio) }
}

interface Try {
  clip: ClipRecord
  fileKey: string
  signal: AbortSignal
  /** Should it end in a surprise, the queue tries no more. */
  isLast: boolean
  watch: CutWatch
}
