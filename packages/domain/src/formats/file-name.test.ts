import { expect, it } from 'vitest'
import { clipFileName, fileNameBeside } from './file-name.ts'
import { QUALITIES, QUALITY_IDS } from './quality.ts'

it('names a clip after the product and the quality on the grid, or after what it is', () => {
  expect(QUALITY_IDS.map((quality) => clipFileName({ quality, format: QUALITIES[quality].format }))).toEqual([
    'kerf_4k_2160p.mp4',
    'kerf_1080p_hd.mp4',
    'kerf_720p.mp4',
    'kerf_480p.mp4',
    'kerf_360p.mp4',
    'kerf_audio_only.mp3',
  ])
  const original = { quality: '1080p', format: 'original' } as const
  expect(clipFileName({ ...original, container: 'webm' })).toBe('kerf_1080p_hd_original.webm')
  expect(clipFileName({ ...original, container: 'mp4' })).toBe('kerf_1080p_hd_original.mp4')
  expect(clipFileName({ quality: '720p', format: 'png' })).toBe('kerf_720p_still.png')
  expect(clipFileName({ quality: '360p', format: 'gif' })).toBe('kerf_animation.gif')
  expect(clipFileName({ quality: '360p', format: 'webp' })).toBe('kerf_animation.webp')
})

it('names what comes with a clip like the clip', () => {
  expect(fileNameBeside('kerf_360p.mp4', 'srt')).toBe('kerf_360p.srt')
  expect(fileNameBeside('01_Mr.-X_0-01.0-0-02.5_720p.mp4', 'vtt')).toBe('01_Mr.-X_0-01.0-0-02.5_720p.vtt')
})
