import { describe, expect, it } from 'vitest'
import { QUALITY_IDS } from '../formats/quality.ts'
import { isProOnly, qualityAccess } from './quality-access.ts'

const allowedQualities = (...args: [Parameters<typeof qualityAccess>[0], Parameters<typeof qualityAccess>[2]?]) =>
  QUALITY_IDS.filter((quality) => qualityAccess(args[0], quality, args[1]).allowed)

describe('quality access', () => {
  it('gives a stranger 360p and audio, regardless of the free limit', () => {
    expect(allowedQualities('anonymous')).toEqual(['360p', 'audio'])
    expect(allowedQualities('anonymous', '1080p')).toEqual(['360p', 'audio'])
  })

  it('gives a free account the configured qualities', () => {
    expect(allowedQualities('free')).toEqual(['360p', 'audio'])
    expect(allowedQualities('free', '720p')).toEqual(['720p', '480p', '360p', 'audio'])
    expect(allowedQualities('free', '1080p')).toEqual(['1080p', '720p', '480p', '360p', 'audio'])
  })

  it.each(['pro', 'lifetime', 'admin'] as const)('gives %s everything', (kind) => {
    expect(allowedQualities(kind)).toEqual([...QUALITY_IDS])
  })

  it('states what would help, and marks as PRO exactly the rows that free accounts lack', () => {
    expect(qualityAccess('anonymous', '1080p')).toEqual({ allowed: false, reason: 'needs_account' })
    expect(qualityAccess('free', '2160p', '1080p')).toEqual({ allowed: false, reason: 'needs_pro' })
    expect(QUALITY_IDS.filter((quality) => isProOnly(quality, '1080p'))).toEqual(['2160p'])
  })
})
