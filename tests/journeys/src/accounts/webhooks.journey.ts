import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, it } from 'vitest'
import { signUpAs } from '../harness/account-holder.ts'
import { expectGoodLooks } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY } from '../harness/browser.ts'
import { openTestbed } from '../harness/servers/testbed.ts'

/** Requests to a user's own webhook server, like the one in docs/api.md. */
const requests: { body: string; headers: Record<string, string> }[] = []
const receiver = await listenOnLoopback(
  createServer(async (request, response) => {
    requests.push({ body: await text(request), headers: request.headers as Record<string, string> })
    response.writeHead(204).end()
  }),
)
afterAll(() => receiver.close())

const host = `127.0.0.1:${receiver.port}`
const url = `http://${host}/hooks`
const testbed = openTestbed({ youtube: false, environment: { OUTBOUND_ALLOW: host } })

it('a person adds a webhook, receives a clip event, resends the delivery, and deletes the webhook', async () => {
  const visit = await testbed.visit({ screen: DESKTOP, path: '/favicon.svg' })
  await signUpAs(visit)
  await visit.page.goto(new URL('/dashboard/settings', testbed.kerf.url).href)
  const section = visit.region('Webhooks')
  await section.getByText('You have no webhooks.').waitFor()
  await section.getByLabel('Address').fill('http://10.0.0.1/')
  visit.expectComplaint(/400.*\/api\/user\/webhooks/)
  await section.getByRole('button', { name: 'Add webhook' }).click()
  await section.getByText('Enter an address that begins with https://.').waitFor()
  await section.getByLabel('Address').fill(url)
  // A busy server is not reported as a wrong address.
  visit.expectComplaint(/503.*\/api\/user\/webhooks/)
  await visit.answerOnce('*/api/user/webhooks', { status: 503, json: { error: 'Busy.', code: 'busy' } })
  await section.getByRole('button', { name: 'Add webhook' }).click()
  await section.getByText('This server is busy. Please try again in a moment.').waitFor()
  expect(await section.getByText('Enter an address that begins with https://.').count()).toBe(0)
  const additions = await visit.holdRequests(
    ({ method, url }) => method() === 'POST' && url().endsWith('/api/user/webhooks'),
  )
  await section.getByRole('button', { name: 'Add webhook' }).dblclick()
  await section.getByRole('button', { name: 'Saving...' }).waitFor()
  await section.getByLabel('Address').fill('https://next.example/')
  additions.release()
  const secret = await section.locator('code').innerText()
  expect(secret).toMatch(/^whsec_/)
  await expect.poll(() => section.getByRole('listitem').count(), PATIENTLY).toBe(1)
  // Text that is typed while the form is being sent stays.
  expect(await section.getByLabel('Address').inputValue()).toBe('https://next.example/')

  await visit.page.goto(new URL('/?url=sample&start=4&end=6', testbed.kerf.url).href)
  await visit.openChoice()
  await visit.optionButton('360p', 'Download').click()
  await visit.optionButton('360p', /^Download \(/).waitFor()
  await expect.poll(() => requests.length, PATIENTLY).toBe(1)
  const [{ body, headers }] = requests as [(typeof requests)[number]]
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: 'download.completed',
    data: { receipt: { frames: 60 } },
  })

  await visit.page.goto(new URL('/dashboard/settings', testbed.kerf.url).href)
  await section.getByRole('button', { name: 'Deliveries' }).click()
  await section.getByText(/Delivered, 204, \d+ ms/).waitFor()
  expect(await section.locator('code').count()).toBe(0)
  const resendButton = section.getByRole('button', { name: 'Send again' })
  // The delivery waits for a short time. The button waits as well, and stays focused.
  const markWaiting = (body: string) => body.replace('"status":"delivered"', '"status":"waiting"')
  await visit.answerOnce('*/deliveries', { rewrite: markWaiting })
  await resendButton.press('Enter')
  await section.getByText(/^[^.]*\. Waiting/).waitFor()
  await expect.poll(() => requests.length, PATIENTLY).toBe(2)
  await section.getByText(/Delivered, 204, \d+ ms/).waitFor()
  await visit.seeFocus(resendButton)
  expect(requests[1]!.headers['webhook-id']).toBe(headers['webhook-id'])
  await section.getByRole('button', { name: 'New secret' }).click()
  await section.getByText(/still works for 24 hours/).waitFor()

  await expectGoodLooks(visit, 'the settings')

  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByText('OFF', { exact: true }).waitFor()
  // Deliveries of a webhook that is being deleted are not requested: the answer would be that it does not exist.
  const deletion = await visit.holdRequests((request) => request.method() === 'DELETE')
  await section.getByRole('button', { name: 'Delete' }).click()
  await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await section.getByRole('list', { name: 'Deliveries' }).waitFor({ state: 'detached' })
  deletion.release()
  await section.getByText('You have no webhooks.').waitFor()
  // The pressed button has disappeared; the focus stays in the section.
  await section.locator(':focus').waitFor()
})
