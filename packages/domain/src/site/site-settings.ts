import { MAX_RETENTION_HOURS } from '../jobs/retention.ts'
import { SOURCES } from '../links/source-ids.ts'
import { MAX_VIDEO_SECONDS } from '../ranges/time-range.ts'

/** Whether plans are sold. `off`: no prices, no payments, and the rights of the best plan for everybody. */
export const PLANS_SWITCH = ['on', 'off'] as const
export type PlansSwitch = (typeof PLANS_SWITCH)[number]
/** Default where neither environment nor admin decides: servers that are older than this setting may sell plans. */
export const DEFAULT_PLANS: PlansSwitch = 'on'

/** Bounds of the settings that an admin may change. */
export const DAILY_LIMIT_BOUNDS = { min: 1, max: 1000 } as const
export const CLIP_MINUTES_BOUNDS = { min: 1, max: MAX_VIDEO_SECONDS / 60 } as const
/** Bounds of the retention in hours. Saving a large clip over a slow connection takes about a quarter of an hour. */
export const RETENTION_BOUNDS = { min: 0.25, max: MAX_RETENTION_HOURS } as const

/** Sources that can be switched off. The sample is always on. */
export const SWITCHABLE_SOURCES = SOURCES.filter((source) => source !== 'sample')
export type SwitchableSource = (typeof SWITCHABLE_SOURCES)[number]

export const PAYPAL_ENVIRONMENTS = ['sandbox', 'production'] as const
export type PaypalEnvironment = (typeof PAYPAL_ENVIRONMENTS)[number]

/** PayPal's pages with the list of payments. */
export const PAYPAL_ACTIVITY_URLS: Readonly<Record<PaypalEnvironment, string>> = {
  sandbox: 'https://www.sandbox.paypal.com/activities',
  production: 'https://www.paypal.com/activities',
}
/** PayPal's page for apps, secrets and webhooks. */
export const PAYPAL_APPS_URL = 'https://developer.paypal.com/dashboard/applications'
/** Shapes of PayPal's ids and secrets. An empty client id switches payments off. */
export const PAYPAL_CLIENT_ID_PATTERN = /^[A-Za-z0-9_-]{0,128}$/
export const PAYPAL_CLIENT_SECRET_PATTERN = /^[\x21-\x7e]{1,256}$/
export const PAYPAL_WEBHOOK_ID_PATTERN = /^[A-Za-z0-9]{0,50}$/

/** Number of clips in the panel's list of the largest files. */
export const MAX_LISTED_CLIPS = 10
