import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import { updateUser } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPanel, scriptPanel } from '../../../testing/admin-panel.ts'
import * as examples from '../../../testing/examples/admin-examples.ts'
import { button, row, see, seeFocusAround, seeNo, seeText, seeToast } from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'

it('subscriptions are listed with their state; Lifetime can be granted, and an empty list is stated', async () => {
  scriptPanel()
  const tomasz = examples.exampleUsers()[1] as User
  let records = examples.exampleSubscriptions()
  scriptCall(listSubscriptions, () => records)
  const calls = scriptCall(updateUser, (_call, callNumber) => {
    if (callNumber === 1) return { refuse: 'not_found', error: 'That account is gone.' }
    records = records.map((record) => (record.userId === tomasz.id ? { ...record, plan: 'lifetime' as const } : record))
    return { ...tomasz, subscription: 'lifetime' as const }
  })
  await openPanel('subscriptions')
  for (const text of ['Pro, yearly', '$49.99', '3 Mar 2026 to 3 Mar 2027', 'ACTIVE'])
    await see(row('Tomasz Wilk').getByText(text))
  for (const text of ['Granted', '3 Mar 2026, never ends', 'LIFETIME']) await see(row('Ines Okafor').getByText(text))
  await see(row('Ha-eun Seo').getByText('INACTIVE'))
  await seeNo(button('Grant Lifetime to Ines Okafor'))
  const portal = page.getByRole('link', { name: "Open PayPal's portal" })
  await expect.element(portal).toHaveAttribute('href', expect.stringContaining('sandbox.paypal.com'))

  await button('Grant Lifetime to Tomasz Wilk').click()
  await seeToast('Update failed', 'That account is gone.')
  await see(row('Tomasz Wilk').getByText('ACTIVE'))
  await button('Grant Lifetime to Tomasz Wilk').click()
  await seeToast('User updated successfully', 'Tomasz Wilk: plan is now Lifetime.')
  const expectedCall = expect.objectContaining({ params: { id: tomasz.id }, body: { subscription: 'lifetime' } })
  expect(calls).toEqual([expectedCall, expectedCall])
  // The pressed button has disappeared; the focus stays in the list.
  await seeNo(button('Grant Lifetime to Tomasz Wilk'))
  await seeFocusAround(page.getByRole('table'))
  records = []
  await button('Refresh').click()
  await seeText('Nobody has a paid plan yet.')
})
