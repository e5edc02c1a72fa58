import { describe, expect, it } from 'vitest'
import { createSecretSeal } from './sealed-secret.ts'

const SECRET = 'EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL'

describe('a sealed secret', () => {
  const seal = createSecretSeal('the server’s own secret')

  it('opens for its client id, also after a restart, and not for another or under another secret', () => {
    const sealed = seal.seal(SECRET, 'client')
    expect(seal.open(sealed, 'client')).toBe(SECRET)
    expect(createSecretSeal('the server’s own secret').open(sealed, 'client')).toBe(SECRET)
    expect(seal.open(sealed, 'another')).toBeNull()
    expect(createSecretSeal('another secret').open(sealed, 'client')).toBeNull()
  })

  it('tells nothing of itself, and is another text each time', () => {
    const sealed = seal.seal(SECRET, 'client')
    for (const encoding of ['utf8', 'base64', 'base64url', 'hex'] as const)
      expect(sealed).not.toContain(Buffer.from(SECRET).toString(encoding).slice(0, 16))
    expect(seal.seal(SECRET, 'client')).not.toBe(sealed)
  })

  it('is not opened when anything of it was changed, and is never a crash', () => {
    const sealed = seal.seal(SECRET, 'client')
    const parts = sealed.split('.')
    for (const [index, part] of parts.entries()) {
      const changed = `${part[0] === 'A' ? 'B' : 'A'}${part.slice(1)}`
      expect(seal.open(parts.with(index, changed).join('.'), 'client')).toBeNull()
    }
    for (const nonsense of ['', 'v1', 'v1...', 'v2.a.b.c', sealed.slice(0, -4), `${sealed}AAAA`, 'null'])
      expect(seal.open(nonsense, 'client')).toBeNull()
  })
})
