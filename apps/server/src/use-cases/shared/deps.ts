import type { SettingsView } from '@kerf/contract/admin-settings'
import type { Health } from '@kerf/contract/health'
import type { FileNames } from '@kerf/domain/formats/title-file-name'
import type { PaypalEnvironment, SwitchableSource } from '@kerf/domain/site/site-settings'
import type { Accounts } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { CutWorker } from '../../ports/cut-worker.ts'
import type { Database } from '../../ports/database.ts'
import type { MailWorker } from '../../ports/emails.ts'
import type { FileStore, Zips } from '../../ports/files.ts'
import type { IdentityProvider } from '../../ports/identity-provider.ts'
import type { SubmittedSegments } from '../../ports/marks.ts'
import type { ClipPosters, EdgePreviews, MediaEngine } from '../../ports/media.ts'
import type { MetricsRecorder } from '../../ports/metrics.ts'
import type { PaymentProvider, ProviderCredentials } from '../../ports/payments.ts'
import type { Processes } from '../../ports/processes.ts'
import type { VideoSources } from '../../ports/sources.ts'
import type { Tracing } from '../../ports/tracing.ts'
import type { NewestVersion } from '../../ports/updates.ts'
import type { WebhookSender } from '../../ports/webhooks.ts'
import type { Caches } from './caches.ts'
import type { DeviceMarks } from './device-mark.ts'
import type { IpAddressQuotaKey } from './ip-address-quota-key.ts'
import type { LimitAttempts } from './limit-attempts.ts'
import type { SecretSeal } from './sealed-secret.ts'

/** Built once in `config/open-dependencies.ts`. A use case names its part: `Deps<'database' | 'clock'>`. */
export type Deps<Name extends keyof AllDeps = keyof AllDeps> = Pick<AllDeps, Name>

/** Id of a viewer's own item, and the viewer. Items of other viewers count as missing. */
export interface Own {
  id: string
  viewer: ViewerRecord | null
}

/** Id of an item, and the account of the acting admin. */
export interface ById {
  id: string
  by: string
}

interface AllDeps {
  clock: Clock
  log: Log
  metricsRecorder: MetricsRecorder
  tracing: Tracing
  version: string
  demoMode: boolean
  /** Address of the operator's chat; null if there is none. */
  chatUrl: string | null
  signInMethods: SignInMethods
  /** Default naming of downloaded files. */
  fileNames: FileNames

  /** PUBLIC_URL; null if it is not set. */
  publicUrl: URL | null

  database: Database
  files: FileStore
  zips: Zips
  webhookSender: WebhookSender
  accounts: Accounts
  engine: MediaEngine
  edgePreviews: EdgePreviews
  posters: ClipPosters
  /** All sources, including those that are switched off. */
  sources: VideoSources
  /** Reads segments of YouTube videos that viewers have submitted; null where the operator names no server. */
  submittedSegments: SubmittedSegments | null
  worker: CutWorker
  mailWorker: Pick<MailWorker, 'emails'>
  processes: Processes

  presets: Presets
  paymentPresets: PaymentPresets
  secretSeal: SecretSeal
  /** Returns one provider object per credentials, so that its access tokens are reused. */
  providerFor: (credentials: ProviderCredentials) => PaymentProvider

  limits: LimitAttempts
  ipAddressQuotaKey: IpAddressQuotaKey
  deviceMarks: DeviceMarks
  caches: Caches

  /** Waits for running sweeps, then sweeps files. */
  sweepNow: () => Promise<SweepReport>
  /** Called with the active sources after a change. */
  onSourcesSwitched: (on: readonly SwitchableSource[]) => void
  resolverHealth: () => Promise<Health['checks']['resolver']>
  lastSweepAt: () => Promise<Date | null>
  lastPaymentRoundAt: () => Promise<Date | null>
  emailDelivery: () => Promise<EmailDelivery | null>
  /** Reads the newest version of Kerf; null where the operator names no place for it. */
  newestVersion: NewestVersion | null
}

export interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

/** Settings from the environment. Values saved in the admin panel override them, except `plans`. */
export type Presets = SettingsView['fromEnvironment']

/** Payment settings from the environment; an empty string is not set. */
export interface PaymentPresets {
  clientId: string
  clientSecret: string
  environment: PaypalEnvironment
  webhookId: string
}

export interface SweepReport {
  expiredClips: number
  strayFiles: number
  abandonedScratchFiles: number
  abandonedClips: number
  deletedFiles: number
  freedBytes: number
}

export interface EmailDelivery {
  /** Mail server such as `mail.example.org:587`, or the outbox folder. */
  place: string
  /** Whether emails become files in a folder instead of being sent. */
  toOutbox: boolean
  /** Cause of the last email's failure, without names; null if that email was sent. */
  lastFailure: string | null
}

/** Sign-in methods that the operator has configured. */
export interface SignInMethods {
  /** Whether people may sign in and sign up with passwords. */
  localPasswords: boolean
  provider: IdentityProvider | null
  /** Whether the first sign-in through the provider creates an account. */
  oidcSignUp: boolean
  /** Group of the provider whose members are admins; null for none. */
  adminGroup: string | null
}
