import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

async function policyOf(withPayPal: boolean, publicUrl: URL | null = null) {
  const app = fastify()
  await securityHeaders(app, { publicUrl, withPayPal })
  app.get('/', async () => 'page')
  const { headers } = await app.inject('/')
  await app.close()
  return { policy: String(headers['content-security-policy']), headers }
}

describe('what may run on a page', () => {
  it('is ours alone, until payments are set up', async () => {
    const { policy } = await policyOf(false)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('paypal')
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it("takes in the provider's script, and no script written into the page, once they are", async () => {
    const { policy, headers } = await policyOf(true)
    expect(policy).toContain("script-src 'self' https://*.paypal.com https://*.paypalobjects.com;")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })

  it('insists on https where people come by https', async () => {
    expect((await policyOf(false, new URL('https://kerf.example'))).headers['strict-transport-security']).toBeDefined()
    expect((await policyOf(false)).headers['strict-transport-security']).toBeUndefined()
  })
})
