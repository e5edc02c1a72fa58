import { describe, expect, it } from 'vitest'
import { failureOf, notOffered } from './failure.ts'

describe('why there is no clip', () => {
  it.each([
    [
      'of a video without audio',
      { quality: 'audio', format: 'mp3' },
      true,
      'There is no audio in it to make an MP3 of.',
    ],
    [
      'of audio alone',
      { quality: null, format: 'mp4' },
      false,
      'There is no image in it, only audio: -q audio makes an MP3 of it.',
    ],
    [
      'of a video that is smaller',
      { quality: '1080p', format: 'mp4' },
      true,
      'There is no image of 1080p in it: say a smaller one, or leave out -q.',
    ],
    [
      'in a codec that is kept nowhere',
      { quality: '720p', format: 'original' },
      true,
      'There is no image of 720p in it whose codec can be kept: leave out --format original.',
    ],
  ] as const)('names what is missing: %s', (_, form, hasFrame, sentence) => {
    expect(notOffered(form, hasFrame)).toMatchObject({ code: 'quality_unavailable', message: sentence })
  })

  it('speaks of a file, not of a link or a server', () => {
    expect(failureOf('broken_media', 'half.mp4').message).toBe('The media in it is damaged, or not all of it is there.')
  })
})
