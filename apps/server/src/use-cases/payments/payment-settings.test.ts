import { beforeEach, describe, expect, it } from 'vitest'
import { settings } from '../../adapters/database/schema/admin-schema.ts'
import { DEFAULT_KIND } from '../../adapters/database/testing/open-test-database.ts'
import type { ProviderCredentials } from '../../ports/payments.ts'
import type { PaymentPresets } from '../shared/deps.ts'
import { createSecretSeal } from '../shared/sealed-secret.ts'
import { createModelProvider } from '../testing/model-provider.ts'
import {
  effectivePaymentSettings,
  effectiveProvider,
  type PaymentSettingsChange,
  savePaymentSettings,
  viewPaymentSettings,
} from './payment-settings.ts'

const NO_PRESETS: PaymentPresets = { clientId: '', clientSecret: '', environment: 'production', webhookId: '' }
const PRESETS: PaymentPresets = {
  clientId: 'given-id',
  clientSecret: 'given-secret',
  environment: 'sandbox',
  webhookId: 'GIVEN',
}
const ENTERED_SETTINGS = { paypalClientId: 'my-id', paypalEnvironment: 'production', paypalWebhookId: 'MINE' } as const

const testDatabase = await DEFAULT_KIND.open()
beforeEach(async () => {
  await testDatabase.database.executor.delete(settings)
})

/** Payment settings of a server with these presets and this secret. */
function createServer(presets = NO_PRESETS, serverSecret = 'the secret of a server') {
  const { database } = testDatabase
  const testedCredentials: ProviderCredentials[] = []
  const provider = createModelProvider()
  const providerFor = (credentials: ProviderCredentials) => {
    testedCredentials.push(credentials)
    return provider
  }
  const deps = { database, paymentPresets: presets, secretSeal: createSecretSeal(serverSecret), providerFor }
  return {
    effective: () => effectivePaymentSettings(deps, database.records),
    view: () => viewPaymentSettings(deps, database.records),
    save: (request: PaymentSettingsChange) =>
      database.transaction((records) => savePaymentSettings(deps, records, request)),
    provider: () => effectiveProvider(deps),
    asked: testedCredentials,
  }
}

const readAllSettings = async () => JSON.stringify(await testDatabase.database.executor.select().from(settings))

describe('the payment settings', () => {
  it('come from the environment until an admin changes them', async () => {
    expect(await createServer().view()).toEqual({
      paypalClientId: '',
      paypalEnvironment: 'production',
      paypalWebhookId: '',
      hasPaypalSecret: false,
    })
    const { view, provider, asked } = createServer(PRESETS)
    expect(await view()).toEqual({
      paypalClientId: 'given-id',
      paypalEnvironment: 'sandbox',
      paypalWebhookId: 'GIVEN',
      hasPaypalSecret: true,
    })
    await provider()
    expect(asked).toEqual([PRESETS])
  })

  it('apply from the next call on, and override the environment', async () => {
    const { save, view, provider, asked } = createServer(PRESETS)
    expect(await save({ ...ENTERED_SETTINGS, paypalClientSecret: 'my-secret' })).toEqual([
      'Payment client ID: given-id, now my-id',
      'Environment: sandbox, now production',
      'Webhook ID: GIVEN, now MINE',
      'Client secret: entered again',
    ])
    expect(await view()).toEqual({ ...ENTERED_SETTINGS, hasPaypalSecret: true })
    expect(await provider()).not.toBeNull()
    expect(asked).toEqual([
      { clientId: 'my-id', clientSecret: 'my-secret', environment: 'production', webhookId: 'MINE' },
    ])
  })

  it('are stored only if they differ, including an id of digits only', async () => {
    const presetSettings = {
      paypalClientId: 'given-id',
      paypalEnvironment: 'sandbox',
      paypalWebhookId: 'GIVEN',
    } as const
    expect(await createServer(PRESETS).save(presetSettings)).toEqual([])
    expect(await readAllSettings()).toBe('[]')
    expect(await createServer(PRESETS).save({ ...presetSettings, paypalWebhookId: '' })).toEqual([
      'Webhook ID: GIVEN, now none',
    ])
    const laterServer = createServer({ ...PRESETS, environment: 'production' })
    expect(await laterServer.view()).toMatchObject({ paypalEnvironment: 'production', paypalWebhookId: '' })
    const digitSettings = { ...ENTERED_SETTINGS, paypalClientId: '0123', paypalWebhookId: '12' }
    const { save, view } = createServer()
    await save(digitSettings)
    expect(await view()).toMatchObject(digitSettings)
  })

  it('are unchanged after a failed transaction', async () => {
    const { view } = createServer(PRESETS)
    const deps = { paymentPresets: PRESETS, secretSeal: createSecretSeal('x') }
    const failingTransaction = testDatabase.database.transaction(async (records) => {
      await savePaymentSettings(deps, records, { ...ENTERED_SETTINGS, paypalClientSecret: 'my-secret' })
      throw new Error('no')
    })
    await expect(failingTransaction).rejects.toThrow('no')
    expect(await view()).toMatchObject({ paypalClientId: 'given-id' })
    expect(await readAllSettings()).toBe('[]')
  })

  it('switch payments off by an empty client id, whatever the environment says, and on again', async () => {
    const { save, view, provider } = createServer(PRESETS)
    const offSettings = { ...ENTERED_SETTINGS, paypalClientId: '' }
    await save({ ...offSettings, paypalClientSecret: 'for nobody' })
    expect(await view()).toEqual({ ...offSettings, hasPaypalSecret: false })
    expect(await provider()).toBeNull()
    expect(await readAllSettings()).not.toContain('sealed')
    await save({ ...offSettings, paypalClientId: 'given-id' })
    expect(await view()).toMatchObject({ paypalClientId: 'given-id', hasPaypalSecret: true })
  })
})

describe('the client secret', () => {
  it('appears in no table, view or note', async () => {
    const { save, view } = createServer()
    const notes = await save({ ...ENTERED_SETTINGS, paypalClientSecret: 'my-secret-that-nobody-reads' })
    for (const text of [await readAllSettings(), JSON.stringify(await view()), JSON.stringify(notes)])
      expect(text).not.toContain('my-secret')
    expect(await readAllSettings()).not.toContain(Buffer.from('my-secret').toString('base64url').slice(0, 10))
  })

  it('stays if none is entered, and is replaced by an entered one', async () => {
    const { save, effective } = createServer()
    await save({ ...ENTERED_SETTINGS, paypalClientSecret: 'first' })
    expect(await save({ ...ENTERED_SETTINGS, paypalEnvironment: 'sandbox' })).toHaveLength(1)
    expect((await effective()).clientSecret).toBe('first')
    await save({ ...ENTERED_SETTINGS, paypalClientSecret: 'second' })
    expect((await effective()).clientSecret).toBe('second')
  })

  it('belongs to its client id: another id needs its own', async () => {
    const { save, effective, provider } = createServer(PRESETS)
    await save({ ...ENTERED_SETTINGS, paypalClientId: 'my-id' })
    // The environment's secret is not used either, because it belongs to another client id.
    expect(await effective()).toMatchObject({ clientSecret: null, secretIsUnreadable: false })
    expect(await provider()).toBeNull()
    await save({ ...ENTERED_SETTINGS, paypalClientSecret: 'my-secret' })
    await save({ ...ENTERED_SETTINGS, paypalClientId: 'another' })
    expect(await effective()).toMatchObject({ clientSecret: null, secretIsUnreadable: true })
    await save(ENTERED_SETTINGS)
    expect(await effective()).toMatchObject({ clientSecret: 'my-secret', secretIsUnreadable: false })
  })

  it("may be entered again for the environment's client id", async () => {
    const { save, effective } = createServer(PRESETS)
    const presetSettings = {
      paypalClientId: 'given-id',
      paypalEnvironment: 'sandbox',
      paypalWebhookId: 'GIVEN',
    } as const
    expect(await save({ ...presetSettings, paypalClientSecret: 'newer' })).toEqual(['Client secret: entered again'])
    expect((await effective()).clientSecret).toBe('newer')
  })

  it('is unreadable with another server secret, and the server continues without payments', async () => {
    await createServer().save({ ...ENTERED_SETTINGS, paypalClientSecret: 'my-secret' })
    const otherServer = createServer(NO_PRESETS, 'changed')
    expect(await otherServer.view()).toEqual({ ...ENTERED_SETTINGS, hasPaypalSecret: false })
    expect(await otherServer.effective()).toMatchObject({ clientSecret: null, secretIsUnreadable: true })
    expect(await otherServer.provider()).toBeNull()
    await otherServer.save({ ...ENTERED_SETTINGS, paypalClientSecret: 'entered again' })
    expect((await otherServer.effective()).clientSecret).toBe('entered again')
  })
})
