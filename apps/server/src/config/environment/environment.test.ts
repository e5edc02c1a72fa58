import { mkdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment.ts'

describe('the environment', () => {
  it('may be empty, and an empty variable is unset', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 3000,
      sources: ['youtube'],
      retentionHours: 24,
      databaseUrl: null,
      outboundProxies: [],
      ytdlpChannel: 'stable',
      outboundAllow: [],
      rateLimits: true,
    })
    expect(readEnvironment({ PORT: '', OUTBOUND_PROXY: '' })).toMatchObject({ port: 3000, outboundProxy: null })
  })

  it('is parsed, including fractions of an hour', () => {
    const settings = readEnvironment({
      PORT: '8080',
      SOURCES: 'youtube, media',
      OUTBOUND_PROXIES: 'http://me:hush@proxy:3128,\n https://proxy socks5://proxy',
      OUTBOUND_ALLOW: '127.0.0.1:9000, 10.0.0.0/8',
      RETENTION_HOURS: '2',
      RATE_LIMITS: 'off',
      TRUST_PROXY: '1',
      FILE_NAMES: 'title',
    })
    expect(settings).toMatchObject({
      port: 8080,
      sources: ['youtube', 'media'],
      outboundProxies: ['http://me:hush@proxy:3128', 'https://proxy', 'socks5://proxy:1080'].map(
        (text) => new URL(text),
      ),
      outboundAllow: ['127.0.0.1:9000', '10.0.0.0/8'],
      retentionHours: 2,
      rateLimits: false,
      trustedProxies: 1,
      fileNames: 'title',
    })
    expect(readEnvironment({}).fileNames).toBe('quality')
    expect(readEnvironment({ RETENTION_HOURS: String(1 / 3600) }).retentionHours).toBe(1 / 3600)
  })

  it('may name yt-dlp and the CA file by relative paths, which become absolute', () => {
    const settings = readEnvironment({ YTDLP_PATH: './bin/yt-dlp', SSL_CERT_FILE: 'authority.pem' })
    expect([settings.ytdlpPath, settings.extraCaFile]).toEqual([resolve('bin/yt-dlp'), resolve('authority.pem')])
    expect(readEnvironment({ NODE_EXTRA_CA_CERTS: 'other.pem' }).extraCaFile).toBe(resolve('other.pem'))
    expect(readEnvironment({})).toMatchObject({ ytdlpPath: null, extraCaFile: null })
  })

  it('may name an address or a file for the newest version; the default is none', () => {
    expect(readEnvironment({}).updatesFrom).toBeNull()
    expect(readEnvironment({ UPDATES_FROM: 'newest' }).updatesFrom).toBe(resolve('newest'))
    const address = 'https://registry.example/kerf'
    expect(readEnvironment({ UPDATES_FROM: address }).updatesFrom).toEqual(new URL(address))
  })

  it('is refused with the names of all invalid variables', () => {
    const readVariables = () => readEnvironment({ PORT: 'http', SOURCES: 'tiktok', RETENTION_HOURS: '48' })
    expect(readVariables).toThrow(EnvironmentError)
    expect(readVariables).toThrow(/PORT[\s\S]*SOURCES[\s\S]*RETENTION_HOURS/)
  })

  it.each([
    ['PORT', 'abc', 'must be a port, a whole number from 0 to 65535'],
    ['PORT', '70000', 'must be a port, a whole number from 0 to 65535'],
    ['PORT', ' ', 'must be a port, a whole number from 0 to 65535'],
    ['FILE_NAMES', 'number', 'must be quality or title'],
    ['PUBLIC_URL', 'kerf.example.org', 'must be an address like https://kerf.example.org'],
    ...['?a=1', '#top', 'kerf?a=1'].map((path) => [
      'PUBLIC_URL',
      `https://kerf.example.org/${path}`,
      'must have no query, fragment, user or password',
    ]),
    ['PUBLIC_URL', 'https://me:hush@kerf.example.org', 'must have no query, fragment, user or password'],
    ['PUBLIC_URL', 'https://a.example,https://b.example', 'must be one address'],
    ['PUBLIC_URL', 'https://*.example.org', 'must be one address'],
    ['PUBLIC_URL', 'https://me@kerf.example.org', 'must have no query, fragment, user or password'],
    ...['a%20b', 'küche', 'kerf;a', 'k%2Ferf'].map((path) => [
      'PUBLIC_URL',
      `https://home.example/${path}`,
      'must have a path of letters, digits, ".", "_", "~" and "-", like https://home.example/kerf',
    ]),
    ...['api', 'kerf/tools'].map((path) => [
      'PUBLIC_URL',
      `https://home.example/${path}`,
      'must have a path without names of pages and calls of Kerf, such as "api" and "tools"',
    ]),
    ['DEMO_MODE', 'yes', 'must be 0 or 1'],
    ['LIVE_CHAT_URL', 'javascript:alert(1)', 'must be an address like https://chat.example.org'],
    ['UPDATES_FROM', 'ftp://registry.example', 'must be an http or https address without user and password, or a path'],
    [
      'UPDATES_FROM',
      'https://me:hush@registry.example/kerf',
      'must be an http or https address without user and password, or a path',
    ],
    ['SPONSORBLOCK_URL', 'sponsorblock.example.org', 'must be like https://sponsorblock.example.org'],
    ['SPONSORBLOCK_URL', 'https://me:hush@sponsorblock.example', 'must not have a user or a password'],
    ['SPONSORBLOCK_URL', 'https://sponsorblock.example/?key=1', 'must end after its path'],
    ['DATABASE_URL', 'mysql://me:hush@db/kerf', 'must be like postgres://user:password@host/database'],
    [
      'SOURCES',
      'tiktok, vimeo',
      'must be of youtube, media, peertube, twitch, vimeo, dailymotion, soundcloud, archive, bluesky, reddit, streamable, ted, x, with commas between',
    ],
    ['OUTBOUND_PROXY', 'socks5://me:hush@proxy', 'must be like http://proxy.example.org:3128'],
    ['OUTBOUND_PROXY', 'http://me:100%hush@proxy', 'must spell % in a password as %25'],
    ['OUTBOUND_PROXY', 'http://me:100%abc@proxy', 'must spell % in a password as %25'],
    ...['proxy:3128', 'http://ok:80, socks4://me:hush@proxy', 'socks5://', 'http://proxy/path'].map((value) => [
      'OUTBOUND_PROXIES',
      value,
      'must be like socks5://user:password@proxy.example.org:1080, http:// or https://, with commas or spaces between',
    ]),
    ['OUTBOUND_PROXIES', 'socks5://me@proxy', 'must have both a user and a password for socks5://, or neither'],
    ['OUTBOUND_PROXIES', 'socks5://[::1]:1080', 'must have a name or an IPv4 address for socks5://'],
    ['OUTBOUND_PROXIES', 'http://me:100%hush@proxy', 'must spell % in a password as %25'],
    ['OUTBOUND_PROXIES', 'http://me:100%abc@proxy', 'must spell % in a password as %25'],
    [
      'OUTBOUND_ALLOW',
      '10.0.0.0/8, media.lan',
      'cannot be read: "media.lan" is neither host:port (media.lan:8080, [::1]:8080) nor a block of addresses (10.0.0.0/8)',
    ],
    ['RETENTION_HOURS', '0', 'must be a number of hours above 0, 24 at most'],
    ['RETENTION_HOURS', 'a day', 'must be a number of hours above 0, 24 at most'],
    ['WORKER_CONCURRENCY', '2.5', 'must be a whole number from 1 to 64'],
    ['YTDLP_CHANNEL', 'master', 'must be stable or nightly'],
    ['RATE_LIMITS', 'none', 'must be on or off'],
    ['TRUST_PROXY', 'true', 'must be how many proxies stand in front, a whole number from 0 to 10'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
    ['FILE_DELIVERY', 'mail', 'must be through or signed'],
    ['PAYPAL_ENVIRONMENT', 'live', 'must be sandbox or production'],
    ['OTEL_TRACES_SAMPLER_ARG', '1,5', 'must be a number from 0 to 1, like 0.1'],
    ['SESSION_SECRET', 'hush', 'must have 32 characters or more'],
    ['MAIL_FROM', 'Kerf', 'must be like Kerf <kerf@example.org>'],
  ])('%s=%s is refused with what is expected, without the value', (name, value, expectedValue) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(
      new EnvironmentError(`These environment variables are invalid:\n  ${name} ${expectedValue}.`),
    )
  })

  it.each([
    'ADMIN_EMAIL',
    'METRICS_TOKEN',
    'YTDLP_PATH',
    'HOST',
    'PORT',
    'DATABASE_URL',
    'SMTP_URL',
    'SOURCES',
    'PUBLIC_URL',
    'AWS_SECRET_ACCESS_KEY',
    'OIDC_CLIENT_SECRET',
    'PAYPAL_CLIENT_SECRET',
    'SSL_CERT_FILE',
    'LIVE_CHAT_URL',
    'OTEL_SERVICE_NAME',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'DATA_DIR',
    'SESSION_SECRET',
    'ADMIN_PASSWORD',
  ])('is refused if %s has quotes or a carriage return, with only that complaint', (name) => {
    const quotes = 'is in quotes, which would be part of the value. Remove it there'
    const lineEnd =
      'ends with a carriage return, as in files of Windows, which would be part of the value. Remove it there'
    const bothFaults =
      'is in quotes and ends with a carriage return, as in files of Windows, which would be part of the value. Remove it there'
    for (const [value, complaint] of [
      ['"hush"', quotes],
      ["'hush'", quotes],
      ['""', quotes],
      ['hush\r', lineEnd],
      ['"hush"\r', bothFaults],
      ['"hush"\r\n', bothFaults],
      ['"hush" ', quotes],
      ['\u201chush\u201d', quotes],
    ]) {
      const readVariables = () => readEnvironment({ [name]: value })
      expect(readVariables).toThrow(EnvironmentError)
      expect(readVariables).toThrow(`  ${name} ${complaint}`)
      expect(readVariables).not.toThrow('hush')
    }
  })

  it.each(['DATA_DIR', 'SESSION_SECRET', 'ADMIN_PASSWORD'])('is refused if %s begins or ends with a space', (name) => {
    for (const value of ['hush ', ' hush', 'hush\t', 'hush\n', '\ufeffhush', 'hush\u00a0', ' '])
      expect(() => readEnvironment({ [name]: value })).toThrow(
        `  ${name} begins or ends with a blank, which would be part of the value. Remove it there`,
      )
  })

  it('is trimmed in all other variables', () => {
    const METRICS_TOKEN = 'm'.repeat(32)
    for (const [prefix, suffix] of [
      [' ', ''],
      ['', ' \t'],
      ['\ufeff', '\n'],
    ])
      expect(
        readEnvironment({
          HOST: `${prefix}127.0.0.1${suffix}`,
          PLANS: `${prefix}off${suffix}`,
          METRICS_TOKEN: prefix + METRICS_TOKEN + suffix,
          YTDLP_PATH: `${prefix}/usr/bin/yt-dlp${suffix}`,
        }),
      ).toMatchObject({ host: '127.0.0.1', plans: 'off', metricsToken: METRICS_TOKEN, ytdlpPath: '/usr/bin/yt-dlp' })
  })

  it('is refused in quotes, with a hint about data stored under the quoted value', async () => {
    expect(() => readEnvironment({ SESSION_SECRET: `"${'s'.repeat(32)}"` })).toThrow(
      'If Kerf has run with it, save the value unchanged as DATA_DIR/secrets/session, and unset SESSION_SECRET.',
    )
    const folder = join(temporaryDirectory(), 'data"')
    await mkdir(folder)
    const DATA_DIR = `"/../${relative(process.cwd(), folder)}`
    expect(() => readEnvironment({ DATA_DIR })).toThrow(`its data is in ${JSON.stringify(folder)}`)
  })

  it('treats undefined and empty variables as unset', () => {
    expect(readEnvironment({ OUTBOUND_PROXY: undefined, PUBLIC_URL: '', PORT: undefined })).toEqual(readEnvironment({}))
  })

  it('accepts quotes that belong to a value, and quoted variables of other programs', () => {
    expect(readEnvironment({ MAIL_FROM: '"Our Kerf" <cut@example.org>', COLOUR: '"red"' }).mailFrom.name).toBe(
      'Our Kerf',
    )
    expect(readEnvironment({ DATA_DIR: '/srv/"', HOST: '[::1]' })).toMatchObject({
      dataDirectory: '/srv/"',
      host: '::1',
    })
  })

  it.each([
    ['', '/'],
    ['/', '/'],
    ['/kerf', '/kerf'],
    ['/kerf/', '/kerf'],
    ['//videos///kerf//', '/videos/kerf'],
    ['/a/../kerf', '/kerf'],
  ])('normalizes the path of PUBLIC_URL: %j', (path, plainPath) => {
    const { publicUrl } = readEnvironment({ PUBLIC_URL: `https://home.example${path}` })
    expect(publicUrl?.href).toBe(`https://home.example${plainPath}`)
  })

  it('contains the PayPal settings, which are optional', () => {
    expect(readEnvironment({}).paypal).toMatchObject({ clientId: '', clientSecret: '', webhookId: '', apiUrl: null })
    // A compose file contains empty values if the operator takes no payments, or sets them up in the panel.
    expect(readEnvironment({ PAYPAL_CLIENT_ID: '', PAYPAL_ENVIRONMENT: 'sandbox' }).paypal).toMatchObject({
      clientId: '',
      environment: 'sandbox',
    })
    expect(readEnvironment({ PAYPAL_CLIENT_ID: 'AbC-1_2', PAYPAL_CLIENT_SECRET: 'hush' }).paypal).toEqual({
      clientId: 'AbC-1_2',
      clientSecret: 'hush',
      environment: 'production',
      apiUrl: null,
      webhookId: '',
    })
    const settings = readEnvironment({
      PAYPAL_CLIENT_ID: 'AbC',
      PAYPAL_CLIENT_SECRET: 'hush',
      PAYPAL_ENVIRONMENT: 'sandbox',
      PAYPAL_API_URL: 'http://127.0.0.1:8080',
      PAYPAL_WEBHOOK_ID: '9XL90610J3647323C',
    })
    expect(settings.paypal).toMatchObject({ environment: 'sandbox', webhookId: '9XL90610J3647323C' })
    expect(settings.paypal.apiUrl?.href).toBe('http://127.0.0.1:8080/')
  })

  it('contains the identity provider, which is optional', () => {
    expect(readEnvironment({})).toMatchObject({ oidc: null, localPasswords: true, plans: null })
    const oidc = {
      OIDC_ISSUER: 'https://id.example.org/realms/main',
      OIDC_CLIENT_ID: 'kerf',
      OIDC_CLIENT_SECRET: 'hush',
    }
    expect(readEnvironment({ ...oidc, LOCAL_PASSWORDS: 'off', PLANS: 'off' })).toMatchObject({
      oidc: { clientId: 'kerf', name: 'id.example.org', adminGroup: null, groupsClaim: 'groups', signUp: true },
      localPasswords: false,
      plans: 'off',
    })
  })

  it('keeps the PayPal settings with PLANS=off, for events about earlier payments', () => {
    expect(readEnvironment({ PLANS: 'off', PAYPAL_CLIENT_ID: 'AbC', PAYPAL_CLIENT_SECRET: 'hush' })).toMatchObject({
      plans: 'off',
      paypal: { clientId: 'AbC' },
    })
    expect(() => readEnvironment({ PLANS: 'no' })).toThrow('PLANS')
  })

  it.each([
    [{ OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'kerf' }, 'OIDC_CLIENT_SECRET is not set'],
    [{ OIDC_CLIENT_SECRET: 'hush' }, 'OIDC_ISSUER and OIDC_CLIENT_ID are not set'],
    [{ OIDC_ISSUER: 'id.example.org' }, 'OIDC_ISSUER must be like'],
    [{ OIDC_ISSUER: 'https://me:hush@id.example.org' }, 'must not have a user or a password'],
    [{ OIDC_ISSUER: 'https://id.example.org/.well-known/openid-configuration' }, 'must be the issuer alone'],
    [{ LOCAL_PASSWORDS: 'off' }, 'lets nobody sign in'],
    [{ OIDC_ADMIN_GROUP: 'admins' }, 'OIDC_ISSUER is not'],
  ])('refuses sign-in settings that are incomplete or contradictory: %o', (environment, words) => {
    expect(() => readEnvironment(environment)).toThrow(words)
    expect(() => readEnvironment(environment)).not.toThrow('hush')
  })

  it.each([
    [{ PAYPAL_CLIENT_ID: 'AbC' }, 'PAYPAL_CLIENT_SECRET is not set'],
    [{ PAYPAL_CLIENT_SECRET: 'hush' }, 'PAYPAL_CLIENT_ID is not set'],
    [{ PAYPAL_CLIENT_ID: 'A C', PAYPAL_CLIENT_SECRET: 'hush' }, 'PAYPAL_CLIENT_ID'],
    [{ PAYPAL_CLIENT_ID: 'AbC', PAYPAL_CLIENT_SECRET: 'hush hush' }, 'PAYPAL_CLIENT_SECRET'],
    [{ PAYPAL_CLIENT_ID: 'AbC', PAYPAL_CLIENT_SECRET: 'hush', PAYPAL_ENVIRONMENT: 'live' }, 'PAYPAL_ENVIRONMENT'],
    [{ PAYPAL_WEBHOOK_ID: 'https://hush.example.org/paypal/webhook' }, 'PAYPAL_WEBHOOK_ID'],
  ])('refuses incomplete or invalid PayPal settings %o, and repeats no secret', (environment, words) => {
    expect(() => readEnvironment(environment)).toThrow(EnvironmentError)
    expect(() => readEnvironment(environment)).toThrow(words)
    expect(() => readEnvironment(environment)).not.toThrow('hush')
  })

  it.each([
    ['https://api-m.sandbox.paypal.com', true],
    ['https://gateway.example.org:8443/', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:8080', true],
    ['http://10.1.2.3', true],
    ['http://localhost:8080', true],
    ['http://paypal.lan', true],
    ['http://api-m.paypal.com', false],
    ['http://8.8.8.8', false],
    ['ftp://127.0.0.1', false],
    ['https://me:hush@api-m.paypal.com', false],
    ['https://api-m.paypal.com/v2', false],
    ['https://api-m.paypal.com/?a=1', false],
    ['api-m.paypal.com', false],
  ])('%s is valid as PAYPAL_API_URL: %s', (address, isValid) => {
    const readVariables = () => readEnvironment({ PAYPAL_API_URL: address })
    if (isValid) expect(readVariables).not.toThrow()
    else expect(readVariables).toThrow('PAYPAL_API_URL')
    if (!isValid) expect(readVariables).not.toThrow('hush')
  })

  it('contains the mail server, the sender and the address of the operator', () => {
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
    const readVariables = () => readEnvironment({ [name]: value })
    expect(readVariables).toThrow(EnvironmentError)
    expect(readVariables).toThrow(name)
    expect(readVariables).not.toThrow('secret')
  })
})

describe('the role of a process', () => {
  const DATABASE_URL = 'postgres://kerf@db/kerf'
  const PUBLIC_URL = 'https://kerf.example'

  it('is `serve` by default, which needs no variable', () => {
    expect(readEnvironment({})).toMatchObject({ role: 'serve', port: 3000 })
  })

  it.each(['web', 'worker'] as const)('%s needs DATABASE_URL', (role) => {
    expect(() => readEnvironment({ PUBLIC_URL }, role)).toThrow(
      /npm run (web|worker).*DATABASE_URL is not set.*npm start/,
    )
    expect(readEnvironment({ DATABASE_URL, PUBLIC_URL }, role).role).toBe(role)
  })

  it('worker needs PUBLIC_URL for links in emails, and has another default port than web', () => {
    expect(() => readEnvironment({ DATABASE_URL }, 'worker')).toThrow(/emails.*PUBLIC_URL is not set/)
    expect(readEnvironment({ DATABASE_URL, PUBLIC_URL }, 'worker').port).toBe(3001)
    expect(readEnvironment({ DATABASE_URL }, 'web').port).toBe(3000)
    expect(readEnvironment({ DATABASE_URL, PUBLIC_URL, PORT: '4000' }, 'worker').port).toBe(4000)
  })
})
