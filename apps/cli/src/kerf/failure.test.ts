import { describe, expect, it } from 'vitest'
import { failureOf, notOffered } from './failure.ts'

describe('why there is no clip', () => {
  it.each([
    [
      'of a video without audio',
      { quality: 'audio', format: 'mp3' },
      true,
      'This video has no audio to make an MP3 of.',
    ],
    [
      'of audio alone',
      { quality: null, format: 'mp4' },
      false,
      'There is no video, only audio. Use -q audio to make an MP3.',
    ],
    [
      'of a video that is smaller',
      { quality: '1080p', format: 'mp4' },
      true,
      'There is no video in 1080p. Choose a smaller one, or leave out -q.',
    ],
    [
      'in a codec that cannot be copied',
      { quality: '720p', format: 'original' },
      true,
      'There is no video in 720p whose codec can be copied. Leave out --format original.',
    ],
  ] as const)('names what is missing: %s', (_, form, hasVideo, sentence) => {
    expect(notOffered(form, hasVideo)).toMatchObject({ code: 'quality_unavailable', message: sentence })
  })

  it('speaks of a file, not of a link or a server', () => {
    expect(failureOf('broken_media', 'half.mp4').message).toBe('The file is damaged or incomplete.')
  })
})
