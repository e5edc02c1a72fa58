import { recognizeLink } from '@kerf/domain/links/link'
import { blockKeysOf, readBlock } from '@kerf/domain/moderation/blocking'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_']
const emails = (length: { minLength: number; maxLength: number }) =>
  fc.string({ ...length, unit: fc.constantFrom(...ALPHABET.slice(0, 26)) })

/** Some emails in capitals. */
const cased = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((capitals) => [...text].map((email, at) => (capitals[at] ? email.toUpperCase() : email)).join(''))

/** Some characters as their percent-encoding, in either case; those of the ending are left, or it were no media link. */
const encoded = (text: string) =>
  fc
    .array(fc.constantFrom('as it is', 'upper', 'lower'), { minLength: text.length, maxLength: text.length })
    .map((ways) =>
      [...text]
        .map((character, at) => {
          const code = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`
          return ways[at] === 'upper' ? code.toUpperCase() : ways[at] === 'lower' ? code : character
        })
        .join(''),
    )

const anywhere = fc.constantFrom('/', '//', '/./', '/x/../', '/%2e/', '/x/%2E%2e/', '///', '%2F')
const query = fc.constantFrom('', '?token=1', '?a=b&c=d', '?')
const fragment = fc.constantFrom('', '#t=1,2', '#anything', '#')

describe('however a link is spelt', () => {
  it('a media file has the key of its block', () => {
    const spellings = fc
      .record({
        host: emails({ minLength: 1, maxLength: 12 }),
        folders: fc.array(emails({ minLength: 1, maxLength: 8 }), { maxLength: 3 }),
        name: emails({ minLength: 1, maxLength: 8 }),
      })
      .chain(({ host, folders, name }) => {
        const domain = `${host}.example`
        const plain = `https://${[domain, ...folders, name].join('/')}.mp4`
        return fc
          .record({
            scheme: fc.constantFrom('http://', 'https://', 'HTTPS://'),
            host: cased(domain),
            dot: fc.constantFrom('', '.'),
            folders: fc.tuple(...folders.map(encoded)),
            name: encoded(name),
            slashes: fc.array(anywhere, { minLength: folders.length, maxLength: folders.length }),
            query,
            fragment,
          })
          .map((way) => {
            const path = way.folders.map((folder, at) => `${folder}${way.slashes[at]}`).join('')
            return {
              plain,
              spelt: `${way.scheme}${way.host}${way.dot}/${path}${way.name}.mp4${way.query}${way.fragment}`,
            }
          })
      })
    fc.assert(
      fc.property(spellings, ({ plain, spelt }) => {
        const recognized = recognizeLink(spelt, ['youtube', 'media'])
        if (!recognized) throw new Error(`${spelt} is no media link`)
        const block = readBlock('video', plain)
        expect(readBlock('video', spelt)).toEqual(block)
        expect(blockKeysOf(recognized)).toContainEqual({ kind: 'video', key: block.blockable && block.key })
      }),
    )
  })

  it('a YouTube video has the key of its block, and no other video has it', () => {
    const id = fc.string({ minLength: 11, maxLength: 11, unit: fc.constantFrom(...ALPHABET) })
    const place = fc.constantFrom(
      ...['www.', 'm.', 'music.', ''].flatMap((host) => [`${host}youtube.com/watch?v=`, `${host}youtube.com/shorts/`]),
      ...['youtu.be/', 'www.youtu.be/', 'youtube-nocookie.com/embed/', 'youtube.com/live/', 'youtube.com/v/'],
    )
    const scheme = fc.constantFrom('https://', 'http://', '', '//', 'HTTPS://')
    fc.assert(
      fc.property(id, id, place, scheme, fragment, (videoId, other, path, start, end) => {
        fc.pre(videoId !== other && !['videoseries', 'live_stream'].includes(videoId))
        const recognized = recognizeLink(`${start}${path}${videoId}${end}`, ['youtube'])
        const block = readBlock('video', videoId)
        const key = { kind: 'video', key: block.blockable && block.key }
        expect(recognized && blockKeysOf(recognized)).toContainEqual(key)
        expect(blockKeysOf({ source: 'youtube', reference: other })).not.toContainEqual(key)
      }),
    )
  })

  it('a domain is met by what lies below it and by nothing that only ends alike', () => {
    const label = emails({ minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(label, label, fc.array(label, { maxLength: 3 }), (name, other, below) => {
        const domain = `${name}.example`
        const block = readBlock('domain', domain)
        const meets = (host: string) =>
          blockKeysOf({ source: 'media', reference: `https://${host}/a.mp4` }).some(
            ({ kind, key }) => kind === 'domain' && block.blockable && key === block.key,
          )
        expect(meets([...below, domain].join('.'))).toBe(true)
        expect(meets(`${other}${domain}`)).toBe(false)
        expect(meets(`${domain}.${other}`)).toBe(false)
      }),
    )
  })

  it('whatever is typed, is read without a fault', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('video', 'channel', 'domain'),
        fc.string({ unit: 'binary', maxLength: 80 }),
        (kind, text) => {
          expect(typeof readBlock(kind, text).blockable).toBe('boolean')
          expect(typeof readBlock(kind, `https://www.youtube.com/${text}`).blockable).toBe('boolean')
        },
      ),
    )
  })
})
