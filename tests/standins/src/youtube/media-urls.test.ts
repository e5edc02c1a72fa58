import { describe, expect, it } from 'vitest'
import type { StandinFormat } from './media/standin-format.ts'
import { makeMediaUrl, readMediaUrl } from './media-urls.ts'
import { findVideo, videoIds } from './videos.ts'

const format: StandinFormat = {
  itag: 137,
  path: '/nowhere/137.mp4',
  sizeBytes: 1000,
  mimeType: 'video/mp4',
  codecs: 'avc1.640028',
  bitrate: 1,
  image: { width: 1920, height: 1080, framesPerSecond: 30, label: '1080p', quality: 'hd1080' },
  audio: null,
  ranges: null,
}

const expiresAtSeconds = 1_800_000_000

function query(change: Record<string, string> = {}): URLSearchParams {
  const video = findVideo(videoIds.ordinary)
  const { searchParams } = new URL(makeMediaUrl(video, format, { seconds: 30, expiresAtSeconds }))
  for (const [name, value] of Object.entries(change)) searchParams.set(name, value)
  return searchParams
}

describe('a media url', () => {
  it('names its video and format while it lives', () => {
    const claim = readMediaUrl(query(), expiresAtSeconds - 1)
    expect(claim).toEqual({ valid: true, videoId: videoIds.ordinary, itag: 137 })
  })

  it('is worth nothing from the second it expires', () => {
    expect(readMediaUrl(query(), expiresAtSeconds)).toEqual({ valid: false, reason: 'expired' })
  })

  it('is worth nothing once anything it was signed over is altered', () => {
    const changes = { expire: '1900000000', itag: '18', id: 'o-Private0001' }
    for (const [name, value] of Object.entries(changes)) {
      expect(readMediaUrl(query({ [name]: value }), expiresAtSeconds - 1)).toEqual({
        valid: false,
        reason: 'bad signature',
      })
    }
  })

  it('may carry a range beside what was signed', () => {
    expect(readMediaUrl(query({ range: '0-99' }), expiresAtSeconds - 1).valid).toBe(true)
  })
})
