import { FREE_MAX_QUALITIES } from '@kerf/domain/quality-access'
import {
  FREE_DAILY_LIMIT_BOUNDS,
  PAYPAL_CLIENT_ID_PATTERN,
  PAYPAL_ENVIRONMENTS,
  RETENTION_BOUNDS,
  SWITCHABLE_SOURCES,
} from '@kerf/domain/site-settings'
import { z } from 'zod'
import { ADMIN_REFUSALS } from './admin.ts'
import { endpoint } from './endpoint.ts'
import { check, health } from './health.ts'
import { noParams, nothing } from './identifier.ts'

export const siteSettings = z.object({
  freeMaxQuality: z.enum(FREE_MAX_QUALITIES),
  freeDailyLimit: z.number().int().min(FREE_DAILY_LIMIT_BOUNDS.min).max(FREE_DAILY_LIMIT_BOUNDS.max),
  retentionHours: z.number().min(RETENTION_BOUNDS.min).max(RETENTION_BOUNDS.max),
  paypalClientId: z.string().trim().regex(PAYPAL_CLIENT_ID_PATTERN).meta({ description: 'Empty: no payments.' }),
  paypalEnvironment: z.enum(PAYPAL_ENVIRONMENTS),
  sources: z.array(z.enum(SWITCHABLE_SOURCES)),
  requireSecondFactor: z.boolean().meta({ description: 'Whether admins have to sign in with a second factor.' }),
})
export type SiteSettings = z.output<typeof siteSettings>

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'The settings of this installation that can be changed while it runs.',
  params: noParams,
  body: nothing,
  answer: siteSettings,
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  summary: 'Change the settings; they hold from the next call on.',
  params: noParams,
  body: siteSettings,
  answer: siteSettings,
  status: 200,
  refusals: [...ADMIN_REFUSALS, 'invalid_request'],
})

export const cleanupReport = z.object({
  deletedFiles: z.number().int(),
  freedBytes: z.number().int(),
})
export type CleanupReport = z.output<typeof cleanupReport>

export const runCleanup = endpoint({
  method: 'POST',
  path: '/api/admin/cleanup',
  summary: 'Delete expired clips now instead of at the next sweep.',
  params: noParams,
  body: z.object({}).optional(),
  answer: cleanupReport,
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const storageUsage = z.object({
  usedBytes: z.number().int(),
  freeBytes: z.number().int().nullable(),
  clips: z.number().int(),
  scratchBytes: z.number().int().meta({ description: 'Clips that are being cut.' }),
  oldestClipAt: z.string().nullable(),
})
export type StorageUsage = z.output<typeof storageUsage>

export const readStorage = endpoint({
  method: 'GET',
  path: '/api/admin/storage',
  summary: 'What the clips take up.',
  params: noParams,
  body: nothing,
  answer: storageUsage,
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const adminHealth = health.extend({
  checks: health.shape.checks.extend({
    mail: check,
    payments: check,
    disk: check.extend({ freeBytes: z.number().nullable(), totalBytes: z.number().nullable() }),
  }),
})
export type AdminHealth = z.output<typeof adminHealth>

export const readAdminHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  summary: 'Every part of the installation, what is wrong with it, and what to do.',
  params: noParams,
  body: nothing,
  answer: adminHealth,
  status: 200,
  refusals: ADMIN_REFUSALS,
})
