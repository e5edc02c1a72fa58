import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readQuestion, writeAnswer } from './dns-message.ts'

/** The addresses of a name at its n-th query of one family, counted from 0; null: there is no such name. */
export type DnsZone = (name: string, time: number) => readonly string[] | null

export interface DnsStandin {
  /** `127.0.0.1:PORT`, as resolvers name a server. */
  server: string
  /** Every name that was asked for, in order, once for each family. */
  asked(): string[]
  close(): Promise<void>
}

/** A name server on loopback that speaks the real protocol, and may change its mind with every answer. */
export async function startDnsStandin(zone: DnsZone): Promise<DnsStandin> {
  const asked: string[] = []
  const times = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const question = readQuestion(message)
    if (!question) return
    asked.push(question.name)
    const key = `${question.name} ${question.family}`
    const time = times.get(key) ?? 0
    times.set(key, time + 1)
    const addresses = zone(question.name, time)
    const ofFamily = addresses?.filter((address) => question.family === (address.includes(':') ? 6 : 4)) ?? null
    socket.send(writeAnswer(question, ofFamily), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked: () => [...asked],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
