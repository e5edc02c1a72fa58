import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { startHostileMediaServer } from './start-hostile-media-server.ts'

it('the hostile server redirects to private addresses, and counts the clients that follow', async () => {
  const mediaPath = join(temporaryDirectory(), 'media.mp4')
  await writeFile(mediaPath, 'media')
  const server = await startHostileMediaServer({ mediaPath })
  const locationOf = async (path: '/redirect-to-metadata.mp4' | '/redirect-to-file.mp4') =>
    (await fetch(server.urlOf(path), { redirect: 'manual' })).headers.get('location')
  expect(await locationOf('/redirect-to-metadata.mp4')).toContain('169.254.169.254')
  expect(await locationOf('/redirect-to-file.mp4')).toBe('file:///etc/passwd')
  expect(server.trapVisits()).toBe(0)
  const trapPaths = ['/redirect-to-loopback.mp4', '/redirect-to-decimal.mp4', '/redirect-to-octal.mp4'] as const
  for (const path of trapPaths) await expect(fetch(server.urlOf(path))).rejects.toThrow('fetch failed')
  expect(server.trapVisits()).toBe(trapPaths.length)
  await server.close()
})
