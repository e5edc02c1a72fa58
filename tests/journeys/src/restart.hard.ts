import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorBody } from '@kerf/contract/protocol/error'
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

/** In short: expire-clips.test.ts, the answer in admin-settings-routes.test.ts, the sweep of a start in crashes.journey.ts. */
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
