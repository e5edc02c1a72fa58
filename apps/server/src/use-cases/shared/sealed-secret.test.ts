import { describe, expect, it } from 'vitest'
import { createSecretSeal } from './sealed-secret.ts'

const SECRET = 'EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL'

describe('a sealed secret', () => {
  const seal = createSecretSeal('the server’s own secret')

  it('opens for its client id, even after a restart, and not for another id or secret', () => {
    const sealedSecret = seal.seal(SECRET, 'client')
    expect(seal.open(sealedSecret, 'client')).toBe(SECRET)
    expect(createSecretSeal('the server’s own secret').open(sealedSecret, 'client')).toBe(SECRET)
    expect(seal.open(sealedSecret, 'another')).toBeNull()
    expect(createSecretSeal('another secret').open(sealedSecret, 'client')).toBeNull()
  })

  it('reveals nothing, and differs each time', () => {
    const sealedSecret = seal.seal(SECRET, 'client')
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
      expect(sealedSecret).not.toContain(Buffer.from(SECRET).toString(encoding).slice(0, 16))
    expect(seal.seal(SECRET, 'client')).not.toBe(sealedSecret)
  })

  it('does not open after any change, and never crashes', () => {
    const sealedSecret = seal.seal(SECRET, 'client')
    const parts = sealedSecret.split('.')
    for (const [index, part] of parts.entries()) {
      const changedPart = `${part[0] === 'A' ? 'B' : 'A'}${part.slice(1)}`
      expect(seal.open(parts.with(index, changedPart).join('.'), 'client')).toBeNull()
    }
    for (const nonsense of ['', 'v1', 'v1...', 'v2.a.b.c', sealedSecret.slice(0, -4), `${sealedSecret}AAAA`, 'null'])
      expect(seal.open(nonsense, 'client')).toBeNull()
  })
})
