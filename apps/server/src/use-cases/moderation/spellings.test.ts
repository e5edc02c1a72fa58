import { recognizeLink } from '@kerf/domain/links/recognize-link'
import { blockKeysOf, readBlock } from '@kerf/domain/moderation/blocking'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const letters = (length: { minLength: number; maxLength: number }) =>
  fc.string({ ...length, unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz') })

/** Variants of a text with some letters in capitals. */
const caseVariants = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((capitals) => [...text].map((letter, index) => (capitals[index] ? letter.toUpperCase() : letter)).join(''))

/**
 * Variants of a text with some characters percent-encoded, in either case. The ending stays, so that the link remains a
 * media link.
 */
const encodedVariants = (text: string) =>
  fc
    .array(fc.constantFrom('as it is', 'upper', 'lower'), { minLength: text.length, maxLength: text.length })
    .map((ways) =>
      [...text]
        .map((character, index) => {
          const code = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
          return ways[index] === 'upper' ? code.toUpperCase() : ways[index] === 'lower' ? code : character
        })
        .join(''),
    )

const separatorVariants = fc.constantFrom('/', '//', '/./', '/x/../', '/%2e/', '/x/%2E%2e/', '///', '%2F')
const queryVariants = fc.constantFrom('', '?token=1', '?a=b&c=d', '?')
const fragmentVariants = fc.constantFrom('', '#t=1,2', '#anything', '#')

it('in any spelling of its link, a media file has the key of its block', () => {
  const spellings = fc
    .record({
      host: letters({ minLength: 1, maxLength: 12 }),
      folders: fc.array(letters({ minLength: 1, maxLength: 8 }), { maxLength: 3 }),
      name: letters({ minLength: 1, maxLength: 8 }),
    })
    .chain(({ host, folders, name }) => {
      const domain = `${host}.example`
      const plainLink = `https://${[domain, ...folders, name].join('/')}.mp4`
      return fc
        .record({
          scheme: fc.constantFrom('http://', 'https://', 'HTTPS://'),
          host: caseVariants(domain),
          dot: fc.constantFrom('', '.'),
          folders: fc.tuple(...folders.map(encodedVariants)),
          name: encodedVariants(name),
          slashes: fc.array(separatorVariants, { minLength: folders.length, maxLength: folders.length }),
          query: queryVariants,
          fragment: fragmentVariants,
        })
        .map((spellingWay) => {
          const path = spellingWay.folders.map((folder, index) => `${folder}${spellingWay.slashes[index]}`).join('')
          return {
            plain: plainLink,
            spelt: `${spellingWay.scheme}${spellingWay.host}${spellingWay.dot}/${path}${spellingWay.name}.mp4${spellingWay.query}${spellingWay.fragment}`,
          }
        })
    })
  fc.assert(
    fc.property(spellings, ({ plain, spelt }) => {
      const recognizedLink = recognizeLink(spelt, ['youtube', 'media'])
      if (!recognizedLink) throw new Error(`${spelt} is no media link`)
      const block = readBlock('video', plain)
      expect(readBlock('video', spelt)).toEqual(block)
      expect(blockKeysOf(recognizedLink)).toContainEqual({ kind: 'video', key: block.blockable && block.key })
    }),
  )
})
