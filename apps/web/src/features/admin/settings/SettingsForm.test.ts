import type { SettingsUpdate, SettingsView } from '@kerf/contract/admin-settings'
import { expect, it } from 'vitest'
import { acceptedSettings, changedSettings, withoutSecret } from './SettingsForm.tsx'

const SHOWN: SettingsView = {
  freeMaxQuality: '360p',
  freeDailyLimit: 5,
  retentionHours: 24,
  paypalClientId: '',
  paypalEnvironment: 'sandbox',
  paypalWebhookId: '',
  hasPaypalSecret: false,
  sources: ['youtube', 'media'],
  requireSecondFactor: false,
  access: 'public',
  publicUrl: null,
  fromEnvironment: { access: 'public', retentionHours: 24, sources: ['youtube'] },
}
const entered = (change: Partial<SettingsUpdate>) =>
  acceptedSettings(SHOWN).parse({ ...withoutSecret(SHOWN), ...change })

it('sends only what was changed', () => {
  expect(changedSettings(withoutSecret(SHOWN), entered({}))).toEqual({})
  expect(changedSettings(withoutSecret(SHOWN), entered({ sources: ['media', 'youtube'] }))).toEqual({})
  const change = { freeDailyLimit: 6, sources: ['media' as const], requireSecondFactor: true }
  expect(changedSettings(withoutSecret(SHOWN), entered(change))).toEqual(change)
  const secret = { paypalClientSecret: 'EKsecret' }
  expect(changedSettings(withoutSecret(SHOWN), entered(secret))).toEqual(secret)
})

it('lets a retention stay that only the environment may say', () => {
  const short = { ...SHOWN, paypalClientSecret: '', retentionHours: 0.1 }
  expect(acceptedSettings(short).safeParse({ ...short, freeDailyLimit: 6 }).success).toBe(true)
  for (const retentionHours of [0.2, 0, 25, Number.NaN])
    expect(acceptedSettings(short).safeParse({ ...short, retentionHours }).success).toBe(false)
})
