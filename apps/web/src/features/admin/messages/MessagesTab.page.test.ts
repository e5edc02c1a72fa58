import { markContactMessage, sendNewsletter } from '@kerf/contract/admin-messages'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import * as examples from '../../../testing/examples/admin-examples.ts'
import { button, field, pressTwice, row, see, seeInput, seeNo, seeText, seeToast } from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'

beforeEach(() => scriptPanel())

it('messages are read, answered by mail, and marked', async () => {
  const [message] = examples.exampleMessages()
  const updates = scriptCall(markContactMessage, ({ body }) => ({ ...message!, ...body }))
  await openPanel('contact')
  await see(row('The audio of my clip').getByText(/How do you do that\?/))
  await see(row('The audio of my clip').getByText('PRIORITY'))
  await expect
    .element(page.getByRole('link', { name: 'Reply to wanda@post.example' }))
    .toHaveAttribute('href', 'mailto:wanda%40post.example?subject=Re%3A%20The%20audio%20of%20my%20clip')
  await button('Mark as answered: The audio of my clip').click()
  await seeToast('Message updated')
  await see(button('Mark as new: The audio of my clip'))
  expect(updates.map(({ body }) => body)).toEqual([{ status: 'answered' }])
})

it('newsletter subscribers are listed, exported, and written to in one email', async () => {
  const newsletters = scriptCall(sendNewsletter, () => ({ recipients: 41 }))
  await openPanel('newsletter')
  await see(row('wanda@post.example').getByText('CONFIRMED'))
  await see(row('silent@post.example').getByText('NOT CONFIRMED'))
  const exportLink = page.getByRole('link', { name: 'Export CSV' })
  await expect.element(exportLink).toHaveAttribute('href', '/api/admin/newsletter/export')
  await button('Send Message').click()
  await seeText('Subject must be at least 5 characters')
  expect(newsletters).toHaveLength(0)
  await field('Subject').fill('News of November')
  await field('Message').fill('We cut faster.')
  const dialog = page.getByRole('dialog')
  await button('Send Message').click()
  await see(dialog.getByText(/^Every confirmed subscriber gets an email\./))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await seeNo(dialog)
  expect(newsletters).toHaveLength(0)
  await button('Send Message').click()
  await pressTwice(dialog.getByRole('button', { name: 'Send Message' }))
  await seeToast('Newsletter queued', '41 recipients')
  expect(newsletters.map(({ body }) => body)).toEqual([{ subject: 'News of November', message: 'We cut faster.' }])
  await seeInput('Subject', '')
})
