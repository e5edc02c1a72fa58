/** An ISO time within a sentence. Each reader sees it in their own format. */
export interface HealthTime {
  at: string
}
/** An amount of bytes within a sentence. Each reader sees it in their own format. */
export interface HealthSize {
  bytes: number
}
export type HealthValue = string | number | HealthTime | HealthSize

const emails = (amount: number): string => (amount === 1 ? '1 email was' : `${amount} emails were`)
const minutes = (amount: number): string => `${amount} minutes`
const becauseOf = (reason: string): string => (reason === '' ? '.' : `: ${reason}.`)

/** English sentences by code. Codes and values are sent too, for other languages. Published codes never change. */
export const HEALTH_SENTENCES = {
  cutting_ok: 'People can cut.',
  cutting_limited: 'People can cut, with limits.',
  cutting_untested: 'No trouble is known, but not everything has been tested yet.',
  cutting_stopped: 'People cannot cut now.',

  database_ok: 'The database is running.',
  database_silent: 'The database is not responding. See the log for the reason.',

  queue_ok: 'Jobs are being processed.',
  queue_no_workers:
    'No worker is running, so nothing is cut. Start one with npm run worker, or npm start for everything in one process. Waiting jobs are not lost.',
  queue_silent: 'The job queue is not responding. See the log for the reason.',
  queue_slow: (waited: number) =>
    `The oldest job in the queue has waited for ${minutes(waited)}. ` +
    'If this machine has spare CPU cores, raise WORKER_CONCURRENCY and restart Kerf.',

  workers_ok: (running: number, concurrency: number) =>
    `${running} of ${concurrency} ${concurrency === 1 ? 'worker is' : 'workers are'} cutting.`,
  workers_unknown: 'The status of the workers is unknown: the job queue is not responding. See Job queue.',
  workers_none:
    'No worker is running. Start one with npm run worker, or npm start for everything in one process. Waiting jobs are not lost.',
  workers_idle: (idle: number) =>
    `Jobs are waiting, and no worker has taken one for ${minutes(idle)}. ` +
    'Search the log for "trouble with the database" and restart Kerf. Waiting jobs are not lost.',

  engine_ok: (version: string) => `The media library is loaded: ${version}.`,
  engine_confined: 'Its processes and yt-dlp are confined by bubblewrap.',
  engine_unconfined:
    "bubblewrap does not work here: yt-dlp is not confined, and media processes only by Node's permissions, which do not hold native code.",
  engine_broken: (reason: string) =>
    `The media library cannot be loaded, so nothing can be cut${reason === '' ? '' : ` (${reason})`}. ` +
    "Run npm ci in Kerf's folder with the same Node version that runs Kerf, then restart it.",
  engine_codecs_missing: (codecs: string) =>
    `The media library lacks codecs, so some clips cannot be cut (${codecs}). Run npm ci in Kerf's folder, then restart it.`,

  storage_ok: 'There is enough space for clips.',
  storage_unreadable: 'The folder for clips cannot be read. Check DATA_DIR.',
  storage_full: 'The disk is full, and new downloads are refused. Free up space.',
  storage_low: 'Less than 2 GB is free. Free up space, or shorten the retention in the admin panel.',

  store_unreachable: 'The file storage is not responding. Check that it is running and that STORAGE_URL points to it.',
  store_denied:
    'The file storage rejected the credentials. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may list, read, write and delete in the bucket.',
  store_no_bucket: 'The bucket in STORAGE_URL does not exist. Create it or correct its name.',
  store_wrong_region: 'The bucket is in a different region than STORAGE_URL says. Correct the region in STORAGE_URL.',
  store_clock: 'The clocks of this machine and the file storage differ too much. Correct the clock of this machine.',
  store_foreign:
    'STORAGE_URL points to a place that holds files of another installation, so nothing is stored there. Give STORAGE_URL its own prefix.',
  store_refused: 'The file storage rejected a request. See the log for the reason.',

  disk_ok: 'There is enough disk space.',
  disk_free: (free: string) => `There is enough disk space: ${free} free. New downloads need 256 MB.`,
  disk_unreadable:
    'The data directory cannot be read. Check that DATA_DIR exists and belongs to the user that runs Kerf.',
  disk_full: 'The disk is full, and new downloads are refused.',
  disk_low: 'Less than 2 GB is free.',
  disk_advice: 'Run the cleanup, shorten the retention in the settings, or move DATA_DIR to a larger disk.',

  sources_none: 'No source is switched on, so only the sample can be cut. Switch one on in the settings.',
  sources_media: 'Links to media files can be cut. YouTube links are turned off.',
  sources_media_still: 'Links to media files can still be cut.',

  resolver_ok: 'yt-dlp is ready.',
  resolver_unneeded: 'Kerf asks YouTube itself first. yt-dlp is only the reserve.',
  resolver_answers: (step: string) => `YouTube answers by: ${step}.`,
  resolver_reserve: (version: string) => `yt-dlp ${version} is the reserve.`,
  resolver_unanswered: (cause: string) => `YouTube has not answered the last lookups: ${cause}`,
  resolver_network: (cause: string) =>
    `This server cannot reach YouTube (${cause}). Check its network, its name server, and OUTBOUND_PROXY.`,
  resolver_untested: 'YouTube has not been asked yet.',
  resolver_held_back: 'Its newest version does not work here, so the one before is used until a newer one exists.',
  sites_untested: (names: string) => `Not asked yet: ${names}.`,
  sites_answer: (names: string) => `These sites answer: ${names}.`,
  sites_unanswered: (name: string, cause: string) => `${name} has not answered the last lookups: ${cause}`,
  resolver_off: 'YouTube links are turned off. See the sources in the settings of the admin panel.',
  resolver_broken: 'The installed yt-dlp does not run. Reinstall it.',
  resolver_no_folder: (folder: string) =>
    `yt-dlp cannot run: no folder can be made in ${folder}. Set TMPDIR to a folder that Kerf may write to.`,
  resolver_known_broken: (version: string) =>
    `yt-dlp ${version} is known to be broken: YouTube does not serve it any more.`,
  resolver_old_configured: 'Update the program that YTDLP_PATH names.',
  resolver_passed_over: (version: string) =>
    `yt-dlp ${version} on the PATH is known to be broken and not used. Update or remove it.`,
  resolver_old_fetched: 'Kerf could not download a newer version. Check that this server can reach GitHub.',
  resolver_misnamed: 'YTDLP_PATH does not point to an executable program. Correct it or remove it.',
  resolver_missing: 'yt-dlp is missing. Install it, or set YTDLP_PATH.',
  resolver_fetching: 'yt-dlp is being downloaded.',
  resolver_unfetched:
    'yt-dlp could not be downloaded. Check that this server can reach GitHub, install yt-dlp, or set YTDLP_PATH.',

  sweep_ok: 'Expired files are being deleted.',
  sweep_stale: 'Expired files are not being deleted. See the log for the reason.',

  mail_ok: (place: string) => `Emails are sent by the mail server ${place}.`,
  mail_outbox: (place: string) =>
    `Emails are written as files to ${place} and not sent to anyone. Set SMTP_URL to send them.`,
  mail_silent: 'The email queue is not responding. See the log for the reason.',
  mail_no_worker:
    'Emails are not being sent: no worker is running, or it has just started. Waiting emails are not lost.',
  mail_given_up: (lost: number, waiting: number, reason: string) =>
    `${emails(lost)} given up on in the last hour, ${waiting} still waiting${becauseOf(reason)}`,
  mail_waiting: (waiting: number, reason: string) =>
    `${emails(waiting)} waiting, the oldest for more than ten minutes${becauseOf(reason)}`,
  mail_tried: (tried: number, reason: string) =>
    `${emails(tried)} not accepted by the mail server yet and will be tried again${becauseOf(reason)}`,
  mail_advice_server: (place: string) =>
    `Emails are sent by the mail server ${place}. Check SMTP_URL and MAIL_FROM, and search the log for "email not sent yet".`,
  mail_advice_outbox: (place: string) => `Emails are written as files to ${place}. Check that DATA_DIR is writable.`,

  address_ok: (origin: string) => `Cookies, changes, byte ranges and event streams pass at ${origin}.`,
  address_untested: 'The way to the browser has not been tested yet.',
  address_other: (origin: string, publicUrl: string) =>
    `You came by ${origin}, but Kerf takes changes from ${publicUrl} only. Use that address, or correct PUBLIC_URL.`,
  address_unnamed: (origin: string) =>
    `Kerf takes no changes from ${origin}. Set PUBLIC_URL to this address and TRUST_PROXY to the number of proxies in front, then restart Kerf.`,
  address_no_cookie:
    'A cookie did not come back, so nobody can cut or stay signed in. Let the proxy pass Set-Cookie and Cookie.',
  address_no_range: 'The proxy drops Range, so players cannot seek and downloads cannot resume. Let it pass Range.',
  address_held_back:
    'The proxy holds answers back until they are complete, so pages show no progress. Turn its buffering off (nginx: proxy_buffering off).',
  address_no_visitors:
    'Kerf does not see the addresses of visitors, so all count as one. Set TRUST_PROXY to the number of proxies in front, and let the first one send X-Forwarded-For.',

  updates_off: (version: string) =>
    `This is version ${version}. Kerf asks nobody about newer ones, unless UPDATES_FROM names a place of yours.`,
  updates_newest: (version: string) => `This is version ${version}. UPDATES_FROM names no newer one.`,
  updates_newer: (newest: string, version: string) => `Version ${newest} is available. This is version ${version}.`,
  updates_unknown: (version: string, reason: string) =>
    `This is version ${version}. The newest one is unknown, because UPDATES_FROM cannot be read${becauseOf(reason)}`,

  sign_in_passwords: 'People sign in with passwords. No identity provider is set up.',
  sign_in_ok: (name: string) => `${name} answers, so people can sign in with it.`,
  sign_in_down: (name: string, reason: string) =>
    `${name} cannot be used, so nobody can sign in with it${becauseOf(reason)} Check OIDC_ISSUER, and search the log for "trouble with the identity provider".`,

  payments_no_plans: 'Nothing is sold on this server.',
  payments_ok: (environment: string) => `Plans can be bought (${environment}).`,
  payments_round: (last: string) => `Open orders were last checked at ${last}.`,
  payments_off: 'Plans cannot be bought until the client ID and the client secret of a PayPal app are entered.',
  payments_unknown: 'It is unknown whether plans can be bought: the database is not responding. See Database.',
  payments_secret_unreadable:
    'Plans cannot be bought: the saved client secret belongs to another client ID, or SESSION_SECRET has changed since. Enter the client secret again.',
  payments_secret_missing: 'Plans cannot be bought: the client secret is missing. Enter it, or clear the client ID.',
  payments_refused: (environment: string) =>
    `PayPal rejected the client ID or client secret in its ${environment} environment. ` +
    "Enter both again from the same app in PayPal's developer dashboard.",
  payments_unreachable: 'PayPal cannot be reached. Check OUTBOUND_PROXY and PAYPAL_API_URL.',
  payments_no_webhook:
    'The webhook ID is missing, so chargebacks go unnoticed and refunds are noticed late. Copy it from the PayPal app.',
  payments_disagree: (orders: string) =>
    `PayPal and this server disagree about ${orders}. ` +
    'Look up these orders at PayPal and refund what was paid without a plan.',
  payments_disagree_more: (orders: string) =>
    `PayPal and this server disagree about ${orders} and more. ` +
    'Look up these orders at PayPal and refund what was paid without a plan.',
  payments_no_rounds: 'Open orders are not being checked. Search the log for "trouble with payments".',
} as const

type Sentences = typeof HEALTH_SENTENCES
export type HealthCode = keyof Sentences
export const HEALTH_CODES = Object.keys(HEALTH_SENTENCES) as [HealthCode, ...HealthCode[]]

/** Values of a sentence. A text value may also be a time or a size. */
export type HealthValues<Code extends HealthCode> = Sentences[Code] extends (...values: infer Values) => string
  ? { [Place in keyof Values]: Values[Place] | (Values[Place] extends string ? HealthTime | HealthSize : never) }
  : []

export interface HealthSaying {
  code: HealthCode
  values: HealthValue[]
}

type WordingOf<Given> = Given extends (...values: infer Values) => string ? (...values: Values) => string : string
export type HealthWording = { readonly [Code in HealthCode]: WordingOf<Sentences[Code]> }

/** Formats of the values that each reader sees in their own way. */
export interface HealthFormats {
  time(iso: string): string
  size(bytes: number): string
}

/** The sentences in one language, joined; null if a code has no sentence. */
export function sayHealth(
  sayings: readonly HealthSaying[],
  wording: HealthWording,
  formats: HealthFormats,
): string | null {
  const valueText = (value: HealthValue): string | number => {
    if (typeof value !== 'object') return value
    return 'at' in value ? formats.time(value.at) : formats.size(value.bytes)
  }
  const sentences = sayings.map(({ code, values }) => {
    const sentence = wording[code] as string | ((...values: (string | number)[]) => string) | undefined
    return typeof sentence === 'function' ? sentence(...values.map(valueText)) : (sentence ?? null)
  })
  return sentences.length === 0 || sentences.includes(null) ? null : sentences.join(' ')
}
