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

const NOTHING_GIVEN: PaymentPresets = { clientId: '', clientSecret: '', environment: 'production', webhookId: '' }
const GIVEN: PaymentPresets = {
  clientId: 'given-id',
  clientSecret: 'given-secret',
  environment: 'sandbox',
  webhookId: 'GIVEN',
}
const ENTERED = { paypalClientId: 'my-id', paypalEnvironment: 'production', paypalWebhookId: 'MINE' } as const

const test = await DEFAULT_KIND.open()
beforeEach(async () => {
  await test.database.executor.delete(settings)
})

/** Payment settings of a server with these presets and this secret. */
function server(presets = NOTHING_GIVEN, serverSecret = 'the secret of a server') {
  const { database } = test
  const asked: ProviderCredentials[] = []
  const provider = createModelProvider()
  const providerFor = (credentials: ProviderCredentials) => {
    asked.push(credentials)
    return provider
  }
  const deps = { database, paymentPresets: presets, secretSeal: createSecretSeal(serverSecret), providerFor }
  return {
    effective: () => effectivePaymentSettings(deps, database.records),
    view: () => viewPaymentSettings(deps, database.records),
    save: (request: PaymentSettingsChange) =>
      database.transaction((records) => savePaymentSettings(deps, records, request)),
    provider: () => effectiveProvider(deps),
    asked,
  }
}

const everything = async () => JSON.stringify(await test.database.executor.select().from(settings))

describe('the settings of payments', () => {
  it('are those of the environment until an admin sets others', async () => {
    expect(await server().view()).toEqual({
      paypalClientId: '',
      paypalEnvironment: 'production',
      paypalWebhookId: '',
      hasPaypalSecret: false,
    })
    const { view, provider, asked } = server(GIVEN)
    expect(await view()).toEqual({
      paypalClientId: 'given-id',
      paypalEnvironment: 'sandbox',
      paypalWebhookId: 'GIVEN',
      hasPaypalSecret: true,
    })
    await provider()
    expect(asked).toEqual([GIVEN])
  })

  it('hold from the very next call on, and win over the environment', async () => {
    const { save, view, provider, asked } = server(GIVEN)
    expect(await save({ ...ENTERED, paypalClientSecret: 'my-secret' })).toEqual([
      'Payment client ID: given-id, now my-id',
      'Environment: sandbox, now production',
      'Webhook ID: GIVEN, now MINE',
      'Client secret: entered again',
    ])
    expect(await view()).toEqual({ ...ENTERED, hasPaypalSecret: true })
    expect(await provider()).not.toBeNull()
    expect(asked).toEqual([
      { clientId: 'my-id', clientSecret: 'my-secret', environment: 'production', webhookId: 'MINE' },
    ])
  })

  it('are written only where they differ, also an id that is all digits', async () => {
    const asGiven = { paypalClientId: 'given-id', paypalEnvironment: 'sandbox', paypalWebhookId: 'GIVEN' } as const
    expect(await server(GIVEN).save(asGiven)).toEqual([])
    expect(await everything()).toBe('[]')
    expect(await server(GIVEN).save({ ...asGiven, paypalWebhookId: '' })).toEqual(['Webhook ID: GIVEN, now none'])
    const later = server({ ...GIVEN, environment: 'production' })
    expect(await later.view()).toMatchObject({ paypalEnvironment: 'production', paypalWebhookId: '' })
    const digits = { ...ENTERED, paypalClientId: '0123', paypalWebhookId: '12' }
    const { save, view } = server()
    await save(digits)
    expect(await view()).toMatchObject(digits)
  })

  it('are not changed by a transaction that fails', async () => {
    const { view } = server(GIVEN)
    const deps = { paymentPresets: GIVEN, secretSeal: createSecretSeal('x') }
    const failing = test.database.transaction(async (records) => {
      await savePaymentSettings(deps, records, { ...ENTERED, paypalClientSecret: 'my-secret' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await view()).toMatchObject({ paypalClientId: 'given-id' })
    expect(await everything()).toBe('[]')
  })

  it('switch payments off by an empty client id, whatever the environment says, and on again', async () => {
    const { save, view, provider } = server(GIVEN)
    const off = { ...ENTERED, paypalClientId: '' }
    await save({ ...off, paypalClientSecret: 'for nobody' })
    expect(await view()).toEqual({ ...off, hasPaypalSecret: false })
    expect(await provider()).toBeNull()
    expect(await everything()).not.toContain('sealed')
    await save({ ...off, paypalClientId: 'given-id' })
    expect(await view()).toMatchObject({ paypalClientId: 'given-id', hasPaypalSecret: true })
  })
})

describe('the client secret', () => {
  it('is nowhere to be read: not in the database, the view or the notes', async () => {
    const { save, view } = server()
    const notes = await save({ ...ENTERED, paypalClientSecret: 'my-secret-that-nobody-reads' })
    for (const text of [await everything(), JSON.stringify(await view()), JSON.stringify(notes)])
      expect(text).not.toContain('my-secret')
    expect(await everything()).not.toContain(Buffer.from('my-secret').toString('base64url').slice(0, 10))
  })

  it('stays when none is entered, and is replaced when one is', async () => {
    const { save, effective } = server()
    await save({ ...ENTERED, paypalClientSecret: 'first' })
    expect(await save({ ...ENTERED, paypalEnvironment: 'sandbox' })).toHaveLength(1)
    expect((await effective()).clientSecret).toBe('first')
    await save({ ...ENTERED, paypalClientSecret: 'second' })
    expect((await effective()).clientSecret).toBe('second')
  })

  it('belongs to its client id: another has to bring its own', async () => {
    const { save, effective, provider } = server(GIVEN)
    await save({ ...ENTERED, paypalClientId: 'my-id' })
    // The environment's secret is not used either, because it belongs to another client id.
    expect(await effective()).toMatchObject({ clientSecret: null, secretIsUnreadable: false })
    expect(await provider()).toBeNull()
    await save({ ...ENTERED, paypalClientSecret: 'my-secret' })
    await save({ ...ENTERED, paypalClientId: 'another' })
    expect(await effective()).toMatchObject({ clientSecret: null, secretIsUnreadable: true })
    await save(ENTERED)
    expect(await effective()).toMatchObject({ clientSecret: 'my-secret', secretIsUnreadable: false })
  })

  it('may be entered again for the id of the environment', async () => {
    const { save, effective } = server(GIVEN)
    const asGiven = { paypalClientId: 'given-id', paypalEnvironment: 'sandbox', paypalWebhookId: 'GIVEN' } as const
    expect(await save({ ...asGiven, paypalClientSecret: 'newer' })).toEqual(['Client secret: entered again'])
    expect((await effective()).clientSecret).toBe('newer')
  })

  it('is unknown to a server with another secret of its own, which goes on without payments', async () => {
    await server().save({ ...ENTERED, paypalClientSecret: 'my-secret' })
    const otherServer = server(NOTHING_GIVEN, 'changed')
    expect(await otherServer.view()).toEqual({ ...ENTERED, hasPaypalSecret: false })
    expect(await otherServer.effective()).toMatchObject({ clientSecret: null, secretIsUnreadable: true })
    expect(await otherServer.provider()).toBeNull()
    await otherServer.save({ ...ENTERED, paypalClientSecret: 'entered again' })
    expect((await otherServer.effective()).clientSecret).toBe('entered again')
  })
})
