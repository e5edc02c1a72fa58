import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { videoIds } from '@kerf/standins/youtube/videos'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { signUpAs } from '../harness/account-holder.ts'
import { expectGoodLooks, isFullRun } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY } from '../harness/browser.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })
const folder = temporaryDirectory()
const KERF = join(import.meta.dirname, '../../../../apps/cli/src/main.ts')

/** Runs `kerf` as a script on another machine does. */
async function runKerf(key: string, command: string) {
  const child = spawn(process.execPath, [KERF, ...command.split(' ')], {
    cwd: folder,
    env: { PATH: '/nowhere', KERF_SERVER: testbed.kerf.url, KERF_KEY: key },
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

/** Signs the address of a clip in the dialog of the key, and returns it. */
async function signAddress(visit: Visit, section: Locator, range: TimeRange): Promise<string> {
  await section.getByRole('button', { name: 'Sign an address with Laptop' }).click()
  const dialog = visit.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await dialog.getByText('Enter the link of the video.').waitFor()
  await dialog.getByLabel('Link of the video').fill(linkTo(videoIds.ordinary))
  await dialog.getByLabel('Start').fill(String(range.startTime))
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await dialog.getByText('Enter both times, or none.').waitFor()
  await dialog.getByLabel('End').fill(`0:0${range.endTime}`)
  await dialog.getByLabel('Quality').selectOption('360p')
  await expectGoodLooks(visit, 'the address of a clip')
  await dialog.getByRole('button', { name: 'Sign' }).click()
  const address = await dialog.getByRole('status').locator('code').innerText()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return address
}

it("a person makes an API key, cuts and signs a clip's address with it, and revokes it", async () => {
  const visit = await testbed.visit({ screen: DESKTOP, path: '/favicon.svg' })
  await signUpAs(visit)
  await visit.page.goto(new URL('/dashboard/settings', testbed.kerf.url).href)
  const section = visit.region('API keys')
  await section.getByText('You have no API keys.').waitFor()
  await section.getByRole('button', { name: 'Create key' }).click()
  await section.getByText('Enter a name of at most 60 characters.').waitFor()
  await section.getByLabel('Name').fill('Laptop')
  const creations = await visit.holdRequests(
    ({ method, url }) => method() === 'POST' && url().endsWith('/api/user/keys'),
  )
  await section.getByRole('button', { name: 'Create key' }).dblclick()
  await section.getByRole('button', { name: 'Saving...' }).waitFor()
  await section.getByLabel('Name').fill('Desk')
  creations.release()
  await section.getByText('Copy it now. It is not shown again.').waitFor()
  // Text that is typed while the form is being sent stays.
  expect(await section.getByLabel('Name').inputValue()).toBe('Desk')
  const key = await section.getByRole('status').locator('code').innerText()
  await expect.poll(() => section.getByRole('listitem').count(), PATIENTLY).toBe(1)

  await expectGoodLooks(visit, 'the settings')

  const range = { startTime: 2.5, endTime: 4 }
  const cutResult = await runKerf(key, `cut ${linkTo(videoIds.ordinary)} -f 2.5 -t 4 -q 360p -o clip.mp4 --json`)
  expect(cutResult).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(cutResult.stdout)).toMatchObject({ ranges: [range], quality: '360p', receipt: { frames: 45 } })
  await expectExactClip(await readFile(join(folder, 'clip.mp4')), range, FRAME_RATE)

  const address = await signAddress(visit, section, range)
  // A player on another site sends neither the key nor a cookie.
  const answer = await fetch(address, { headers: { origin: 'https://player.example' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  await expectExactClip(Buffer.from(await answer.arrayBuffer()), range, FRAME_RATE)

  if (isFullRun) {
    const info = await runKerf(key, `cut ${linkTo(videoIds.ordinary)} --info`)
    expect(info.stdout).toContain('qualities for -q: 360p, audio')
  }

  await visit.page.goto(new URL('/dashboard/jobs', testbed.kerf.url).href)
  await visit.page.getByRole('listitem').filter({ hasText: '360p' }).waitFor()
  await visit.page.goto(new URL('/dashboard/settings', testbed.kerf.url).href)
  await section.getByText(/last used/).waitFor()
  expect(await section.locator('code').allInnerTexts()).toEqual([`${key.slice(0, 9)}…`])
  // The page reads the list when the user comes back, and once more after the key was revoked.
  await visit.page.getByRole('link', { name: 'Back to your profile' }).click()
  await visit.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
  const lists = await visit.holdRequests(({ method, url }) => method() === 'GET' && url().endsWith('/api/user/keys'))
  await visit.page.goBack()
  await section.getByRole('button', { name: 'Revoke Laptop' }).click()
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await section.getByText('You have no API keys.').waitFor()
  await expect.poll(lists.count, PATIENTLY).toBe(2)
  lists.release()
  // The pressed button has disappeared; the focus stays in the section.
  await section.locator(':focus').waitFor()
  expect((await fetch(address)).status).toBe(401)

  // api-keys.test.ts covers that the server refuses the revoked key.
  if (!isFullRun) return
  const refusedCut = await runKerf(key, `cut ${linkTo(videoIds.ordinary)} -f 2.5 -t 4`)
  expect(refusedCut).toMatchObject({
    code: 1,
    stderr: 'kerf: This API key does not exist, or was revoked. (not_signed_in)\n',
  })
})
