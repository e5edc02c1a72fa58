import { expect, it } from 'vitest'
import { clipFileName } from './file-name.ts'
import { QUALITY_IDS } from './quality.ts'

it('names a clip after the product and the quality on the grid', () => {
  expect(QUALITY_IDS.map(clipFileName)).toEqual([
    'kerf_4k_2160p.mp4',
    'kerf_1080p_hd.mp4',
    'kerf_720p.mp4',
    'kerf_480p.mp4',
    'kerf_360p.mp4',
    'kerf_audio_only.mp3',
  ])
})
