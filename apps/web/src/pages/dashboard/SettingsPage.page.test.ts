import type { User } from '@kerf/contract/auth'
import * as userCalls from '@kerf/contract/user'
import { LANGUAGES } from '@kerf/messages/languages'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { exampleUser, SESSION_IDS } from '../../testing/examples/account-examples.ts'
import {
  button,
  expectNoFaults,
  field,
  fill,
  heading,
  inputIn,
  mainLink,
  pressOn,
  pressTwice,
  region,
  saveBy,
  see,
  seeFocus,
  seeInput,
  seeNo,
  seePath,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { EMPTY_ANSWER, type Refusal } from '../../testing/scripted-call.ts'
import { holdRequests, scriptAccount, scriptCall, scriptUser } from '../../testing/scripted-server.ts'

const NOT_SET_UP: Refusal = { refuse: 'not_set_up' }
const WRONG_PASSWORD: Refusal = { refuse: 'wrong_password' }

const seeInvalid = (label: string) => expect.element(field(label)).toHaveAttribute('aria-invalid', 'true')
const deletionDialog: Locator = page.getByRole('dialog', { name: 'Delete your account?' })

/** Returns the account with its new name. Later reads of the session return it as well. */
function scriptRenamedUser(name: string): User {
  const user = exampleUser({ name })
  scriptUser(user)
  return user
}

beforeEach(() => void scriptAccount())

describe('the forms', () => {
  it('keep text that is typed during a save', async () => {
    await open('/dashboard/settings')
    const answer = Promise.withResolvers<void>()
    const answerLater = async <Answer>(value: Answer): Promise<Answer> => {
      await answer.promise
      return value
    }
    scriptCall(userCalls.updateProfile, async ({ body }) => {
      await answer.promise
      return scriptRenamedUser(body.name)
    })
    scriptCall(userCalls.changeEmail, () => answerLater(EMPTY_ANSWER))
    scriptCall(userCalls.changePassword, () => answerLater(EMPTY_ANSWER))
    await field('Full name').fill('Anna Sample')
    await button('Save name').click()
    await fill({ 'New email': 'anna@sampel.org', Password: 'secret 1' })
    await button('Change email').click()
    const passwords = { 'Current password': 'secret 1', 'New password': 'secret 2', 'Confirm new password': 'secret 2' }
    await fill(passwords)
    await button('Change password').click()
    await expect.poll(() => button('Saving...').length).toBe(3)
    await fill({ 'Full name': 'Anna B. Sample', 'New email': 'anna@sample.org', 'New password': 'secret 3' })
    answer.resolve()
    await seeNo(button('Saving...'))
    await see(button('Account menu of Anna Sample'))
    await expect
      .poll(() => ['Full name', 'New email', 'Password', ...Object.keys(passwords)].map(inputIn))
      .toEqual(['Anna B. Sample', 'anna@sample.org', '', '', 'secret 3', ''])
  })

  it('change the name, with one request after many presses, and keep the input if that fails', async () => {
    await open('/dashboard/settings')
    await field('Full name').fill('  ')
    await button('Save name').click()
    await seeText('Please enter a name.')
    await seeInvalid('Full name')

    const changes = scriptCall(userCalls.updateProfile, ({ body }, callNumber) =>
      callNumber === 1 ? { refuse: 'busy' } : scriptRenamedUser(body.name),
    )
    await field('Full name').fill('Anna Sample')
    await pressTwice(button('Save name'))
    await seeToast('Update Failed', 'Failed to update profile')
    await seeText('This server is busy. Please try again in a moment.')
    expect(inputIn('Full name')).toBe('Anna Sample')
    expect(changes.map(({ body }) => body)).toEqual([{ name: 'Anna Sample' }])

    await pressOn(field('Full name'), '{Enter}')
    await seeToast('Profile Updated')
    await see(button('Account menu of Anna Sample'))
  })

  it('change the email through a link to the new address, with the current password', async () => {
    await open('/dashboard/settings')
    const emailChanges = scriptCall(userCalls.changeEmail, (_call, callNumber) =>
      callNumber === 1 ? WRONG_PASSWORD : EMPTY_ANSWER,
    )
    await field('New email').fill('anna@')
    await button('Change email').click()
    await seeText('Please enter a valid email address')
    await fill({ 'New email': 'ANNA@example.org', Password: 'secret 1' })
    await button('Change email').click()
    await seeText('This is already your email.')

    await field('New email').fill('anna@sample.org')
    await button('Change email').click()
    await seeToast('Error', 'The current password is incorrect.')
    await seeInvalid('Password')
    expect(inputIn('New email')).toBe('anna@sample.org')
    await pressOn(field('Password'), '{Enter}')
    await seeToast('No email was sent', /^This server does not send emails\./)
    await seeInput('Password', '')
    expect(emailChanges.at(-1)?.body).toEqual({ email: 'anna@sample.org', password: 'secret 1', revokeKeys: true })
  })

  it('change the password, which must be long enough and typed twice', async () => {
    await open('/dashboard/settings')
    const passwordChanges = scriptCall(userCalls.changePassword, (_call, callNumber) =>
      callNumber === 1 ? WRONG_PASSWORD : EMPTY_ANSWER,
    )
    await fill({ 'Current password': 'old secret', 'New password': 'short', 'Confirm new password': 'shorter' })
    await button('Change password').click()
    await seeText('Password must be at least 6 characters')
    await field('New password').fill('long enough')
    await button('Change password').click()
    await seeText('Passwords do not match')
    expect(passwordChanges).toEqual([])
    await field('Confirm new password').fill('long enough')
    await button('Change password').click()
    await seeToast('Error', 'The current password is incorrect.')
    await button('Change password').click()
    await seeToast('Password Changed')
    expect(passwordChanges.at(-1)?.body).toEqual({
      currentPassword: 'old secret',
      newPassword: 'long enough',
      revokeKeys: true,
    })
    await seeInput('Current password', '')
  })
})

describe('the second factor', () => {
  it('is set up with an app, and switched off again', async () => {
    const secret = 'JBSWY3DPEHPK3PXP'
    const uri = `otpauth://totp/Kerf:anna%40example.org?secret=${secret}&issuer=Kerf`
    scriptCall(userCalls.startSecondFactor, ({ body }) =>
      body.password === 'secret 1' ? { uri, secret, backupCodes: ['aB3dE-fG7hI', 'Kl9mN-oP2qR'] } : WRONG_PASSWORD,
    )
    // The page requests the signed-in user every few seconds, so this answer must change with the second factor.
    const confirmations = scriptCall(userCalls.confirmSecondFactor, ({ body }) => {
      if (body.code !== '123456') return { refuse: 'wrong_code' }
      scriptUser(exampleUser({ secondFactor: true }))
      return EMPTY_ANSWER
    })
    await open('/dashboard/settings')
    const section = region('Two-factor authentication')
    await see(section.getByText('OFF'))
    await field('Your password').fill('wrong')
    await button('Set up two-factor authentication').click()
    await seeToast('Error', 'The current password is incorrect.')
    await field('Your password').fill('secret 1')
    await button('Set up two-factor authentication').click()
    await see(section.getByRole('img', { name: 'QR code for your authenticator app' }))
    await see(section.getByText('JBSW Y3DP EHPK 3PXP'))
    await expectNoFaults()
    const savedFile = await saveBy(button('Save as a file'))
    expect(savedFile.name).toBe('kerf_backup_codes.txt')
    expect(await savedFile.content()).toMatch(/anna@example\.org.*\n\naB3dE-fG7hI\nKl9mN-oP2qR\n$/)

    await field('Code from your app').fill('111111')
    await button('Turn on').click()
    await seeToast('Error', 'This code is incorrect. Please enter the one your app shows now.')
    await field('Code from your app').fill('123456')
    await button('Turn on').click()
    await seeToast('Two-Factor Authentication On')
    expect(confirmations.map(({ body }) => body.code)).toEqual(['111111', '123456'])
    await see(section.getByText('ON'))
    await seeNo(section.getByText(/JBSW/))

    scriptCall(userCalls.renewBackupCodes, ({ body }) =>
      body.password === 'secret 1' ? { backupCodes: ['new01-codes', 'new02-codes'] } : WRONG_PASSWORD,
    )
    await button('Create new backup codes').click()
    await field('Your password').fill('wrong')
    await button('Create new backup codes').click()
    await seeToast('Error', 'The current password is incorrect.')
    await field('Your password').fill('secret 1')
    await button('Create new backup codes').click()
    await see(section.getByText('new02-codes'))
    await button('Done').click()
    await seeNo(section.getByText('new02-codes'))

    scriptCall(userCalls.removeSecondFactor, () => {
      scriptUser(exampleUser())
      return undefined
    })
    await field('Your password').fill('secret 1')
    await button('Turn off two-factor authentication').click()
    await seeToast('Two-Factor Authentication Off')
    await see(section.getByText('OFF'))
  })
})

describe('the sessions', () => {
  it('do not show an ended session again when an older list arrives', async () => {
    await open('/dashboard/settings')
    const endButton = button('End session: Safari on iPhone')
    await see(endButton)
    await mainLink('Back to your profile').click()
    await see(heading('Profile'))
    const lists = holdRequests(({ url }) => url.pathname === '/api/user/sessions')
    history.back()
    scriptCall(userCalls.endSession, () => undefined)
    await endButton.click()
    await seeNo(endButton)
    // The held list is outdated by now.
    await expect.poll(lists.count).toBe(2)
  })

  it('are ended one by one or all others at once', async () => {
    await open('/dashboard/settings')
    const list = page.getByRole('list', { name: 'Your sessions' })
    await see(list.getByText('Safari on iPhone'))
    const currentSession = list.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
    await see(currentSession.getByText('THIS DEVICE'))
    expect(currentSession.getByRole('button').length).toBe(0)

    const endedSessions = scriptCall(userCalls.endSession, () => undefined)
    await button('End session: Safari on iPhone').click()
    await seeToast('Session Ended', 'Safari on iPhone has to sign in again.')
    expect(endedSessions.map(({ params }) => params.id)).toEqual([SESSION_IDS.phone])
    scriptCall(userCalls.endOtherSessions, (_call, callNumber) =>
      callNumber === 1 ? { refuse: 'internal' } : { ended: 1 },
    )
    await button('End all others').click()
    await seeToast('Error', 'Something went wrong on our side. Please try again.')
    await button('End all others').click()
    await seeToast('Sessions Ended', '1 session has ended.')
    await seeText('You are only signed in here.')
    await expect.poll(() => list.getByRole('listitem').length).toBe(1)
  })
})

it('colours and language are set for this browser', async () => {
  await open('/dashboard/settings')
  const appearance = region('Appearance and language')
  await appearance.getByRole('button', { name: 'Dark' }).click()
  await see(page.getByRole('contentinfo').getByRole('button', { name: 'Dark', pressed: true }))
  const languages = appearance.getByRole('group', { name: 'Language' }).getByRole('link')
  expect(languages.elements().map((link) => link.getAttribute('href'))).toEqual(
    LANGUAGES.map((language) => `?lang=${language}`),
  )
})

it('all data is exported as a file', async () => {
  await open('/dashboard/settings')
  scriptCall(userCalls.exportData, () => NOT_SET_UP)
  await button('Export my data').click()
  await seeToast('Error', 'This server is not set up for that yet.')
  scriptCall(userCalls.exportData, () => ({ user: exampleUser() }))
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const savedFile = await saveBy(button('Export my data'))
  await seeToast('Download Started', 'kerf_export.json')
  expect(savedFile.name).toBe('kerf_export.json')
  expect(JSON.parse(await savedFile.content())).toEqual({ user: exampleUser() })
  // The address is not revoked yet, because Safari still fetches it.
  expect(revoke).not.toHaveBeenCalled()
})

describe('the account', () => {
  it('is deleted after a clear question, with the right password', async () => {
    const deletions = scriptCall(userCalls.deleteAccount, (_call, callNumber) =>
      callNumber === 1 ? WRONG_PASSWORD : undefined,
    )
    await open('/dashboard/settings')
    await button('Delete account...').click()
    await see(deletionDialog.getByText('This cannot be undone.', { exact: false }))
    await see(deletionDialog.getByText('Your videos, downloads and clips'))
    await see(deletionDialog.getByText('Payments and receipts, as long as the law requires'))
    await userEvent.keyboard('{Escape}')
    await seeNo(deletionDialog)

    // The focus returns to the opener shortly after the dialog has closed.
    await seeFocus(button('Delete account...'))
    await userEvent.keyboard('{Enter}')
    await see(deletionDialog)
    await userEvent.keyboard('{Enter}')
    await see(deletionDialog.getByText('Please enter your password.'))
    await userEvent.keyboard('not my password{Enter}')
    await see(deletionDialog.getByText('The current password is incorrect.'))
    await deletionDialog.getByCss('input').fill('secret 1')
    await pressTwice(deletionDialog.getByRole('button', { name: 'Delete account' }))
    await seeToast('Account Deleted')
    await seePath('/')
    await see(page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
    expect(deletions.map(({ body }) => body.password)).toEqual(['not my password', 'secret 1'])
  })

  it('does not move a person who opened another page if it is deleted late', async () => {
    const answer = Promise.withResolvers<void>()
    scriptCall(userCalls.deleteAccount, () => answer.promise as never)
    await open('/dashboard/settings')
    await button('Delete account...').click()
    await deletionDialog.getByCss('input').fill('secret 1')
    await deletionDialog.getByRole('button', { name: 'Delete account' }).click()
    await see(deletionDialog.getByRole('button', { name: 'Deleting...' }))
    history.pushState(null, '', '/terms')
    await see(heading('Terms of Service'))
    answer.resolve()
    await seeToast('Account Deleted')
    expect(location.pathname).toBe('/terms')
  })
})
