import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const withoutPayPal = async () => false

async function policyOf(withPayPal: () => Promise<boolean>, publicUrl: URL | null = null) {
  const app = fastify()
  await securityHeaders(app, { publicUrl, withPayPal, filesOrigin: null })
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send('page'))
  app.get('/unchanged', async (_request, reply) => reply.type('text/html').code(304).send())
  app.get('/data', async () => ({}))
  const requestHeaders = async (path = '/') => {
    const { headers } = await app.inject(path)
    return { policy: String(headers['content-security-policy']), headers }
  }
  return { ...(await requestHeaders()), ask: requestHeaders, close: () => app.close() }
}

describe('the content security policy of a page', () => {
  it('allows only our own scripts until payments are set up', async () => {
    const { policy } = await policyOf(withoutPayPal)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/paypal|unsafe/)
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it("allows the provider's scripts, and no inline scripts, once payments are set up", async () => {
    const { policy, headers } = await policyOf(async () => true)
    expect(policy).toContain("script-src 'self' https://*.paypal.com https://*.paypalobjects.com;")
    expect(policy.match(/[\w-]+ [^;]*unsafe[^;]*/g)).toEqual(["style-src 'self' 'unsafe-inline'"])
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })

  it('changes with the settings at the next page, even a cached one, and allows only what is needed', async () => {
    let isSetUp = false
    const { ask, close } = await policyOf(async () => isSetUp)
    expect((await ask()).policy).not.toContain('paypal')
    isSetUp = true
    for (const path of ['/', '/unchanged']) expect((await ask(path)).policy).toContain('https://*.paypal.com')
    expect((await ask('/data')).policy).not.toContain('paypal')
    isSetUp = false
    expect((await ask()).policy).not.toContain('paypal')
    await close()
  })

  it('allows only our own scripts if the payment settings cannot be read', async () => {
    const { policy } = await policyOf(async () => {
      throw new Error('no database')
    })
    expect(policy).toContain("script-src 'self';")
  })

  it('forbids connections on the page for local files, even with payments', async () => {
    const { ask, close } = await policyOf(async () => true)
    for (const path of ['/device', '/device?lang=de', '/assets/engine-abc.js']) {
      const { policy } = await ask(path)
      for (const name of ['connect-src', 'form-action', 'frame-src']) expect(policy).toContain(`${name} 'none'`)
      for (const name of ['script-src', 'img-src', 'media-src']) expect(policy).toContain(`${name} 'self'`)
      expect(policy).not.toMatch(/paypal|unsafe-inline|'unsafe-eval'/)
    }
    expect((await ask('/assets/index-abc.js')).policy).toContain("connect-src 'self'")
    await close()
  })

  it('may read the origin of the link in the address, and is the same for every other one', async () => {
    const { ask, close } = await policyOf(withoutPayPal, new URL('https://kerf.example'))
    const policyAt = async (path: string) => (await ask(path)).policy
    const filePolicy = await policyAt('/device')
    const link = encodeURIComponent('https://media.example:8443/a.mp4')
    for (const path of [`/device?link=${link}`, `/Device/?lang=de&link=${link}&start=1`])
      expect(await policyAt(path)).toBe(
        filePolicy
          .replace("connect-src 'none'", 'connect-src https://media.example:8443')
          .replace("media-src 'self' blob:", "media-src 'self' blob: https://media.example:8443"),
      )
    const refusedLinks = [
      'javascript:alert(1)//a.mp4',
      'data:video/mp4,a.mp4',
      'https://kerf.example@media.example/a.mp4',
      'https://media.example;script-src/a.mp4',
      'https://*/a.mp4',
      'https://media.example\n/a.mp4',
      'https://[::1]/a.mp4',
      'http://media.example/a.mp4',
      'https://kerf.example/a.mp4',
    ]
    const paths = [
      ...refusedLinks.map((refused) => `/device?link=${encodeURIComponent(refused)}`),
      `/device?link=${link}&link=${link}`,
      '/device?link=https://media.example/a.mp4;%20connect-src%20*%0d%0aset-cookie:a.mp3x',
      `/device?link=%`,
    ]
    for (const path of paths) expect([path, await policyAt(path)]).toEqual([path, filePolicy])
    expect(await policyAt(`/assets/engine-abc.js?link=${link}`)).toBe(await policyAt('/assets/engine-abc.js'))
    expect(await policyAt(`/?link=${link}`)).not.toContain('media.example')
    await close()
  })

  it('requires HTTPS if people use HTTPS', async () => {
    expect(
      (await policyOf(withoutPayPal, new URL('https://kerf.example'))).headers['strict-transport-security'],
    ).toBeDefined()
    expect((await policyOf(withoutPayPal)).headers['strict-transport-security']).toBeUndefined()
    // Another site of the same host may have no https.
    const { headers, policy } = await policyOf(withoutPayPal, new URL('https://home.example/kerf'))
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(policy).toContain('upgrade-insecure-requests')
  })
})
