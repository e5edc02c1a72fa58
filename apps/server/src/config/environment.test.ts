import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment.ts'

describe('the environment', () => {
  it('may be empty', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 3000,
      sources: ['youtube'],
      retentionHours: 24,
      databaseUrl: null,
      outboundAllow: [],
      rateLimits: true,
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readEnvironment({ PORT: '', OUTBOUND_PROXY: '' })).toMatchObject({ port: 3000, outboundProxy: null })
  })

  it('is understood', () => {
    const settings = readEnvironment({
      PORT: '8080',
      SOURCES: 'youtube, media',
      OUTBOUND_ALLOW: '127.0.0.1:9000, 10.0.0.0/8',
      RETENTION_HOURS: '2',
      RATE_LIMITS: 'off',
      TRUST_PROXY: '1',
    })
    expect(settings).toMatchObject({
      port: 8080,
      sources: ['youtube', 'media'],
      outboundAllow: ['127.0.0.1:9000', '10.0.0.0/8'],
      retentionHours: 2,
      rateLimits: false,
      trustedProxies: 1,
    })
  })

  it('is refused with the name of every variable that makes no sense', () => {
    const read = () => readEnvironment({ PORT: 'http', SOURCES: 'tiktok', RETENTION_HOURS: '48' })
    expect(read).toThrow(EnvironmentError)
    expect(read).toThrow(/PORT[\s\S]*SOURCES[\s\S]*RETENTION_HOURS/)
  })
})
