import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { email } from '@kerf/contract/auth'
import { ACCESS_MODES, DEFAULT_ACCESS } from '@kerf/domain/access/access-mode'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { FILE_NAMES } from '@kerf/domain/formats/title-file-name'
import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { OWN_PATH_PARTS, pathParts } from '@kerf/domain/site/server-address'
import {
  PAYPAL_CLIENT_ID_PATTERN,
  PAYPAL_ENVIRONMENTS,
  PLANS_SWITCH,
  SWITCHABLE_SOURCES,
} from '@kerf/domain/site/site-settings'
import { z } from 'zod'
import { readHost } from '../../adapters/outbound/host-spelling.ts'
import { isPublicIpAddress } from '../../adapters/outbound/public-ip-address.ts'
import type { ProcessRole } from '../../ports/processes.ts'
import { SAMPLERS, type SamplerName } from '../../ports/tracing.ts'
import { complaintAboutQuotes, withoutBlanks } from './literal-quotes.ts'
import { defaultSender, emailAddress, mailSender, smtpUrl } from './mail-variables.ts'
import { complaintAboutOidc, oidcVariables, readOidcSettings } from './oidc-variables.ts'
import {
  addressAs,
  addressOrFile,
  decimalNumber,
  exemptions,
  httpProxy,
  httpServerUrl,
  oneOf,
  proxyList,
  wholeNumber,
} from './plain-variables.ts'
import { complaintAboutStorage, readStorageSettings, storageVariables } from './storage-variables.ts'

const otlpUrl = z.url({ protocol: /^https?$/, error: 'must be like http://collector:4318' })

/** OpenTelemetry's variables that control tracing. The exporter reads OTEL_EXPORTER_OTLP_* itself. */
const tracingVariables = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'console', 'none'], { error: 'must be otlp, console or none' }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }).optional(),
  OTEL_TRACES_SAMPLER_ARG: decimalNumber(0, 1, 'must be a number from 0 to 1, like 0.1').default(1),
}

const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const

interface TracingSettings {
  exporter: 'otlp' | 'console'
  protocol: (typeof OTLP_PROTOCOLS)[number]
  serviceName: string
  sampler: { name: SamplerName; ratio: number }
}

type TracingVariables = z.output<z.ZodObject<typeof tracingVariables>>

/** Settings of tracing; null if tracing is off. `complaint` is a sentence about an invalid value. */
function readTracingSettings(env: TracingVariables): TracingSettings | null | { complaint: string } {
  const hasEndpoint = Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
  const exporter = env.OTEL_TRACES_EXPORTER ?? (hasEndpoint ? 'otlp' : 'none')
  if (exporter === 'none' || env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  const requestedProtocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf'
  const protocol = OTLP_PROTOCOLS.find((name) => name === requestedProtocol)
  if (!protocol)
    return {
      complaint: `OTEL_EXPORTER_OTLP_PROTOCOL is ${requestedProtocol}: traces are sent by ${OTLP_PROTOCOLS.join(' or ')} only.`,
    }
  return {
    exporter,
    protocol,
    serviceName: env.OTEL_SERVICE_NAME ?? 'kerf',
    sampler: { name: env.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on', ratio: env.OTEL_TRACES_SAMPLER_ARG },
  }
}

/** URL of PayPal's API, which receives the client secret. It may use http only on this machine or a private network. */
const paypalApiUrl = addressAs(complaintAboutApiUrl, (url) => url)

const paypalVariables = {
  // Complaints do not repeat values, because the secret may be in the wrong variable.
  PAYPAL_CLIENT_ID: z
    .string()
    .regex(PAYPAL_CLIENT_ID_PATTERN, { error: 'must be the client id of an app: letters, digits, _ and -' })
    .optional(),
  PAYPAL_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, { error: 'must be the secret of that app, without spaces' })
    .optional(),
  PAYPAL_ENVIRONMENT: oneOf(PAYPAL_ENVIRONMENTS).default('production'),
  PAYPAL_API_URL: paypalApiUrl.optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,50}$/, { error: 'must be the id of a webhook, which is letters and digits' })
    .optional(),
}

/** Presets for payments. An admin may change all but `apiUrl` while the server runs. */
function readPaypalSettings(env: z.output<z.ZodObject<typeof paypalVariables>>) {
  return {
    clientId: env.PAYPAL_CLIENT_ID ?? '',
    clientSecret: env.PAYPAL_CLIENT_SECRET ?? '',
    environment: env.PAYPAL_ENVIRONMENT,
    webhookId: env.PAYPAL_WEBHOOK_ID ?? '',
    /** Address of the API; null for PayPal's own. */
    apiUrl: env.PAYPAL_API_URL ?? null,
  }
}

function complaintAboutApiUrl(url: URL | null): string | null {
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be like https://api-m.sandbox.paypal.com'
  if (url.username || url.password) return 'must not have a user or a password'
  if (url.search || url.hash || url.pathname !== '/') return 'must end after host and port'
  if (url.protocol === 'http:' && !isInternalHost(url.hostname))
    return 'must begin with https://, unless it leads to this machine or a private network'
  return null
}

function isInternalHost(hostname: string): boolean {
  const host = readHost(hostname)
  if (host === null) return false
  return host.kind === 'address' ? !isPublicIpAddress(host.host) : host.special
}

const PASSWORD_RULE = `must have ${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`
/** Minimum length of a secret. A shorter one is likely a password that a person chose. */
const MIN_SECRET_LENGTH = 32

/** Minimum retention. It is less than four microseconds, so only 0 is refused. */
const MIN_RETENTION_HOURS = 1e-9

/** All variables that Kerf reads. Every variable is optional; .env.example explains each. */
const variablesSchema = z.object({
  PORT: wholeNumber(0, 65_535, 'a port, a whole number').optional(),
  HOST: z
    .string()
    // URLs write IPv6 in brackets. Sockets take it without.
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .default('::'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://kerf.example.org' })
    .refine(isBareAddress, 'must have no query, fragment, user or password')
    .refine(isOneAddress, 'must be one address')
    .transform((text) => new URL(text))
    .refine(hasPlainPath, 'must have a path of letters, digits, ".", "_", "~" and "-", like https://home.example/kerf')
    .refine(hasFreePath, 'must have a path without names of pages and calls of Kerf, such as "api" and "tools"')
    .transform(({ origin, pathname }) => new URL(`/${pathParts(pathname).join('/')}`, origin))
    .optional(),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRET: z.string().min(MIN_SECRET_LENGTH, `must have ${MIN_SECRET_LENGTH} characters or more`).optional(),
  ADMIN_PASSWORD: z.string().min(PASSWORD_MIN_LENGTH, PASSWORD_RULE).max(PASSWORD_MAX_LENGTH, PASSWORD_RULE).optional(),
  UPDATES_FROM: addressOrFile.optional(),
  SPONSORBLOCK_URL: httpServerUrl.optional(),
  LIVE_CHAT_URL: z.url({ protocol: /^https?$/, error: 'must be an address like https://chat.example.org' }).optional(),
  PLANS: oneOf(PLANS_SWITCH).optional(),
  FILE_NAMES: oneOf(FILE_NAMES).default('quality'),
  DEMO_MODE: oneOf(['0', '1']).default('0'),
  NODE_ENV: z.string().optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be like postgres://user:password@host/database' })
    .optional(),
  YTDLP_PATH: z.string().optional(),
  YOUTUBE_SCRIPTS: oneOf(['on', 'off']).default('on'),
  YOUTUBE_SECONDS: wholeNumber(5, 300).default(12),
  YTDLP_CHANNEL: oneOf(['stable', 'nightly']).default('stable'),
  ACCESS: oneOf(ACCESS_MODES).default(DEFAULT_ACCESS),
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
  OUTBOUND_PROXY: httpProxy.optional(),
  OUTBOUND_PROXIES: proxyList,
  ...paypalVariables,
  ...storageVariables,
  ...oidcVariables,
  ...tracingVariables,
  OUTBOUND_ALLOW: exemptions,
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailSender.optional(),
  ADMIN_EMAIL: emailAddress.optional(),
  RETENTION_HOURS: decimalNumber(
    MIN_RETENTION_HOURS,
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

/** Default ports. A worker listens for its operator only, often on the same machine as a web process. */
const DEFAULT_PORTS: Record<ProcessRole, number> = { serve: 3000, web: 3000, worker: 3001 }

export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

export type Settings = ReturnType<typeof readEnvironment>

export function readEnvironment(environment: NodeJS.ProcessEnv, role: ProcessRole = 'serve') {
  // An empty variable counts as unset, as `PORT= npm start` and compose files mean it.
  const entries = Object.entries(environment).flatMap(([name, value]) => (value ? [{ name, value }] : []))
  const quoteComplaints = entries.flatMap(({ name, value }) => {
    const isKerfVariable = Object.hasOwn(variablesSchema.shape, name) || name.startsWith('OTEL_')
    const complaint = isKerfVariable && complaintAboutQuotes(name, value)
    return complaint ? [`${name} ${complaint}`] : []
  })
  if (quoteComplaints.length > 0) throw invalidError(quoteComplaints)
  const parseResult = variablesSchema.safeParse(
    Object.fromEntries(entries.map(({ name, value }) => [name, withoutBlanks(name, value)])),
  )
  if (!parseResult.success)
    throw invalidError(parseResult.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`))
  const env = parseResult.data
  if (env.DEMO_MODE === '1' && env.NODE_ENV === 'production' && env.PUBLIC_URL && !isLoopback(env.PUBLIC_URL))
    throw new EnvironmentError(
      'DEMO_MODE=1 shows everybody the reset token of every account. It is not allowed with NODE_ENV=production and a public PUBLIC_URL.',
    )
  if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL)
    throw new EnvironmentError('ADMIN_PASSWORD is set without ADMIN_EMAIL. Set both or neither.')
  // `root@localhost` can receive emails, but nobody can sign in with it.
  if (env.ADMIN_PASSWORD && !email.safeParse(env.ADMIN_EMAIL).success)
    throw new EnvironmentError('To sign in with it, ADMIN_EMAIL must be a full address like you@example.org.')
  if (Boolean(env.PAYPAL_CLIENT_ID) !== Boolean(env.PAYPAL_CLIENT_SECRET)) {
    const missingName = env.PAYPAL_CLIENT_ID ? 'PAYPAL_CLIENT_SECRET' : 'PAYPAL_CLIENT_ID'
    throw new EnvironmentError(
      `Taking payments needs PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET: ${missingName} is not set.`,
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
  const oidcComplaint = complaintAboutOidc(env)
  if (oidcComplaint) throw new EnvironmentError(oidcComplaint)
  const tracing = readTracingSettings(env)
  if (tracing && 'complaint' in tracing) throw new EnvironmentError(tracing.complaint)
  const publicUrl = env.PUBLIC_URL ?? null
  const extraCaFile = env.SSL_CERT_FILE ?? env.NODE_EXTRA_CA_CERTS
  return {
    role,
    port: env.PORT ?? DEFAULT_PORTS[role],
    host: env.HOST,
    publicUrl,
    dataDirectory: resolve(env.DATA_DIR.replace(/^~(?=\/|$)/, homedir())),
    databaseUrl: env.DATABASE_URL ?? null,
    /** Secret that signs sessions; null if the secret in the data directory is used. */
    sessionSecret: env.SESSION_SECRET ?? null,
    /** Email address of the operator. With `adminPassword`, it is also the account of the first admin. */
    adminEmail: env.ADMIN_EMAIL?.toLowerCase() ?? null,
    adminPassword: env.ADMIN_PASSWORD ?? null,
    /** Whether answers contain reset tokens, which are otherwise only emailed. */
    demoMode: env.DEMO_MODE === '1',
    chatUrl: env.LIVE_CHAT_URL ?? null,
    /** Address or absolute path that names the newest version of Kerf; null if Kerf sends no request. */
    updatesFrom: env.UPDATES_FROM ?? null,
    /** SponsorBlock server for marks of YouTube videos; null: no request is sent. */
    sponsorblockUrl: env.SPONSORBLOCK_URL ?? null,
    access: env.ACCESS,
    /** Whether plans are sold; null leaves the choice to the admin. */
    plans: env.PLANS ?? null,
    fileNames: env.FILE_NAMES,
    sources: env.SOURCES,
    /** Absolute path, like `extraCaFile`, because yt-dlp runs in another folder. */
    ytdlpPath: env.YTDLP_PATH === undefined ? null : resolve(env.YTDLP_PATH),
    /** Whether Node runs the scripts of YouTube's player for yt-dlp. */
    youtubeScripts: env.YOUTUBE_SCRIPTS === 'on',
    /** Maximum time for all steps that resolve one video of YouTube. */
    youtubeSeconds: env.YOUTUBE_SECONDS,
    ytdlpChannel: env.YTDLP_CHANNEL,
    searchPath: env.PATH,
    outboundProxy: env.OUTBOUND_PROXY ?? null,
    /** Proxies for YouTube and the sites. If there are none, these are reached like other hosts. */
    outboundProxies: env.OUTBOUND_PROXIES,
    outboundAllow: env.OUTBOUND_ALLOW,
    paypal: readPaypalSettings(env),
    /** Identity provider, which may replace passwords; null for none. */
    oidc: readOidcSettings(env),
    localPasswords: env.LOCAL_PASSWORDS === 'on',
    ...readStorageSettings(env),
    /** PEM file with additional certificate authorities for all outgoing connections. */
    extraCaFile: extraCaFile === undefined ? null : resolve(extraCaFile),
    /** The operator's mail server; null writes emails into DATA_DIR/outbox. */
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? defaultSender(publicUrl),
    retentionHours: env.RETENTION_HOURS,
    workerConcurrency: env.WORKER_CONCURRENCY,
    /** Number of daily backups of an embedded database that are kept; 0 makes none. */
    backupKeep: env.BACKUP_KEEP,
    rateLimits: env.RATE_LIMITS === 'on',
    /** Token for /metrics; null opens /metrics to this machine only. */
    metricsToken: env.METRICS_TOKEN ?? null,
    trustedProxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** How spans are sent; null if tracing is off. */
    tracing,
  }
}

function isBareAddress(text: string): boolean {
  const url = URL.parse(text)
  return url === null || !(url.search || url.hash || url.username || url.password)
}

/** Whether a text is one URL. A list of URLs or a pattern would also parse, with an unusual host. */
function isOneAddress(text: string): boolean {
  const url = URL.parse(text)
  return url === null || /^(?:[\w.-]+|\[.*\])$/.test(url.hostname)
}

/** Whether a path has only characters that all programs write the same way. */
function hasPlainPath({ pathname }: URL): boolean {
  return pathParts(pathname).every((part) => /^[\w.~-]+$/.test(part))
}

/** Whether no part of a path is also the name of a page or call of Kerf. A proxy may remove the path from requests. */
function hasFreePath({ pathname }: URL): boolean {
  return !pathParts(pathname).some((part) => OWN_PATH_PARTS.has(part))
}

function invalidError(complaints: readonly string[]): EnvironmentError {
  const lines = [...new Set(complaints)].map((complaint) => `  ${complaint}.`)
  return new EnvironmentError(`These environment variables are invalid:\n${lines.join('\n')}`)
}

function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (hostname.startsWith('127.') && z.ipv4().safeParse(hostname).success)
  )
}

/** Checks the file of additional certificate authorities before other modules read it. Throws EnvironmentError. */
export async function checkAuthorities(extraCaFile: string | null): Promise<void> {
  if (extraCaFile === null) return
  try {
    if ((await readFile(extraCaFile, 'utf8')).includes('-----BEGIN ')) return
  } catch (error) {
    throw new EnvironmentError(
      `SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names a file that cannot be read: ${(error as Error).message}.`,
    )
  }
  throw new EnvironmentError(
    `SSL_CERT_FILE or NODE_EXTRA_CA_CERTS names ${extraCaFile}, which contains no PEM certificate.`,
  )
}
