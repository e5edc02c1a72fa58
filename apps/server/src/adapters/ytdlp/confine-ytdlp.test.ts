import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { describe, expect, it } from 'vitest'
import { findBubblewrap } from '../confinement.ts'
import { writeFakeYtdlp } from './fake-ytdlp.fixture.ts'
import { runHardened } from './hardened-run.ts'

const dataFolder = temporaryDirectory()
await mkdir(join(dataFolder, 'secrets'))
await writeFile(join(dataFolder, 'secrets/session'), 'a secret')
await writeFile(join(dataFolder, 'clip.mp4'), 'of somebody else')

/** Script of a hostile yt-dlp: it attempts forbidden actions and prints which of them worked. */
const HOSTILE_SCRIPT = `
const { join } = require('node:path')
const [data, server, ...ports] = process.argv.slice(2)
const ways = {
  'list the data folder': () => fs.readdirSync(data),
  'read the secret': () => fs.readFileSync(join(data, 'secrets/session')),
  "read a clip": () => fs.readFileSync(join(data, 'clip.mp4')),
  "read the server's environment": () => fs.readFileSync('/proc/' + server + '/environ'),
  "read the server's memory": () => fs.openSync('/proc/' + server + '/mem'),
  'write into the data folder': () => fs.writeFileSync(join(data, 'new'), ''),
  'change itself': () => fs.appendFileSync(process.argv[1], ' '),
  'write beside itself': () => fs.writeFileSync(join(process.argv[1], '../new'), ''),
  'write into shared memory': () => { fs.writeFileSync('/dev/shm/' + server, ''); fs.rmSync('/dev/shm/' + server) },
  'signal the server': () => process.kill(Number(server), 'SIGCONT'),
  'write into its own folder': () => fs.writeFileSync('own', ''),
}
const worked = Object.keys(ways).filter((name) => {
  try { ways[name](); return true } catch { return false }
})
const dial = (port) => new Promise((resolve) => {
  const socket = require('node:net').connect(Number(port), '127.0.0.1')
  socket.on('error', () => resolve('refused')).on('data', (words) => { resolve(String(words)); socket.destroy() })
})
Promise.all(ports.map(dial)).then((answers) => {
  console.log(JSON.stringify({ worked, answers, niceness: require('node:os').getPriority() }))
})
`

async function startServer(words: string) {
  return listenOnLoopback(createServer((socket) => socket.end(words)))
}

describe.runIf(findBubblewrap() !== null)('yt-dlp in bubblewrap', () => {
  it('can access only its own folder and the proxy', async () => {
    const fake = await writeFakeYtdlp(HOSTILE_SCRIPT)
    const [proxy, database] = await Promise.all([startServer('the proxy'), startServer('the database')])
    const args = [dataFolder, String(process.pid), String(proxy.port), String(database.port)]
    const unconfined = JSON.parse((await promisify(execFile)(fake.path, args, { cwd: temporaryDirectory() })).stdout)
    expect(unconfined).toMatchObject({ worked: expect.arrayContaining(['read the secret']), niceness: getPriority() })
    expect(unconfined.worked).toHaveLength(11)
    expect(unconfined.answers).toEqual(['the proxy', 'the database'])

    const proxyUrl = `http://kerf:secret@127.0.0.1:${proxy.port}`
    const run = await runHardened({ path: fake.path, args, proxyUrl, timeoutMilliseconds: 20_000 })
    expect(JSON.parse(run.stdout.toString())).toEqual({
      worked: ['write into its own folder'],
      answers: ['the proxy', 'refused'],
      niceness: getPriority() + 5,
    })
    await Promise.all([proxy.close(), database.close()])
  })

  it('has no network while it prints its version', async () => {
    const fake = await writeFakeYtdlp(HOSTILE_SCRIPT, '')
    const database = await startServer('the database')
    const args = [dataFolder, String(process.pid), String(database.port)]
    const run = await runHardened({ path: fake.path, args, timeoutMilliseconds: 20_000 })
    expect(JSON.parse(run.stdout.toString()).answers).toEqual(['refused'])
    await database.close()
  })
})
