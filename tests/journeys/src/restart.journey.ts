import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorBody } from '@kerf/contract/error'
import type { Quota } from '@kerf/contract/viewer'
import { afterEach, describe, expect, it } from 'vitest'
import { type RunningKerf, startKerf } from './harness/start-kerf.ts'
import { Visitor } from './harness/visitor.ts'

const running: RunningKerf[] = []
async function start(options: Parameters<typeof startKerf>[0] = {}): Promise<RunningKerf> {
  const kerf = await startKerf(options)
  running.push(kerf)
  return kerf
}
afterEach(async () => {
  for (const kerf of running.splice(0)) await kerf.dispose()
})

describe('the data of a server', () => {
  it('outlive a power cut and an orderly stop with all that was not finished, and belong to one server at a time', async () => {
    const first = await start()
    const someone = new Visitor(first.url)
    const video = await someone.process('kerf:sample')
    const download = await someone.download(video, '360p')
    const waiting = await someone.download(await someone.trim(video, 3, 9), '360p')

    // A power cut in the middle of a cut loses nothing: the next start finishes the job.
    await first.kill()
    const second = await start({ dataDirectory: first.dataDirectory })
    const same = someone.at(second.url)
    expect(await same.finished(download)).toMatchObject({ status: 'completed', receipt: { frames: 1800 } })
    expect(await same.finished(waiting)).toMatchObject({ status: 'completed', receipt: { frames: 180 } })
    const quota = await same.call<Quota>('GET', '/api/user/quota')
    expect(quota.body.quota.dailyDownloads).toBe(2)
    expect(await readdir(join(first.dataDirectory, 'files'))).toHaveLength(2)

    // A second server on the same data is refused, is told who holds them, and does no harm.
    const beside = startKerf({ dataDirectory: first.dataDirectory })
    await expect(beside).rejects.toThrow(/already/i)
    await expect(beside).rejects.toThrow(/process \d+/i)
    expect((await same.call('GET', '/api/health')).status).toBe(200)

    // An orderly stop puts unfinished work back and ends with success.
    await same.trim(video, 0, 59)
    const stopped = await same.download(video, '360p')
    expect(await second.stop()).toBe(0)
    const third = await start({ dataDirectory: first.dataDirectory })
    expect(await someone.at(third.url).finished(stopped)).toMatchObject({ status: 'completed' })
  })
})

describe('a clip past its time', () => {
  it('is gone for its viewer at once and from the disk at the next sweep', async () => {
    const kerf = await start({ environment: { RETENTION_HOURS: String(1 / 3600) } })
    const someone = new Visitor(kerf.url)
    const video = await someone.trim(await someone.process('kerf:sample'), 0, 2)
    const download = await someone.finished(await someone.download(video, '360p'))
    await someone.until(download, (now) => now.status === 'expired')
    const file = await someone.call<ErrorBody>('GET', `/api/download/${download.id}/file`)
    expect(file).toMatchObject({ status: 410, body: { code: 'expired' } })

    await kerf.stop()
    const next = await start({ dataDirectory: kerf.dataDirectory })
    await someone.at(next.url).call('GET', '/api/health')
    expect(await readdir(join(kerf.dataDirectory, 'files'))).toEqual([])
  })
})
