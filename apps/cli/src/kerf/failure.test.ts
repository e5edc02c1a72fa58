import { describe, expect, it } from 'vitest'
import { failureOf, notOfferedFailure } from './failure.ts'

describe('a failure', () => {
  it.each([
    [
      'in a video without audio',
      { quality: 'audio', format: 'mp3' },
      true,
      'This video has no audio to make an MP3 of.',
    ],
    [
      'in audio only',
      { quality: null, format: 'mp4' },
      false,
      'There is no video, only audio. Use -q audio to make an MP3.',
    ],
    [
      'in a smaller video',
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
    expect(notOfferedFailure(form, hasVideo)).toMatchObject({ code: 'quality_unavailable', message: sentence })
  })

  it('names an unsupported site, and a file that does not exist', () => {
    expect(failureOf('invalid_link', 'https://vimeo.com/76979871').message).toBe(
      'vimeo.com is an unsupported site. Links to YouTube videos, media files and HLS playlists can be cut.',
    )
    for (const text of ['vimeo.com/76979871', 'A talk: https://vimeo.com/76979871'])
      expect(failureOf('invalid_link', text).message).toMatch(
        /^Vimeo is an unsupported site\. Links to YouTube videos, /,
      )
    expect(failureOf('invalid_link', 'lost.mp4').message).toContain('"lost.mp4" is not an existing file')
  })

  it('names the nearest cause, not a missing yt-dlp', () => {
    const trouble = {
      reason: 'dns',
      about: 'www.youtube.com',
      host: 'www.youtube.com',
      systemCode: 'EAI_AGAIN',
    } as const
    expect(failureOf('source_failed', 'x', { trouble }).message).toBe(
      'No public address was found for www.youtube.com (DNS).',
    )
    expect(failureOf('resolver_missing', 'x').message).toContain('yt-dlp')
  })

  it('names the cause of a failed cut, because there is no log', () => {
    const cause = 'Could not load the native binding for linux-x64.'
    expect(failureOf('cut_failed', 'x', { cause }).message).toBe(`The clip could not be made. ${cause}`)
    expect(failureOf('cut_failed', 'x').message).toBe('The clip could not be made.')
  })

  it('has sentences about files, not about links or servers', () => {
    expect(failureOf('broken_media', 'half.mp4').message).toBe('The file is damaged or incomplete.')
    expect(failureOf('begins_later', 'late.ts', { trouble: { reason: 'begins_at', about: '1.367' } }).message).toBe(
      'Nothing can be shown in this range: the first frame that can be shown is at 1.367 s.',
    )
  })
})
