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
import type { EdgePreviews, MediaEngine } from '../../ports/media.ts'
import type { MetricsRecorder } from '../../ports/metrics.ts'
import type { PaymentProvider, ProviderCredentials } from '../../ports/payments.ts'
import type { Processes } from '../../ports/processes.ts'
import type { VideoSources } from '../../ports/sources.ts'
import type { Tracing } from '../../ports/tracing.ts'
import type { WebhookSender } from '../../ports/webhooks.ts'
import type { AddressQuotaKey } from './address-quota-key.ts'
import type { Caches } from './caches.ts'
import type { DeviceMarks } from './device-mark.ts'
import type { LimitAttempts } from './limit-attempts.ts'
import type { SecretSeal } from './sealed-secret.ts'

/** Built once in `config/open-dependencies.ts`. A use case names its part: `Deps<'database' | 'clock'>`. */
export type Deps<Name extends keyof AllDeps = keyof AllDeps> = Pick<AllDeps, Name>

/** Something by its id, and who asks: another viewer's does not exist for them. */
export interface Own {
  id: string
  viewer: ViewerRecord | null
}

/** Something by its id, and the account of the admin who does something to it. */
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
  /** Where the operator answers at once; null where they do not. */
  chatUrl: string | null
  signInMethods: SignInMethods
  /** Whether there are plans, prices and payments; without them everybody may do what the best plan allows. */
  hasPlans: boolean
  /** How files are named for those who do not choose. */
  fileNames: FileNames

  /** PUBLIC_URL; null where the operator has not said it. */
  publicUrl: URL | null

  database: Database
  files: FileStore
  zips: Zips
  webhookSender: WebhookSender
  accounts: Accounts
  engine: MediaEngine
  edgePreviews: EdgePreviews
  /** All there are, be they switched on or not. */
  sources: VideoSources
  worker: CutWorker
  mailWorker: Pick<MailWorker, 'emails'>
  processes: Processes

  presets: Presets
  paymentPresets: PaymentPresets
  secretSeal: SecretSeal
  /** The same credentials get the same provider, with the tokens that it has. */
  providerFor: (credentials: ProviderCredentials) => PaymentProvider

  limits: LimitAttempts
  addressQuotaKey: AddressQuotaKey
  deviceMarks: DeviceMarks
  caches: Caches

  /** Sweeps files when its turn has come: one at a time. */
  sweepNow: () => Promise<SweepReport>
  /** Hears which sources are switched on now, when that is not as it was. */
  onSourcesSwitched: (on: readonly SwitchableSource[]) => void
  resolverHealth: () => Promise<Health['checks']['resolver']>
  lastSweepAt: () => Promise<Date | null>
  lastPaymentRoundAt: () => Promise<Date | null>
  emailDelivery: () => Promise<EmailDelivery | null>
}

export interface Log {
  info(context: object, message: string): void
  warn(context: object, message: string): void
  error(context: object, message: string): void
}

/** What the environment says: it holds as long as nobody has saved anything else in the panel. */
export type Presets = SettingsView['fromEnvironment']

/** What the environment says of payments; empty is not set. */
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
  /** The mail server, `mail.example.org:587`, or the folder of the files. */
  place: string
  /** They become files, which reach nobody by themselves. */
  toOutbox: boolean
  /** Why the last email that was tried could not be handed over, naming nobody; null when it was. */
  lastFailure: string | null
}

/** How people sign in here, as the operator has set it. */
export interface SignInMethods {
  /** Whether passwords open accounts, and people without an account may make one with a password. */
  localPasswords: boolean
  provider: IdentityProvider | null
  /** Whether the provider's people get an account when they first come. */
  oidcSignUp: boolean
  /** The group whose members are admins; null if no group gives that. */
  adminGroup: string | null
}
