import { MAX_RETENTION_HOURS } from '../jobs/retention.ts'
import { SOURCES } from '../links/link.ts'

/** What an admin may set for the whole installation, and within which bounds. */
export const FREE_DAILY_LIMIT_BOUNDS = { min: 1, max: 1000 } as const
/** A quarter of an hour is about what saving a large clip takes on a slow line. */
export const RETENTION_BOUNDS = { min: 0.25, max: MAX_RETENTION_HOURS } as const

/** The sources that can be switched on and off; the sample is always there. */
export const SWITCHABLE_SOURCES = SOURCES.filter((source) => source !== 'sample')
export type SwitchableSource = (typeof SWITCHABLE_SOURCES)[number]

export const PAYPAL_ENVIRONMENTS = ['sandbox', 'production'] as const
export type PaypalEnvironment = (typeof PAYPAL_ENVIRONMENTS)[number]

/** Where the operator looks at payments themselves. */
export const PAYPAL_PORTALS: Readonly<Record<PaypalEnvironment, string>> = {
  sandbox: 'https://www.sandbox.paypal.com/activities',
  production: 'https://www.paypal.com/activities',
}
/** Where apps, their ids, secrets and webhooks are made. */
export const PAYPAL_DASHBOARD = 'https://developer.paypal.com/dashboard/applications'
/** What the provider issues; empty switches payments off. */
export const PAYPAL_CLIENT_ID_PATTERN = /^[A-Za-z0-9_-]{0,128}$/
export const PAYPAL_CLIENT_SECRET_PATTERN = /^[\x21-\x7e]{1,256}$/
export const PAYPAL_WEBHOOK_ID_PATTERN = /^[A-Za-z0-9]{0,50}$/

/** The clips that the panel names when it tells what uses the disk. */
export const LARGEST_CLIPS_SHOWN = 10
