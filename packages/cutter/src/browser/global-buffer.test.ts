import { describe, expect, it } from 'vitest'
import { BrowserBuffer } from './global-buffer.ts'

const NodeBuffer = Buffer
type Calls = Record<string, (Buffer: typeof NodeBuffer) => unknown>

const TEXT = 'héllo \u2603 \u{1d11e} \ufeff'
const BYTES = [
  0xff, 2, 0x68, 0xe9, 0xc3, 0xa9, 0xf0, 0x9d, 0x84, 0x9e, 0xe2, 0x98, 0, 0xef, 0xbb, 0xbf, 0x41, 0xf0, 0x9d,
]
const ENCODINGS = ['utf8', 'latin1', 'ascii', 'hex', 'utf16le', 'base64'] as const
const OFFSETS = [0, 1, 5, 15, 18, 19, -1, 0.5, Number.NaN, 2 ** 32]
const NUMBERS = ['Int16', 'UInt16', 'Int32', 'UInt32', 'BigInt64', 'BigUInt64', 'Double'] as const
const ENDS = ['BE', 'LE'] as const

/** The result of a call, or the class of its error; bytes as a list. */
function resultOf(call: () => unknown): unknown {
  try {
    const result = call()
    return result instanceof Uint8Array ? [...result] : result
  } catch (error) {
    return error instanceof RangeError ? 'RangeError' : error
  }
}

function expectSame(call: (Buffer: typeof NodeBuffer) => unknown): void {
  expect(resultOf(() => call(BrowserBuffer))).toEqual(resultOf(() => call(NodeBuffer)))
}

describe("the browser's Buffer", () => {
  it.each(ENCODINGS)("converts text like Node's: %s", (encoding) => {
    const text = encoding === 'hex' ? '00ff1Ac' : encoding === 'base64' ? 'aGVsbG8' : TEXT
    expectSame((Buffer) => Buffer.from(text, encoding))
    expectSame((Buffer) => Buffer.from(BYTES).toString(encoding))
    expectSame((Buffer) => Buffer.from(BYTES).toString(encoding, 2, 9))
    expectSame((Buffer) => Buffer.from(BYTES).toString(encoding, 4, 900))
    expectSame((Buffer) => {
      const buffer = Buffer.alloc(8)
      return [buffer.write('12345678', 5, encoding), buffer.toString('hex')]
    })
  })

  it.each(NUMBERS.flatMap((number) => ENDS.map((end) => `${number}${end}` as const)))(
    "reads and writes numbers like Node's: %s",
    (number) => {
      for (const offset of OFFSETS) expectSame((Buffer) => Buffer.from(BYTES)[`read${number}`](offset))
      for (const value of [0, 513, 40_000, 70_000, -1]) {
        expectSame((Buffer) => {
          const buffer = Buffer.alloc(10)
          buffer[`write${number}`]((number.startsWith('Big') ? BigInt(value) : value) as never, 1)
          return buffer
        })
      }
    },
  )

  it("reads and writes numbers of any length like Node's", () => {
    for (const length of [1, 2, 3, 4, 5, 6]) {
      for (const offset of OFFSETS) {
        expectSame((Buffer) => Buffer.from(BYTES).readUIntBE(offset, length))
        expectSame((Buffer) => Buffer.from(BYTES).readUIntLE(offset, length))
        expectSame((Buffer) => Buffer.from(BYTES).readUInt8(offset))
      }
      expectSame((Buffer) => {
        const buffer = Buffer.alloc(20)
        buffer.writeUIntBE(200, 1, length)
        buffer.writeUIntLE(100, 9, length)
        buffer.writeInt8(-3, 18)
        return buffer
      })
    }
  })

  it.each(
    Object.entries({
      'joins bytes of any kind': (Buffer) => Buffer.concat([new Uint8Array([1, 2]), Buffer.from([3])]),
      'joins to a length': (Buffer) => Buffer.concat([new Uint8Array([1, 2]), Buffer.from([3])], 5),
      'compares with plain bytes': (Buffer) => [
        Buffer.from([1, 2]).equals(new Uint8Array([1, 2])),
        Buffer.from([1, 2]).equals(new Uint8Array([1, 2, 0])),
        Buffer.compare(new Uint8Array([1]), Buffer.from([2])),
        Buffer.from([3]).compare(new Uint8Array([2, 9])),
      ],
      'copies to plain bytes': (Buffer) => {
        const target = new Uint8Array(6)
        const source = Buffer.from([1, 2, 3, 4, 5, 6, 7])
        return [source.copy(target, 1, 2, 4), source.copy(target, 4), source.copy(target, 9), ...target]
      },
      'copies its source bytes': (Buffer) => {
        const bytes = new Uint8Array([1, 2])
        const buffer = Buffer.from(bytes)
        bytes[0] = 9
        return buffer
      },
      'shares the memory of an ArrayBuffer': (Buffer) => {
        const bytes = new Uint8Array([1, 2, 3])
        const buffer = Buffer.from(bytes.buffer, 1, 1)
        bytes[1] = 9
        return buffer
      },
      'gives a Buffer for a part': (Buffer) => {
        const buffer = Buffer.from([1, 2, 3, 4])
        const part = buffer.subarray(1, -1)
        part[0] = 0x41
        return [Buffer.isBuffer(part), part.toString('latin1'), buffer.toString('hex')]
      },
      'gives a Buffer for each copy': (Buffer) => [
        Buffer.isBuffer(Buffer.from([1]).map((byte) => byte + 1)),
        Buffer.isBuffer(Buffer.from([1, 2]).filter((byte) => byte > 1)),
      ],
      'fills and swaps bytes': (Buffer) => Buffer.alloc(6, 3).fill(7, 1, 4).fill('ab', 4).swap16(),
      'counts the bytes of a text': (Buffer) => Buffer.byteLength(TEXT),
      'refuses an impossible size': (Buffer) => Buffer.alloc(-1),
    } satisfies Calls),
  )('%s', (_, call) => expectSame(call))

  it("searches like Node's", () => {
    const values = [3, '\0', 'bc', '', 'zz', new Uint8Array([98, 99]), new Uint8Array([0, 0, 1]), new Uint8Array()]
    for (const value of values) {
      for (const from of [0, 2, 5, -2, 20]) {
        expectSame((Buffer) => {
          const buffer = Buffer.from([97, 98, 99, 0, 3, 98, 99, 3, 0, 0, 0, 1])
          return [buffer.indexOf(value as Buffer, from), buffer.includes(value as Buffer, from)]
        })
      }
    }
    expectSame((Buffer) => Buffer.from('abcabc').lastIndexOf(Buffer.from('bc')))
  })
})
