import type { QualityId } from '@kerf/domain/formats/quality'
import { expect, it } from 'vitest'
import { exampleOption } from '../../data/downloads/testing/example-download.ts'
import { lockedNames } from './GridHeading.tsx'

const names = (...qualities: QualityId[]) => lockedNames(qualities.map((quality) => exampleOption({ quality })))?.names

it('the heading of locked rows names one, two, or a span of them from the smallest up, and nothing when nothing is locked', () => {
  expect(names('2160p')).toBe('4K')
  expect(names('1080p', '720p')).toBe('720p and 1080p')
  expect(names('2160p', '1080p', '720p', '480p')).toBe('480p to 4K')
  expect(lockedNames([])).toBeNull()
})
