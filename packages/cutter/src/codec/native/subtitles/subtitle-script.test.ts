import { describe, expect, it } from 'vitest'
import { subtitleScript } from './subtitle-script.ts'

const drawnText = (text: string): string => {
  const script = subtitleScript({ text, style: 'box', language: 'en', displaySize: { width: 1280, height: 720 } })
  return script
    .slice(script.lastIndexOf(',,0,0,0,,'))
    .replace(/\{[^}]*\}/g, '')
    .replace(/^,,0,0,0,,|\n$/g, '')
}

describe('the script of drawn text', () => {
  it('has no more text than fills the frame, because each frame draws all of it', () => {
    expect(drawnText(`${'word '.repeat(190)}end`)).toBe(`${'word '.repeat(190)}end`)
    expect(drawnText('a b '.repeat(3_000)).length).toBe(999)
    expect(drawnText(`${'a '.repeat(499)}a${'\u{20000}'.repeat(10)}`).isWellFormed()).toBe(true)
  })

  it('has few combining marks on one letter', () => {
    expect(drawnText(`a${'\u0316'.repeat(1_900)}b`)).toBe(`a${'\u0316'.repeat(8)}b`)
    expect(drawnText('क्षि नी')).toBe('क्षि नी')
  })
})
