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

  it('says how letters leave', () => {
    expect(readEnvironment({})).toMatchObject({
      smtpUrl: null,
      mailFrom: { name: 'Kerf', address: 'kerf@localhost' },
      adminEmail: null,
    })
    expect(readEnvironment({ PUBLIC_URL: 'https://kerf.example.org/' }).mailFrom.address).toBe('kerf@kerf.example.org')
    expect(readEnvironment({ PUBLIC_URL: 'http://[::1]:3000' }).mailFrom.address).toBe('kerf@localhost')
    const settings = readEnvironment({
      SMTP_URL: 'smtps://me%40example.org:p%3A%2Fss@mail.example.org:4465',
      MAIL_FROM: '"Our Kerf" <cut@example.org>',
      ADMIN_EMAIL: ' operator@example.org ',
    })
    expect(settings.smtpUrl?.host).toBe('mail.example.org:4465')
    expect(settings.mailFrom).toEqual({ name: 'Our Kerf', address: 'cut@example.org' })
    expect(settings.adminEmail).toBe('operator@example.org')
    expect(readEnvironment({ MAIL_FROM: 'cut@example.org' }).mailFrom).toEqual({ name: '', address: 'cut@example.org' })
  })

  it.each([
    ['SMTP_URL', 'http://secret@mail.example.org'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'mail.example.org:secret'],
    ['SMTP_URL', 'smtps://me:secret@mail.example.org?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://me:secret@mail.example.org/inbox'],
    ['SMTP_URL', 'smtp://:secret@mail.example.org'],
    ['SMTP_URL', 'smtp://me:100%secret@mail.example.org'],
    ['MAIL_FROM', 'Kerf'],
    ['MAIL_FROM', 'Kerf <kerf@example.org>, eve@example.org'],
    ['MAIL_FROM', 'Kerf\r\nBcc: eve@example.org <kerf@example.org>'],
    ['ADMIN_EMAIL', 'Operator <operator@example.org>'],
  ])('refuses %s=%s, and repeats no password', (name, value) => {
    const read = () => readEnvironment({ [name]: value })
    expect(read).toThrow(EnvironmentError)
    expect(read).toThrow(name)
    expect(read).not.toThrow('secret')
  })
})
