import { OWN_PATH_PARTS, pathParts } from '@kerf/domain/site/server-address'
import { expect, it } from 'vitest'
import { PAGES } from './pages.ts'

it('no page can be mistaken for a path in PUBLIC_URL', () => {
  const firstParts = Object.values(PAGES).flatMap(({ path }) => pathParts(path).slice(0, 1))
  expect(firstParts.filter((part) => !OWN_PATH_PARTS.has(part))).toEqual([])
})
