/** A moment within a sentence: each reader sees it as they write moments. */
export interface HealthTime {
  at: string
}
export type HealthValue = string | number | HealthTime

const emails = (amount: number): string => (amount === 1 ? '1 email was' : `${amount} emails were`)
const minutes = (amount: number): string => `${amount} minutes`
const becauseOf = (reason: string): string => (reason === '' ? '.' : `: ${reason}.`)

/**
 * Everything that is said about the health of a server, in English. The code of each sentence and what it is made from are
 * sent along with it, so that the panel can say it in other languages. A code stays what it is once it was published.
 */
export const HEALTH_SENTENCES = {
  database_ok: 'The database answers.',
  database_silent: 'The database does not answer. Look at the log for the reason.',

  queue_ok: 'Jobs are being taken.',
  queue_no_workers:
    'Nobody cuts: no worker is running. Start one with npm run worker, or npm start for all in one. What waits is kept.',
  queue_silent: 'The job queue does not answer. Look at the log for the reason.',
  queue_slow: (waited: number) =>
    `The job that waits longest has waited for ${minutes(waited)}. ` +
    'Raise WORKER_CONCURRENCY if this machine has processors to spare, and restart Kerf.',

  workers_ok: (running: number, concurrency: number) =>
    `${running} of ${concurrency} ${concurrency === 1 ? 'worker is' : 'workers are'} cutting.`,
  workers_unknown: 'What the workers do is not known: the job queue does not answer. See Job queue.',
  workers_none: 'No worker is running. Start one with npm run worker, or npm start for all in one. What waits is kept.',
  workers_idle: (idle: number) =>
    `Jobs wait, and no worker has taken one for ${minutes(idle)}. ` +
    'Look at the log for "trouble with the database" and restart Kerf: what waits is kept.',

  engine_ok: (version: string) => `The media library answers: ${version}.`,
  engine_broken: (reason: string) =>
    `The media library cannot be loaded, so nothing can be cut${reason === '' ? '' : ` (${reason})`}. ` +
    "Run npm ci in Kerf's folder, by the Node that runs it, and restart Kerf.",

  storage_ok: 'There is room for clips.',
  storage_unreadable: 'The folder for clips cannot be read. Check DATA_DIR.',
  storage_full: 'The disk is full: new downloads are refused. Make room.',
  storage_low: 'Less than 2 GB are free. Make room, or shorten the retention in the admin panel.',

  store_unreachable: 'The file store does not answer. Check that it runs and that STORAGE_URL leads to it.',
  store_denied:
    'The file store refuses the credentials. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may list, read, write and delete in the bucket.',
  store_no_bucket: 'The bucket in STORAGE_URL does not exist. Create it, or correct its name.',
  store_wrong_region: 'The bucket is in another region than STORAGE_URL says. Set region in STORAGE_URL.',
  store_clock: "This machine's clock and that of the file store are too far apart. Set this one right.",
  store_foreign:
    'Where STORAGE_URL leads, something of others lies, and nothing is kept there. Give STORAGE_URL a prefix of its own.',
  store_refused: 'The file store refuses what it is asked. Look at the log for the reason.',

  disk_ok: 'There is room on the disk.',
  disk_unreadable: 'The data directory cannot be read. Check that DATA_DIR is there and belongs to whoever runs Kerf.',
  disk_full: 'The disk is full: new downloads are refused.',
  disk_low: 'Less than 2 GB are free.',
  disk_advice: 'Run the cleanup, shorten the retention in the settings, or move DATA_DIR to a larger disk.',

  resolver_ok: 'yt-dlp is up to date.',
  resolver_off: 'YouTube links are switched off: see the sources in the settings of the admin panel.',
  resolver_broken: 'The yt-dlp that was found does not run. Install it again.',
  resolver_old: (days: number) => `yt-dlp is ${days} days old.`,
  resolver_old_configured: 'Update the program that YTDLP_PATH names.',
  resolver_old_path: 'Update it, or remove it from the PATH so that Kerf fetches its own.',
  resolver_old_fetched: 'Kerf could not fetch a newer one; check that this server reaches GitHub.',
  resolver_misnamed: 'YTDLP_PATH does not name a program that can be run. Correct it or unset it.',
  resolver_missing: 'yt-dlp is missing. Install it, or set YTDLP_PATH.',
  resolver_fetching: 'yt-dlp is being fetched. YouTube links work as soon as it is here.',
  resolver_unfetched:
    'yt-dlp is missing and could not be fetched. Check that this server reaches GitHub, install yt-dlp, or set YTDLP_PATH.',

  sweep_ok: 'Expired files are being deleted.',
  sweep_stale: 'Expired files are not being deleted. Look at the log for the reason.',

  mail_ok: (place: string) => `Emails leave by the mail server ${place}.`,
  mail_outbox: (place: string) =>
    `Emails leave as files in ${place} and reach nobody by themselves. Set SMTP_URL to have them mailed.`,
  mail_silent: 'The queue of emails does not answer. Look at the log for the reason.',
  mail_no_worker: 'Emails are not sent: no worker is running, or it has just been started. What waits is kept.',
  mail_given_up: (lost: number, waiting: number, reason: string) =>
    `${emails(lost)} given up within the last hour, ${waiting} wait${becauseOf(reason)}`,
  mail_waiting: (waiting: number, reason: string) =>
    `${emails(waiting)} waiting, the first for more than ten minutes${becauseOf(reason)}`,
  mail_tried: (tried: number, reason: string) =>
    `${emails(tried)} not handed over yet and tried again${becauseOf(reason)}`,
  mail_advice_server: (place: string) =>
    `Emails leave by the mail server ${place}: check SMTP_URL and MAIL_FROM, and look at the log for "email not sent yet".`,
  mail_advice_outbox: (place: string) => `Emails leave as files in ${place}: check that DATA_DIR can be written to.`,

  payments_ok: (environment: string) => `Plans can be bought (${environment}).`,
  payments_round: (last: string) => `Unfinished orders were last asked about at ${last}.`,
  payments_off: 'Plans cannot be bought. To sell them, enter the client ID and the secret of a PayPal app.',
  payments_unknown: 'Whether plans can be bought is not known: the database does not answer. See Database.',
  payments_secret_unreadable:
    'Plans cannot be bought: the secret that was entered is of another client ID, or SESSION_SECRET has changed since. Enter it again.',
  payments_secret_missing:
    'Plans cannot be bought: the secret of the client ID is not known. Enter it, or empty the client ID.',
  payments_refused: (environment: string) =>
    `PayPal does not know the client ID, or not with this secret, in its ${environment} environment. ` +
    "Enter both again from one app in PayPal's developer dashboard.",
  payments_unreachable: 'PayPal cannot be asked. Check that this server reaches it: OUTBOUND_PROXY, PAYPAL_API_URL.',
  payments_no_webhook:
    'The webhook ID is missing, so chargebacks go unnoticed and refunds are noticed late. Enter it from the PayPal app.',
  payments_disagree: (orders: string) =>
    `PayPal and this server disagree about ${orders}. ` +
    'Look for these orders at PayPal, and give back what was paid for nothing.',
  payments_disagree_more: (orders: string) =>
    `PayPal and this server disagree about ${orders} and more. ` +
    'Look for these orders at PayPal, and give back what was paid for nothing.',
  payments_no_rounds: 'Unfinished orders are not being asked about. Look at the log for "trouble with payments".',
} as const

type Sentences = typeof HEALTH_SENTENCES
export type HealthCode = keyof Sentences
export const HEALTH_CODES = Object.keys(HEALTH_SENTENCES) as [HealthCode, ...HealthCode[]]

/** What a sentence is made from; moments are given as such, and written by who reads. */
export type HealthValues<Code extends HealthCode> = Sentences[Code] extends (...values: infer Values) => string
  ? { [Place in keyof Values]: Values[Place] | (Values[Place] extends string ? HealthTime : never) }
  : []

/** One sentence: which, and what it is made from. */
export interface HealthSaying {
  code: HealthCode
  values: HealthValue[]
}

type WordingOf<Given> = Given extends (...values: infer Values) => string ? (...values: Values) => string : string
export type HealthWording = { readonly [Code in HealthCode]: WordingOf<Sentences[Code]> }

/** The sentences in the words of a language, with its way to write moments. null where one is not known. */
export function sayHealth(
  sayings: readonly HealthSaying[],
  wording: HealthWording,
  writeTime: (iso: string) => string,
): string | null {
  const said = sayings.map(({ code, values }) => {
    const sentence = wording[code] as string | ((...values: (string | number)[]) => string) | undefined
    if (typeof sentence !== 'function') return sentence ?? null
    return sentence(...values.map((value) => (typeof value === 'object' ? writeTime(value.at) : value)))
  })
  return said.length === 0 || said.includes(null) ? null : said.join(' ')
}
