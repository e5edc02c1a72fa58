import { expect, it } from 'vitest'
import { clipFileName, fileNameBeside } from './file-name.ts'
import { QUALITIES, QUALITY_IDS, type QualityId } from './quality.ts'

it('a clip is named after the product and its quality or kind', () => {
  expect(QUALITY_IDS.map((quality) => clipFileName({ quality, format: QUALITIES[quality].format }))).toEqual([
    'kerf_4k_2160p.mp4',
    'kerf_1080p_hd.mp4',
    'kerf_720p.mp4',
    'kerf_480p.mp4',
    'kerf_360p.mp4',
    'kerf_audio_only.mp3',
  ])
  const originalForm = { quality: '1080p', format: 'original' } as const
  expect(clipFileName({ ...originalForm, receipt: { container: 'webm' } })).toBe('kerf_1080p_hd_original.webm')
  expect(clipFileName({ ...originalForm, receipt: { container: 'mp4' } })).toBe('kerf_1080p_hd_original.mp4')
  expect(clipFileName({ quality: '720p', format: 'png' })).toBe('kerf_720p_still.png')
  expect(clipFileName({ quality: '360p', format: 'gif' })).toBe('kerf_animation.gif')
  expect(clipFileName({ quality: '360p', format: 'webp' })).toBe('kerf_animation.webp')
})

it('a file name contains the fit options, so that clips of one video differ', () => {
  const mp4 = { quality: '360p', format: 'mp4' } as const
  const area = { left: 0.25, top: 0, width: 0.5, height: 1 }
  expect(clipFileName({ ...mp4, options: { crop: '9:16', maxBytes: 10_000_000 } })).toBe('kerf_360p_9x16_10mb.mp4')
  expect(clipFileName({ ...mp4, options: { crop: area, maxBytes: 8_450_000 } })).toBe('kerf_360p_crop_8.4mb.mp4')
  expect(clipFileName({ ...mp4, options: { maxBytes: 500_000, loudness: -14 } })).toBe('kerf_360p_500kb.mp4')
  const mp3 = { quality: 'audio', format: 'mp3' } as const
  expect(clipFileName({ ...mp3, options: { bitrate: 'v2' } })).toBe('kerf_audio_only_v2.mp3')
})

it('a clip is named by its height if it is below 360p, or between 1080p and 2160p', () => {
  const name = (quality: QualityId, width: number, height: number, options = {}) =>
    clipFileName({ quality, format: 'mp4', receipt: { size: { width, height } }, options })
  expect([name('360p', 320, 240), name('2160p', 2560, 1440), name('2160p', 1440, 2560)]).toEqual([
    'kerf_240p.mp4',
    'kerf_1440p.mp4',
    'kerf_1440p.mp4',
  ])
  expect([name('360p', 640, 266), name('2160p', 3840, 1600), name('720p', 1280, 534)]).toEqual([
    'kerf_360p.mp4',
    'kerf_4k_2160p.mp4',
    'kerf_720p.mp4',
  ])
  expect(name('360p', 120, 214, { crop: '9:16' })).toBe('kerf_360p_9x16.mp4')
})

it('a companion file is named like its clip', () => {
  expect(fileNameBeside('kerf_360p.mp4', 'srt')).toBe('kerf_360p.srt')
  expect(fileNameBeside('01_Mr.-X_0-01.0-0-02.5_720p.mp4', 'vtt')).toBe('01_Mr.-X_0-01.0-0-02.5_720p.vtt')
})
