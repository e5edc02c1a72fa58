import type { VideoRecord, ViewerRecord } from '../ports/clips.ts'
import type { Clock } from '../ports/clock.ts'
import type { CutWorker } from '../ports/cut-worker.ts'
import type { Database } from '../ports/database.ts'
import type { FileStore } from '../ports/files.ts'
import type { VideoSources } from '../ports/sources.ts'
import { type AccountUseCaseDeps, createAccountUseCases } from './account-use-cases.ts'
import { limitAttempts } from './accounts/limit-attempts.ts'
import { termsInForce } from './admin/effective-terms.ts'
import { type AdminUseCaseDeps, createAdminUseCases } from './admin-use-cases.ts'
import { type BatchUseCaseDeps, createBatchUseCases } from './batch-use-cases.ts'
import { type BelongingUseCaseDeps, createBelongingUseCases } from './belonging-use-cases.ts'
import { addressCount } from './downloads/address-count.ts'
import { cancelDownload } from './downloads/cancel-download.ts'
import { deleteDownload } from './downloads/delete-download.ts'
import { describeDownload, findDownload } from './downloads/describe-download.ts'
import { openClip } from './downloads/open-clip.ts'
import { readQuota } from './downloads/read-quota.ts'
import { type DownloadWithClip, requestDownload } from './downloads/request-download.ts'
import { type HealthDeps, reportHealth } from './health/report-health.ts'
import { reportReadiness } from './health/report-readiness.ts'
import { isBlocked, subjectOf } from './moderation/is-blocked.ts'
import { onceASecond } from './once-a-second.ts'
import { done, type Outcome, refused } from './outcome.ts'
import { createPaymentUseCases, type PaymentUseCaseDeps, type PaymentUseCases } from './payment-use-cases.ts'
import type { ProviderInForce } from './payments/effective-provider.ts'
import { listReceipts } from './payments/list-receipts.ts'
import { readPlans } from './payments/read-plans.ts'
import { describeVideo } from './videos/describe-video.ts'
import { processLink } from './videos/process-link.ts'
import { showVideo } from './videos/read-sizes.ts'
import { setTrim } from './videos/set-trim.ts'

export interface UseCaseDeps
  extends Omit<HealthDeps, 'worker'>,
    Omit<AccountUseCaseDeps, 'limits'>,
    Omit<BelongingUseCaseDeps, 'limits'>,
    BatchUseCaseDeps,
    Omit<AdminUseCaseDeps, 'limits'>,
    Omit<PaymentUseCaseDeps, 'limits' | 'provider'> {
  paymentProvider: ProviderInForce
  /** Whether those who try over and over are slowed, and strangers counted by address. */
  attemptLimits: boolean
  database: Database
  sources: VideoSources
  files: FileStore
  worker: CutWorker
  clock: Clock
  /** Whether an address belongs to one place on the internet, and so says something about who comes from it. */
  isPublicAddress: (address: string) => boolean
}

export type UseCases = ReturnType<typeof createUseCases>

/** Everything the HTTP side may ask for. What only the worker does is put together in config/wire.ts. */
export function createUseCases(given: UseCaseDeps) {
  const deps = {
    ...given,
    limits: limitAttempts({ ...given, enabled: given.attemptLimits }),
    addressCount: addressCount({ ...given, enabled: given.attemptLimits }),
  }
  const { videos, downloads, clips } = deps.database.records
  const find = findDownload(deps)

  async function payments(): Promise<PaymentUseCases | null> {
    const provider = await deps.paymentProvider()
    return provider && createPaymentUseCases({ ...deps, provider })
  }

  async function findVideo(id: string, viewer: ViewerRecord | null): Promise<Outcome<VideoRecord>> {
    const video = viewer && (await videos.find(id, viewer.id))
    return video ? done(video) : refused('not_found')
  }

  async function listDownloads(videoId: string, viewer: ViewerRecord | null): Promise<Outcome<DownloadWithClip[]>> {
    const video = await findVideo(videoId, viewer)
    if (!video.ok) return video
    const own = await downloads.listForVideo(video.value.id, video.value.viewerId)
    const withClips = await Promise.all(
      own.map(async (download) => ({ download, clip: await clips.find(download.clipId) })),
    )
    return done(withClips.filter((pair): pair is DownloadWithClip => pair.clip !== null))
  }

  return {
    ...createAccountUseCases(deps),
    ...createBelongingUseCases(deps),
    ...createBatchUseCases(deps),
    ...createAdminUseCases(deps),
    /** As they are set up when it is asked; null where they are not. */
    payments,
    listReceipts: listReceipts(deps),
    processLink: processLink(deps),
    /** Once it is blocked it is not shown any more; what became of its downloads still is. */
    async findVideo(id: string, viewer: ViewerRecord | null): Promise<Outcome<VideoRecord>> {
      const video = await findVideo(id, viewer)
      const blocked = video.ok && (await isBlocked(deps.database.records, subjectOf(video.value)))
      return blocked ? refused('link_blocked') : video
    },
    /** As this viewer sees it; null for a stranger. */
    describeVideo: async (video: VideoRecord, viewer: ViewerRecord | null) =>
      describeVideo(video, viewer?.kind ?? 'anonymous', await termsInForce(deps.database.records)),
    showVideo: showVideo(deps),
    setTrim: setTrim(deps),
    requestDownload: requestDownload(deps),
    findDownload: async (id: string, viewer: ViewerRecord | null) => (viewer ? find(id, viewer) : refused('not_found')),
    listDownloads,
    describeDownload: describeDownload(deps),
    openClip: openClip(deps),
    cancelDownload: cancelDownload(deps),
    deleteDownload: deleteDownload(deps),
    readQuota: readQuota(deps),
    readPlans: readPlans(deps),
    reportHealth: onceASecond(reportHealth(deps)),
    reportReadiness: reportReadiness(deps),
  }
}
