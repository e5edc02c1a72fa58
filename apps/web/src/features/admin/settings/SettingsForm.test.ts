import type { SettingsUpdate, SettingsView } from '@kerf/contract/admin-settings'
import { NO_LIMITS } from '@kerf/domain/access/limits-without-plans'
import { expect, it } from 'vitest'
import { acceptedSettings, changedSettings, withoutSecret } from './SettingsForm.tsx'

const SAVED_SETTINGS: SettingsView = {
  plans: 'on',
  ...NO_LIMITS,
  freeMaxQuality: '360p',
  freeDailyLimit: 5,
  retentionHours: 24,
  paypalClientId: '',
  paypalEnvironment: 'sandbox',
  paypalWebhookId: '',
  hasPaypalSecret: false,
  sources: ['youtube', 'media'],
  requireSecondFactor: false,
  sharing: true,
  access: 'public',
  publicUrl: null,
  fromEnvironment: { access: 'public', retentionHours: 24, sources: ['youtube'], plans: null },
}
const enteredSettings = (change: Partial<SettingsUpdate>) =>
  acceptedSettings(SAVED_SETTINGS).parse({ ...withoutSecret(SAVED_SETTINGS), ...change })

it('only changed settings are sent', () => {
  expect(changedSettings(withoutSecret(SAVED_SETTINGS), enteredSettings({}))).toEqual({})
  expect(changedSettings(withoutSecret(SAVED_SETTINGS), enteredSettings({ sources: ['media', 'youtube'] }))).toEqual({})
  const change = { freeDailyLimit: 6, sources: ['media' as const], requireSecondFactor: true }
  expect(changedSettings(withoutSecret(SAVED_SETTINGS), enteredSettings(change))).toEqual(change)
  const secret = { paypalClientSecret: 'EKsecret' }
  expect(changedSettings(withoutSecret(SAVED_SETTINGS), enteredSettings(secret))).toEqual(secret)
})

it('a saved retention that only the environment can set is accepted', () => {
  const shortRetention = { ...SAVED_SETTINGS, paypalClientSecret: '', retentionHours: 0.1 }
  expect(acceptedSettings(shortRetention).safeParse({ ...shortRetention, freeDailyLimit: 6 }).success).toBe(true)
  for (const retentionHours of [0.2, 0, 25, Number.NaN])
    expect(acceptedSettings(shortRetention).safeParse({ ...shortRetention, retentionHours }).success).toBe(false)
})
