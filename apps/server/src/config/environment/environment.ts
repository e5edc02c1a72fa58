import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-strength'
import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { SWITCHABLE_SOURCES, type SwitchableSource } from '@kerf/domain/site/site-settings'
import { z } from 'zod'
import type { ProcessRole } from '../../ports/processes.ts'
import { defaultSender, emailAddress, type MailSender, mailSender, smtpUrl } from './mail-variables.ts'
import { type PaypalSettings, paypalVariables, readPaypalSettings } from './paypal-variables.ts'
import { decimalNumber, oneOf, wholeNumber } from './plain-variables.ts'
import {
  complaintAboutStorage,
  readStorageSettings,
  type StorageSettings,
  storageVariables,
} from './storage-variables.ts'
import { readTracingSettings, type TracingSettings, tracingVariables } from './tracing-variables.ts'

const PASSWORD_RULE = `must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`
/** Below this a secret is a password that somebody has made up. */
const MIN_SECRET_LENGTH = 32

/** Above 0 by less than anybody means: three millionths of a second. */
const SHORTEST_RETENTION_HOURS = 1e-9

/** The environment is read here and nowhere else. Every variable is optional; .env.example explains each. */
const variables = z.object({
  PORT: wholeNumber(0, 65_535, 'a port, a whole number').optional(),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an address like https://kerf.example.org' }).optional(),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: z.string().min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`).optional(),
  ADMIN_PASSWORD: z.string().min(PASSWORD_MIN_LENGTH, PASSWORD_RULE).max(PASSWORD_MAX_LENGTH, PASSWORD_RULE).optional(),
  DEMO_MODE: oneOf(['0', '1']).default('0'),
  NODE_ENV: z.string().optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be like postgres://user:password@host/database' })
    .optional(),
  YTDLP_PATH: z.string().optional(),
  SOURCES: z
    .string()
    .default('youtube')
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(
      z
        .array(
          z.enum(SWITCHABLE_SOURCES, { error: `must be of ${SWITCHABLE_SOURCES.join(', ')}, with commas between` }),
        )
        .min(1),
    ),
  OUTBOUND_PROXY: z.url({ protocol: /^http$/, error: 'must be like http://proxy.example.org:3128' }).optional(),
  ...paypalVariables,
  ...storageVariables,
  ...tracingVariables,
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailSender.optional(),
  ADMIN_EMAIL: emailAddress.optional(),
  RETENTION_HOURS: decimalNumber(
    SHORTEST_RETENTION_HOURS,
    MAX_RETENTION_HOURS,
    `must be a number of hours above 0, ${MAX_RETENTION_HOURS} at most`,
  ).default(MAX_RETENTION_HOURS),
  WORKER_CONCURRENCY: wholeNumber(1, 64).default(2),
  BACKUP_KEEP: wholeNumber(0, 1000, 'how many daily backups to keep, a whole number').default(7),
  RATE_LIMITS: oneOf(['on', 'off']).default('on'),
  METRICS_TOKEN: z.string().min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`).optional(),
  TRUST_PROXY: wholeNumber(0, 10, 'how many proxies stand in front, a whole number').default(0),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SSL_CERT_FILE: z.string().optional(),
  NODE_EXTRA_CA_CERTS: z.string().optional(),
  PATH: z.string().default(''),
})

/** A worker listens for its operator alone, often on the machine where a web process has the usual port. */
const USUAL_PORTS: Record<ProcessRole, number> = { serve: 3000, web: 3000, worker: 3001 }

export interface Settings extends StorageSettings {
  role: ProcessRole
  port: number
  host: string
  publicUrl: URL | null
  dataDirectory: string
  databaseUrl: string | null
  /** Signs sessions; null where the data directory keeps one. */
  sessionSecret: string | null
  /** Who looks after this installation; with a password, who is its first admin. */
  adminEmail: string | null
  adminPassword: string | null
  /** Reset tokens are answered, not only mailed. */
  demoMode: boolean
  sources: SwitchableSource[]
  ytdlpPath: string | null
  searchPath: string
  outboundProxy: URL | null
  outboundAllow: string[]
  paypal: PaypalSettings
  /** A PEM file of further certificate authorities to trust for everything that goes out. */
  extraCaFile: string | null
  /** The operator's mail server; null puts emails into DATA_DIR/outbox. */
  smtpUrl: URL | null
  mailFrom: MailSender
  retentionHours: number
  workerConcurrency: number
  /** Daily backups of an embedded database; 0 makes none. */
  backupKeep: number
  rateLimits: boolean
  /** Opens /metrics to whoever brings it; null opens it to this machine alone. */
  metricsToken: string | null
  trustedProxies: number
  logLevel: string
  /** How spans are sent, and null where nothing is traced. */
  tracing: TracingSettings | null
}

export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

export function readEnvironment(environment: NodeJS.ProcessEnv, role: ProcessRole = 'serve'): Settings {
  // An empty variable is an unset one: that is what `PORT= npm start` and compose files mean by it.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const complaints = parsed.error.issues.map((issue) => `  ${String(issue.path[0])} ${issue.message}.`)
    throw new EnvironmentError(`These environment variables are invalid:\n${[...new Set(complaints)].join('\n')}`)
  }
  const env = parsed.data
  if (env.DEMO_MODE === '1' && env.NODE_ENV === 'production' && env.PUBLIC_URL && !isLoopback(new URL(env.PUBLIC_URL)))
    throw new EnvironmentError(
      'DEMO_MODE=1 shows everybody the reset token of every account. It is not allowed with NODE_ENV=production and a public PUBLIC_URL.',
    )
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new EnvironmentError('ADMIN_PASSWORD is set without ADMIN_EMAIL. Set both or neither.')
  // Emails go to `root@localhost` too, but nobody signs in with it.
  if (env.ADMIN_PASSWORD && !z.email().safeParse(env.ADMIN_EMAIL).success)
    throw new EnvironmentError('To sign in with it, ADMIN_EMAIL must be a full address like you@example.org.')
  if (Boolean(env.PAYPAL_CLIENT_ID) !== Boolean(env.PAYPAL_CLIENT_SECRET)) {
    const missing = env.PAYPAL_CLIENT_ID ? 'PAYPAL_CLIENT_SECRET' : 'PAYPAL_CLIENT_ID'
    throw new EnvironmentError(
      `Taking payments needs PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET: ${missing} is not set.`,
    )
  }
  if (role !== 'serve' && !env.DATABASE_URL)
    throw new EnvironmentError(
      `\`npm run ${role}\` shares its database with other processes, but DATABASE_URL is not set. The embedded database can only be used by one process. ` +
        'Set DATABASE_URL to a PostgreSQL database, or use `npm start`, which is web and worker in one.',
    )
  if (role === 'worker' && !env.PUBLIC_URL)
    throw new EnvironmentError(
      'The worker sends emails with links to the site, but PUBLIC_URL is not set. Set it to the address of the site.',
    )
  const storageComplaint = complaintAboutStorage(env, env.PUBLIC_URL)
  if (storageComplaint) throw new EnvironmentError(storageComplaint)
  const tracing = readTracingSettings(env)
  if (tracing && 'complaint' in tracing) throw new EnvironmentError(tracing.complaint)
  const publicUrl = env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : null
  return {
    role,
    port: env.PORT ?? USUAL_PORTS[role],
    host: env.HOST,
    publicUrl,
    dataDirectory: resolve(env.DATA_DIR.replace(/^~(?=\/|$)/, homedir())),
    databaseUrl: env.DATABASE_URL ?? null,
    sessionSecret: env.SESSION_SECRET ?? null,
    adminEmail: env.ADMIN_EMAIL?.toLowerCase() ?? null,
    adminPassword: env.ADMIN_PASSWORD ?? null,
    demoMode: env.DEMO_MODE === '1',
    sources: env.SOURCES,
    ytdlpPath: env.YTDLP_PATH ?? null,
    searchPath: env.PATH,
    outboundProxy: env.OUTBOUND_PROXY ? new URL(env.OUTBOUND_PROXY) : null,
    outboundAllow: env.OUTBOUND_ALLOW,
    paypal: readPaypalSettings(env),
    ...readStorageSettings(env),
    extraCaFile: env.SSL_CERT_FILE ?? env.NODE_EXTRA_CA_CERTS ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? defaultSender(publicUrl),
    retentionHours: env.RETENTION_HOURS,
    workerConcurrency: env.WORKER_CONCURRENCY,
    backupKeep: env.BACKUP_KEEP,
    rateLimits: env.RATE_LIMITS === 'on',
    metricsToken: env.METRICS_TOKEN ?? null,
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    tracing,
  }
}

function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (hostname.startsWith('127.') && z.ipv4().safeParse(hostname).success)
  )
}
