/** Just enough of RFC 1035: one question of class IN, and answers of addresses. */

const TYPE_A = 1
const TYPE_AAAA = 28
const CLASS_IN = 1
const HEADER_BYTES = 12
/** An answer, authoritative, of a server that also resolves for others. */
const ANSWER_FLAGS = 0x8580
const NO_SUCH_NAME = 3
/** A compression pointer to the question's name. */
const NAME_OF_QUESTION = 0xc000 | HEADER_BYTES

export interface DnsQuestion {
  id: number
  name: string
  family: 4 | 6 | null
  /** The question as it came, to be sent back with the answer. */
  bytes: Buffer
}

/** null for what is no question. */
export function readQuestion(message: Buffer): DnsQuestion | null {
  if (message.length < HEADER_BYTES + 5 || message.readUInt16BE(4) !== 1) return null
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message[at]!; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = message.readUInt16BE(at + 1)
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    family: type === TYPE_A ? 4 : type === TYPE_AAAA ? 6 : null,
    bytes: message.subarray(HEADER_BYTES, at + 5),
  }
}

/** With time to live 0, as rebinding names have; null: there is no such name. */
export function writeAnswer(question: DnsQuestion, addresses: readonly string[] | null): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const records = (addresses ?? []).map(writeRecord)
  header.writeUInt16BE(question.id, 0)
  header.writeUInt16BE(ANSWER_FLAGS | (addresses === null ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question.bytes, ...records])
}

function writeRecord(address: string): Buffer {
  const bytes = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(NAME_OF_QUESTION, 0)
  head.writeUInt16BE(bytes.length === 4 ? TYPE_A : TYPE_AAAA, 2)
  head.writeUInt16BE(CLASS_IN, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

/** Of an address without dots in it. */
function ipv6Bytes(address: string): Buffer {
  const [before = '', after] = address.split('::')
  const words = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16))
  const [left, right] = [words(before), words(after ?? '')]
  const all = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 0xff]))
}
