import { ACCESS_MODES } from '@kerf/domain/access/access-mode'
import { VIDEO_QUALITIES } from '@kerf/domain/access/limits-without-plans'
import { FREE_MAX_QUALITIES } from '@kerf/domain/access/quality-access'
import {
  CLIP_MINUTES_BOUNDS,
  DAILY_LIMIT_BOUNDS,
  MAX_LISTED_CLIPS,
  PAYPAL_CLIENT_ID_PATTERN,
  PAYPAL_CLIENT_SECRET_PATTERN,
  PAYPAL_ENVIRONMENTS,
  PAYPAL_WEBHOOK_ID_PATTERN,
  PLANS_SWITCH,
  RETENTION_BOUNDS,
  SWITCHABLE_SOURCES,
} from '@kerf/domain/site/site-settings'
import { z } from 'zod'
import { adminEndpoint } from './admin-call.ts'
import { check, health } from './health.ts'
import type { BodyOf } from './protocol/endpoint.ts'

const dailyLimit = z.number().int().min(DAILY_LIMIT_BOUNDS.min).max(DAILY_LIMIT_BOUNDS.max)

export const siteSettings = z.object({
  access: z
    .enum(ACCESS_MODES)
    .describe('Who may process and download: everybody, people with an account, or invited people with an account.'),
  plans: z
    .enum(PLANS_SWITCH)
    .describe('Whether plans are sold. `off`: nothing is sold, and only the limits below apply.'),
  strangerMaxQuality: z.enum(VIDEO_QUALITIES).describe('Where nothing is sold: the best quality without an account.'),
  strangerDailyLimit: dailyLimit
    .nullable()
    .describe('Where nothing is sold: downloads per day without an account; null: unlimited.'),
  accountDailyLimit: dailyLimit
    .nullable()
    .describe('Where nothing is sold: downloads per day of an account; null: unlimited.'),
  longestClipMinutes: z
    .number()
    .min(CLIP_MINUTES_BOUNDS.min)
    .max(CLIP_MINUTES_BOUNDS.max)
    .nullable()
    .describe('Where nothing is sold: longest clip; null: unlimited.'),
  freeMaxQuality: z.enum(FREE_MAX_QUALITIES),
  freeDailyLimit: dailyLimit,
  retentionHours: z.number().min(RETENTION_BOUNDS.min).max(RETENTION_BOUNDS.max),
  paypalClientId: z.string().trim().regex(PAYPAL_CLIENT_ID_PATTERN).describe('Empty: no payments.'),
  paypalEnvironment: z.enum(PAYPAL_ENVIRONMENTS),
  paypalWebhookId: z
    .string()
    .trim()
    .regex(PAYPAL_WEBHOOK_ID_PATTERN)
    .describe('Empty: webhook events of the provider are ignored.'),
  sources: z
    .array(z.enum(SWITCHABLE_SOURCES))
    .max(SWITCHABLE_SOURCES.length)
    .refine((names) => new Set(names).size === names.length),
  requireSecondFactor: z.boolean().describe('Whether admins must use two-factor authentication.'),
  sharing: z.boolean().describe('Whether the owner of a clip may share it by a public link.'),
})
export type SiteSettings = z.output<typeof siteSettings>

/** Settings to save, with a new client secret if one is entered. */
export const settingsUpdate = siteSettings.extend({
  paypalClientSecret: z
    .string()
    .regex(PAYPAL_CLIENT_SECRET_PATTERN)
    .optional()
    .describe('The secret of this client id. Leave it out to keep the saved one.'),
})
export type SettingsUpdate = z.output<typeof settingsUpdate>

/** Settings as the panel reads them, without the client secret. */
export const settingsView = siteSettings.extend({
  // The environment may set a shorter retention than the panel allows.
  retentionHours: z.number().positive().max(RETENTION_BOUNDS.max),
  fromEnvironment: siteSettings
    .pick({ access: true, sources: true })
    .extend({
      retentionHours: z.number(),
      plans: z
        .enum(PLANS_SWITCH)
        .nullable()
        .describe('`PLANS`, which overrides the saved value; null if it is not set.'),
    })
    .describe('Values from the environment, used for settings that were never saved.'),
  publicUrl: z.string().nullable().describe('`PUBLIC_URL` of the environment; null if it is not set.'),
  hasPaypalSecret: z.boolean().describe('Whether a secret for the client id is saved.'),
})
export type SettingsView = z.output<typeof settingsView>

export const readSettings = adminEndpoint('GET /api/admin/settings', {
  summary: 'The settings of this installation that can be changed while it runs.',
  answer: settingsView,
})

export const saveSettings = adminEndpoint('PUT /api/admin/settings', {
  summary: 'Change settings, all given ones or none. They apply from the next call.',
  body: z.strictObject(settingsUpdate.partial().shape),
  answer: settingsView,
  refusals: ['invalid_request'],
})

/** The settings to change. Absent ones stay. */
export type SettingsChange = BodyOf<typeof saveSettings>

export const sendTestEmail = adminEndpoint('POST /api/admin/test-email', {
  summary: 'Send a test email to the admin who asks for it. The health of `mail` shows a failure.',
  answer: z.object({
    email: z.string(),
    place: z
      .string()
      .nullable()
      .describe('The mail server or the folder that emails go to; null while no process sends any.'),
    toOutbox: z.boolean().describe('No mail server is set up: the email becomes a file in that folder.'),
  }),
  refusals: ['too_many_requests'],
})

export const cleanupReport = z.object({
  deletedFiles: z.number().int(),
  freedBytes: z.number().int(),
})
export type CleanupReport = z.output<typeof cleanupReport>

export const runCleanup = adminEndpoint('POST /api/admin/cleanup', {
  summary: 'Delete expired clips now instead of at the next scheduled cleanup.',
  answer: cleanupReport,
})

export const storageUsage = z.object({
  usedBytes: z.number().int().describe('Everything below.'),
  clipBytes: z.number().int(),
  filmBytes: z.number().int().describe('Thumbnails and waveforms of the timeline.'),
  databaseBytes: z.number().int().nullable(),
  largest: z
    .array(z.object({ id: z.string().describe("The job's."), title: z.string(), sizeBytes: z.number().int() }))
    .max(MAX_LISTED_CLIPS)
    .describe('The clips that take the most room, the largest first.'),
  freeBytes: z.number().int().nullable(),
  clips: z.number().int(),
  scratchBytes: z.number().int().describe('Clips that are being cut.'),
  oldestClipAt: z.string().nullable(),
})
export type StorageUsage = z.output<typeof storageUsage>

export const readStorage = adminEndpoint('GET /api/admin/storage', {
  summary: 'What uses storage, and how much.',
  answer: storageUsage,
})

export const runningProcess = z.object({
  id: z.string(),
  role: z.enum(['serve', 'web', 'worker']),
  host: z.string(),
  processId: z.number().int(),
  version: z.string(),
  concurrency: z.number().int().describe('How many clips it cuts at once; 0 if it cuts none.'),
  running: z.number().int(),
  startedAt: z.string(),
  seenAt: z.string(),
})

export const adminHealth = health.extend({
  checks: health.shape.checks.extend({
    workers: check.extend({
      running: z.number().int(),
      concurrency: z.number().int(),
      processes: z.array(runningProcess),
    }),
    queue: health.shape.checks.shape.queue.extend({
      oldestSeconds: z.number().nullable().describe('How long the longest waiting job has waited.'),
    }),
    engine: check.extend({ version: z.string().nullable() }),
    mail: check,
    signIn: check,
    payments: check,
    disk: check.extend({ freeBytes: z.number().nullable(), totalBytes: z.number().nullable() }),
    source: check.describe('All sources that are switched on.'),
    updates: check.describe('This version, and the newest one that `UPDATES_FROM` names.'),
  }),
})
export type AdminHealth = z.output<typeof adminHealth>

export const readAdminHealth = adminEndpoint('GET /api/admin/health', {
  summary: 'The health of every part of the installation, and what to do about problems.',
  answer: adminHealth,
})
