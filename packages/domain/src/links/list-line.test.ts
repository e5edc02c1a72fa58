import { expect, it } from 'vitest'
import { parseListLine } from './list-line.ts'

const LINK = 'https://youtu.be/dQw4w9WgXcQ'

it.each([
  `${LINK} 1:02-1:15`,
  `1. ${LINK} 1:02-1:15`,
  `2) ${LINK}, 1:02 to 1:15`,
  `- ${LINK} 1:02 1:15`,
  `* [A title](${LINK}) 1:02 - 1:15`,
  `\u2022 <${LINK}> (1:02-1:15)`,
  `A title 2 - ${LINK} 1:02-1:15.`,
  `"${LINK}",1:02,1:15`,
  `${LINK};1:02;1:15`,
  `${LINK}\u3000\uff11\uff1a\uff10\uff12\u30fc\uff11\uff1a\uff11\uff15`,
  `1:02-1:15 ${LINK}`,
  `"${LINK}";"1:02";"1:15"`,
  `"1:02","1:15","${LINK}"`,
  `| ${LINK} | 1:02 | 1:15 |`,
  `${LINK} from 1:02 to 1:15`,
  `${LINK} von 1:02 bis 1:15`,
  `${LINK} de 1:02 \u00e0 1:15`,
  `${LINK} desde 1:02 hasta 1:15`,
  `${LINK} 1:02\u304b\u30891:15\u307e\u3067`,
  `${LINK} 00:01:02,000 --> 00:01:15,000`,
  `${LINK} 1:02 \u2192 1:15`,
  `${LINK} 1:02\u20261:15`,
  `${LINK} 1:02-1:15 # the best of it`,
  `${LINK} 1:02-1:15 (the best of it)`,
])('a list line has its link and its times: %j', (line) => {
  expect(parseListLine(line)).toEqual({ link: LINK, times: { startTime: 62, endTime: 75 } })
})

it.each([
  [`${LINK},3,5`, { startTime: 3, endTime: 5 }],
  [`${LINK}, 3.5, 5`, { startTime: 3.5, endTime: 5 }],
  [`${LINK} 3,5`, { startTime: 3.5 }],
])('two commas after a link separate cells, and others are decimal marks: %j', (line, times) => {
  expect(parseListLine(line)).toEqual({ link: LINK, times })
})

it.each([
  `${LINK}`,
  `${LINK} (2009)`,
  `${LINK} 01.05.2024`,
  `1 ${LINK}`,
  `12. A title: ${LINK}`,
  `0:30 of a title ${LINK}`,
  `${LINK} - A title`,
  `${LINK} | A title`,
])('a list line without times has none: %j', (line) => {
  expect(parseListLine(line)).toEqual({ link: LINK, times: {} })
})

it('text after a link that is not a valid time is reported, not ignored', () => {
  for (const textAfterLink of ['soon', '1:02-1:15-1:20', '- from 1:02 on'])
    expect(parseListLine(`${LINK} ${textAfterLink}`)).toEqual({ link: LINK, times: null })
  expect(parseListLine('A title 1:02-1:15')).toBeNull()
})
