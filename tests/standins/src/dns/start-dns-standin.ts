import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The addresses of a name at its n-th query of one family, counted from 0; null: there is no such name. */
export type DnsZone = (name: string, queryIndex: number) => readonly string[] | null

/** A name server on loopback that speaks the real protocol, and may answer each query differently. */
export async function startDnsStandin(zone: DnsZone) {
  const queriedNames: string[] = []
  const queryCounts = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const question = readQuestion(message)
    if (!question) return
    queriedNames.push(question.name)
    const key = `${question.name} ${question.family}`
    const queryIndex = queryCounts.get(key) ?? 0
    queryCounts.set(key, queryIndex + 1)
    const addresses = zone(question.name, queryIndex)
    const familyAddresses = addresses?.filter((address) => question.family === (address.includes(':') ? 6 : 4)) ?? null
    socket.send(writeAnswer(question, familyAddresses), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    /** `127.0.0.1:PORT`, as resolvers name a server. */
    server: `127.0.0.1:${socket.address().port}`,
    /** Every queried name, in order, once for each address family. */
    listQueriedNames: () => [...queriedNames],
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  }
}

// The code below implements a small part of RFC 1035: one question of class IN, and answers of addresses.

const IPV4_TYPE = 1
const IPV6_TYPE = 28
const INTERNET_CLASS = 1
const HEADER_BYTES = 12
/** Flags of an authoritative answer by a server that also resolves names for others. */
const ANSWER_FLAGS = 0x8580
const NO_SUCH_NAME_CODE = 3
/** A compression pointer to the question's name. */
const NAME_OF_QUESTION = 0xc000 | HEADER_BYTES

interface DnsQuestion {
  id: number
  name: string
  family: 4 | 6 | null
  /** The bytes of the question, which are sent back with the answer. */
  bytes: Buffer
}

/** Reads the question of a message; null: there is none. */
function readQuestion(message: Buffer): DnsQuestion | null {
  if (message.length < HEADER_BYTES + 5 || message.readUInt16BE(4) !== 1) return null
  const labels: string[] = []
  let position = HEADER_BYTES
  for (let length = message[position]!; length > 0; length = message[position] ?? 0) {
    labels.push(message.toString('latin1', position + 1, position + 1 + length))
    position += 1 + length
  }
  const type = message.readUInt16BE(position + 1)
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    family: type === IPV4_TYPE ? 4 : type === IPV6_TYPE ? 6 : null,
    bytes: message.subarray(HEADER_BYTES, position + 5),
  }
}

/** Writes an answer with a time to live of 0, as for DNS rebinding. `addresses` is null if there is no such name. */
function writeAnswer(question: DnsQuestion, addresses: readonly string[] | null): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const records = (addresses ?? []).map(writeRecord)
  header.writeUInt16BE(question.id, 0)
  header.writeUInt16BE(ANSWER_FLAGS | (addresses === null ? NO_SUCH_NAME_CODE : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question.bytes, ...records])
}

function writeRecord(address: string): Buffer {
  const bytes = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.alloc(12)
  head.writeUInt16BE(NAME_OF_QUESTION, 0)
  head.writeUInt16BE(bytes.length === 4 ? IPV4_TYPE : IPV6_TYPE, 2)
  head.writeUInt16BE(INTERNET_CLASS, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

/** The bytes of an IPv6 address that contains no dots. */
function ipv6Bytes(address: string): Buffer {
  const [headText = '', tailText] = address.split('::')
  const wordsOf = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16))
  const [headWords, tailWords] = [wordsOf(headText), wordsOf(tailText ?? '')]
  const allWords = [...headWords, ...Array<number>(8 - headWords.length - tailWords.length).fill(0), ...tailWords]
  return Buffer.from(allWords.flatMap((word) => [word >> 8, word & 0xff]))
}
