import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrDrawing } from './qr-drawing.ts'

const URI =
  'otpauth://totp/Kerf:anna%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Kerf&digits=6&period=30'

/** Positions of the modules that the path fills. */
function darkModules(path: string): Set<string> {
  const positions = new Set<string>()
  for (const [, from, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let x = Number(from); x < Number(from) + Number(width); x += 1) positions.add(`${x},${y}`)
  }
  return positions
}

describe('the drawing of a QR code', () => {
  it('has exactly the modules of the code, with a quiet zone of four modules', () => {
    const { path, modules } = qrDrawing(URI)
    const { data, size } = encode(URI, { ecc: 'M', border: 0 })
    expect(modules).toBe(size + 8)
    const expectedDots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x + 4},${y + 4}`] : [])))
    expect([...darkModules(path)].sort()).toEqual(expectedDots.sort())
  })

  it('gives each module a whole number of pixels, and fits a phone', () => {
    for (const text of ['otpauth://', URI, `${URI}&image=${'x'.repeat(200)}`]) {
      const { modules, pixels } = qrDrawing(text)
      expect(pixels % modules).toBe(0)
      expect(pixels).toBeLessThanOrEqual(300)
    }
  })
})
