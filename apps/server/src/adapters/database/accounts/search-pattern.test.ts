import { expect, it } from 'vitest'
import { searchPattern, spellingsOf } from './search-pattern.ts'

it('wildcard characters of a pattern are matched literally', () => {
  expect(searchPattern('50%_\\')).toBe('%50\\%\\_\\\\%')
})

it('a name with ß is found by its capitals, and the reverse', () => {
  expect(spellingsOf('GRÖSSE')).toEqual(['GRÖSSE', 'GRÖßE'])
  expect(spellingsOf('größe')).toEqual(['größe', 'grösse'])
  expect(spellingsOf('anna')).toEqual(['anna'])
})
