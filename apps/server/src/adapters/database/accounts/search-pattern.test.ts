import { expect, it } from 'vitest'
import { searchPattern, spellingsOf } from './search-pattern.ts'

it('what stands for anything in a pattern is looked for as it is', () => {
  expect(searchPattern('50%_\\')).toBe('%50\\%\\_\\\\%')
})

it('a name with ß is found by its capitals, and the other way round', () => {
  expect(spellingsOf('GRÖSSE')).toEqual(['GRÖSSE', 'GRÖßE'])
  expect(spellingsOf('größe')).toEqual(['größe', 'grösse'])
  expect(spellingsOf('anna')).toEqual(['anna'])
})
