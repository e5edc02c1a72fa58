import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Method } from '@kerf/contract/protocol/endpoint'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import pino from 'pino'
import { expect, it } from 'vitest'
import { openMailer } from '../../../adapters/mailer/open-mailer.ts'
import { errorForLog } from '../../../config/log/create-log.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { sendEmail } from '../../../use-cases/email/write-email.ts'
import { PASSWORD } from '../../../use-cases/testing/people.ts'
import { openTestServer } from '../../testing/open-app.ts'

const PERSON = { name: 'Theodora Quill', username: 'tquill-17', email: 'Theodora.Quill@example.org' }
const IP_ADDRESS = '198.51.100.77'
const BROWSER = 'Quillbrowser/7.1'

const logLines: string[] = []
const outbox = temporaryDirectory()
const writeLogLine = (line: string) => logLines.push(line)
const logger = pino({ level: 'trace', serializers: { err: errorForLog } }, { write: writeLogLine })
const { backend, people, server } = await openTestServer({ logger, log: logger })

/** A browser at one IP address with its own cookies. */
function browser() {
  const cookies = new Map<string, string>()
  return async (method: Method, url: string, payload?: object) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { 'x-forwarded-for': IP_ADDRESS, 'user-agent': BROWSER, ...(cookie ? { cookie } : {}) }
    const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
}

it('a deleted account is named in no row, file, email or log line', async () => {
  const call = browser()
  const processVideo = () => call('POST', '/api/video/process', { youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' })
  const download = async (quality: string) => {
    const { body: video } = await processVideo()
    const answer = await call('POST', `/api/video/${video.id}/download`, { quality })
    expect(answer.status).toBe(202)
    return answer.body.id as string
  }
  // The person is a stranger first, whose downloads then become the account's.
  await download('360p')
  const { body } = await call('POST', '/api/auth/signup', { ...PERSON, password: PASSWORD })
  const { id } = body.user
  await backend.database.records.accounts.update(id, { emailVerified: true })
  const [waitingClip] = await backend.database.records.clips.listByStatus(['queued'])
  await runCutJob(backend, { clipId: waitingClip?.id ?? '', signal: new AbortController().signal })
  expect(await backend.files.list()).toHaveLength(1)
  await call('PUT', `/api/video/${(await processVideo()).body.id}/trim`, { startTime: 5, endTime: 9 })
  await call('POST', '/api/auth/signin', { email: PERSON.email, password: 'a wrong one' })
  await call('POST', '/api/auth/forgot-password', { email: PERSON.email })
  await call('POST', '/api/newsletter', { email: PERSON.email })
  await call('PUT', '/api/user/email', { email: 'quill-new@example.org', password: PASSWORD })
  const message = { name: PERSON.name, email: PERSON.email, subject: 'A question', message: 'How exact is it?' }
  expect((await call('POST', '/api/contact', message)).status).toBeLessThan(300)

  const mailer = await openMailer({
    smtpUrl: null,
    from: { name: 'Kerf', address: 'kerf@kerf.example' },
    outboxFolder: outbox,
    now: () => backend.clock.now(),
    onWritten: (path) => logLines.push(path),
    onError: (error) => expect.fail(String(error)),
  })
  const publicUrl = new URL('https://kerf.example')
  const log = { info: (context: object) => void logLines.push(JSON.stringify(context)), warn: expect.fail }
  const operatorAddress = 'operator@kerf.example'
  const { accounts } = people
  const sendDeps = { database: backend.database, accounts, mailer, publicUrl, operatorAddress, log }
  const sendAll = async () => {
    for (const queuedEmail of await people.queuedEmails()) await sendEmail(sendDeps, queuedEmail)
  }
  await sendAll()
  expect((await readdir(outbox)).length).toBeGreaterThan(2)

  const names = [id, ...Object.values(PERSON), IP_ADDRESS, BROWSER, 'quill-new@example.org'].map((n) => n.toLowerCase())
  const naming = (lines: readonly string[]) =>
    lines.filter((line) => names.some((name) => line.toLowerCase().includes(name)))
  const rowsNaming = async () => naming((await people.everythingStored()).split('\n'))
  expect((await rowsNaming()).length).toBeGreaterThan(5)

  expect((await call('DELETE', '/api/user', { password: PASSWORD })).status).toBe(204)
  // Only the job of the last email names the account, until it is sent.
  expect(await rowsNaming()).toEqual([expect.stringMatching(/^pgboss\.job\S* .*account_deleted/)])
  expect(await backend.files.list()).toEqual([])
  expect(await backend.database.records.clips.listByStatus(['queued', 'processing'])).toEqual([])
  await sendAll()
  const emails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')))
  expect(naming(emails)).toEqual([expect.stringMatching(/^Subject: .*deleted/im)])
  // The log has the account's id, which identifies nobody once no row has it.
  expect(naming(logLines.map((line) => line.replaceAll(id, 'the id')))).toEqual([])
  expect((await call('GET', '/api/auth/user')).status).toBe(401)
  await mailer.close()
})
