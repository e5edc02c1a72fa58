import type { User } from '@kerf/contract/auth'
import * as userCalls from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../packages/messages/src/languages.ts'
import { goTo } from '../harness/admin-panel.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { arriveAtOwn } from '../harness/servers/own-pages.ts'
import { type AccountScript, SESSION } from '../harness/servers/script-account.ts'
import { exampleUser, NOTHING, type Refusal, scriptCall, signedInAs } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const NOT_SET_UP: Refusal = { refuse: 'not_set_up' }
const WRONG_PASSWORD: Refusal = { refuse: 'wrong_password' }
const arrive = (path: string, script: AccountScript = {}) => arriveAtOwn(stage, path, script)
const invalidField = (visit: Visit, name: string) => visit.field(name).and(visit.page.locator('[aria-invalid=true]'))

/** The account with its new name, which each later look at the session gets as well. */
async function renamed(visit: Visit, name: string): Promise<User> {
  const user = exampleUser({ name })
  await signedInAs(visit, user)
  return user
}

describe('the settings', () => {
  it('keep what is typed while they are saved', async () => {
    const visit = await arrive('/dashboard/settings')
    const answer = Promise.withResolvers<void>()
    const answerLater = async <Answer>(value: Answer): Promise<Answer> => {
      await answer.promise
      return value
    }
    await scriptCall(visit, userCalls.updateProfile, async ({ body }) => {
      await answer.promise
      return renamed(visit, body.name)
    })
    await scriptCall(visit, userCalls.changeEmail, () => answerLater(NOTHING))
    await scriptCall(visit, userCalls.changePassword, () => answerLater(NOTHING))
    await visit.field('Full name').fill('Anna Sample')
    await visit.button('Save name').click()
    await visit.fill({ 'New email': 'anna@sampel.org', Password: 'secret 1' })
    await visit.button('Change email').click()
    const passwords = { 'Current password': 'secret 1', 'New password': 'secret 2', 'Confirm new password': 'secret 2' }
    await visit.fill(passwords)
    await visit.button('Change password').click()
    await expect.poll(() => visit.button('Saving...').count(), PATIENTLY).toBe(3)
    await visit.fill({ 'Full name': 'Anna B. Sample', 'New email': 'anna@sample.org', 'New password': 'secret 3' })
    answer.resolve()
    await expect.poll(() => visit.button('Saving...').count(), PATIENTLY).toBe(0)
    await visit.button('Account menu of Anna Sample').waitFor()
    const values = (...names: string[]) => Promise.all(names.map((name) => visit.field(name).inputValue()))
    expect(await values('Full name')).toEqual(['Anna B. Sample'])
    expect(await values('New email', 'Password')).toEqual(['anna@sample.org', ''])
    expect(await values(...Object.keys(passwords))).toEqual(['', 'secret 3', ''])
  })

  it('change the name, with one request after many presses, the email and the password, and keep the input if that fails', async () => {
    const visit = await arrive('/dashboard/settings')
    await visit.field('Full name').fill('  ')
    await visit.button('Save name').click()
    await visit.seeText('Please enter a name.')
    await invalidField(visit, 'Full name').waitFor()

    const answer = Promise.withResolvers<void>()
    const changes = await scriptCall(visit, userCalls.updateProfile, async ({ body }, nth) => {
      await answer.promise
      return nth === 1 ? { refuse: 'busy' } : renamed(visit, body.name)
    })
    visit.expectComplaint(/503.*\/api\/user\/profile/)
    await visit.field('Full name').fill('Anna Sample')
    await visit.button('Save name').dblclick()
    await visit.button('Saving...').waitFor()
    answer.resolve()
    await visit.seeToast('Update Failed', 'Failed to update profile')
    await visit.seeText('This server is busy. Please try again in a moment.')
    expect(await visit.field('Full name').inputValue()).toBe('Anna Sample')
    expect(changes.map(({ body }) => body)).toEqual([{ name: 'Anna Sample' }])

    await visit.field('Full name').press('Enter')
    await visit.seeToast('Profile Updated')
    await visit.button('Account menu of Anna Sample').waitFor()

    // A link to the new address changes the email. The current password must be right.
    const emailChanges = await scriptCall(visit, userCalls.changeEmail, (_call, nth) =>
      nth === 1 ? WRONG_PASSWORD : NOTHING,
    )
    visit.expectComplaint(/403.*\/api\/user\/email/)
    await visit.field('New email').fill('anna@')
    await visit.button('Change email').click()
    await visit.seeText('Please enter a valid email address')
    await visit.field('New email').fill('ANNA@example.org')
    await visit.field('Password').fill('secret 1')
    await visit.button('Change email').click()
    await visit.seeText('This is already your email.')

    await visit.field('New email').fill('anna@sample.org')
    await visit.button('Change email').click()
    await visit.seeToast('Error', 'The current password is incorrect.')
    await invalidField(visit, 'Password').waitFor()
    expect(await visit.field('New email').inputValue()).toBe('anna@sample.org')
    await visit.field('Password').press('Enter')
    await visit.seeToast('No email was sent', /^This server does not send emails\./)
    await expect.poll(() => visit.field('Password').inputValue(), PATIENTLY).toBe('')
    expect(emailChanges.at(-1)?.body).toEqual({ email: 'anna@sample.org', password: 'secret 1', revokeKeys: true })

    // The new password must be long enough and typed twice.
    const passwordChanges = await scriptCall(visit, userCalls.changePassword, (_call, nth) =>
      nth === 1 ? WRONG_PASSWORD : NOTHING,
    )
    visit.expectComplaint(/403.*\/api\/user\/password/)
    await visit.field('Current password').fill('old secret')
    await visit.field('New password').fill('short')
    await visit.field('Confirm new password').fill('shorter')
    await visit.button('Change password').click()
    await visit.seeText('Password must be at least 6 characters')
    await visit.field('New password').fill('long enough')
    await visit.button('Change password').click()
    await visit.seeText('Passwords do not match')
    expect(passwordChanges).toEqual([])
    await visit.field('Confirm new password').fill('long enough')
    await visit.button('Change password').click()
    await visit.seeToast('Error', 'The current password is incorrect.')
    await visit.button('Change password').click()
    await visit.seeToast('Password Changed')
    expect(passwordChanges.at(-1)?.body).toEqual({
      currentPassword: 'old secret',
      newPassword: 'long enough',
      revokeKeys: true,
    })
    await expect.poll(() => visit.field('Current password').inputValue(), PATIENTLY).toBe('')
  })

  it('set up a second factor with an app, and switch it off again', async () => {
    const visit = await arrive('/dashboard/settings')
    const secret = 'JBSWY3DPEHPK3PXP'
    const uri = `otpauth://totp/Kerf:anna%40example.org?secret=${secret}&issuer=Kerf`
    await scriptCall(visit, userCalls.startSecondFactor, ({ body }) =>
      body.password === 'secret 1' ? { uri, secret, backupCodes: ['aB3dE-fG7hI', 'Kl9mN-oP2qR'] } : WRONG_PASSWORD,
    )
    // The page asks every few seconds who is signed in, so this answer must change with the second factor.
    const confirmations = await scriptCall(visit, userCalls.confirmSecondFactor, async ({ body }) => {
      if (body.code !== '123456') return { refuse: 'wrong_code' }
      await signedInAs(visit, exampleUser({ secondFactor: true }))
      return NOTHING
    })
    visit.expectComplaint(/403.*second-factor/)
    visit.expectComplaint(/401.*second-factor/)
    const section = visit.region('Two-factor authentication')
    await section.getByText('OFF').waitFor()
    await visit.field('Your password').fill('wrong')
    await visit.button('Set up two-factor authentication').click()
    await visit.seeToast('Error', 'The current password is incorrect.')
    await visit.field('Your password').fill('secret 1')
    await visit.button('Set up two-factor authentication').click()
    await section.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await section.getByText('JBSW Y3DP EHPK 3PXP').waitFor()
    await visit.expectNoFaults()
    const savedFile = await visit.saveBy(visit.button('Save as a file'))
    expect(savedFile.name).toBe('kerf_backup_codes.txt')
    expect((await savedFile.bytes()).toString()).toMatch(/anna@example\.org.*\n\naB3dE-fG7hI\nKl9mN-oP2qR\n$/)

    await visit.field('Code from your app').fill('111111')
    await visit.button('Turn on').click()
    await visit.seeToast('Error', 'This code is incorrect. Please enter the one your app shows now.')
    await visit.field('Code from your app').fill('123456')
    await visit.button('Turn on').click()
    await visit.seeToast('Two-Factor Authentication On')
    expect(confirmations.map(({ body }) => body.code)).toEqual(['111111', '123456'])
    await section.getByText('ON', { exact: true }).waitFor()
    await expect.poll(() => section.getByText('JBSW').count(), PATIENTLY).toBe(0)

    await scriptCall(visit, userCalls.renewBackupCodes, ({ body }) =>
      body.password === 'secret 1' ? { backupCodes: ['new01-codes', 'new02-codes'] } : WRONG_PASSWORD,
    )
    await visit.button('Create new backup codes').click()
    await visit.field('Your password').fill('wrong')
    await visit.button('Create new backup codes').click()
    await visit.seeToast('Error', 'The current password is incorrect.')
    await visit.field('Your password').fill('secret 1')
    await visit.button('Create new backup codes').click()
    await section.getByText('new02-codes').waitFor()
    await visit.button('Done').click()
    await expect.poll(() => section.getByText('new02-codes').count(), PATIENTLY).toBe(0)

    await scriptCall(visit, userCalls.removeSecondFactor, async () => {
      await signedInAs(visit, exampleUser())
      return undefined
    })
    await visit.field('Your password').fill('secret 1')
    await visit.button('Turn off two-factor authentication').click()
    await visit.seeToast('Two-Factor Authentication Off')
    await section.getByText('OFF', { exact: true }).waitFor()
  })

  it('leave a person who has gone on there when their account is deleted late', async () => {
    const visit = await arrive('/dashboard/settings')
    const answer = Promise.withResolvers<void>()
    await scriptCall(visit, userCalls.deleteAccount, () => answer.promise as never)
    await visit.button('Delete account...').click()
    const dialog = visit.page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.locator('input').fill('secret 1')
    await dialog.getByRole('button', { name: 'Delete account' }).click()
    await dialog.getByRole('button', { name: 'Deleting...' }).waitFor()
    await goTo(visit, '/terms')
    await visit.page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    answer.resolve()
    await visit.seeToast('Account Deleted')
    expect(visit.path).toBe('/terms')
  })

  it('keep an ended session away though the list was asked for once more before that', async () => {
    const visit = await arrive('/dashboard/settings')
    const endButton = visit.button('End session: Safari on iPhone')
    await endButton.waitFor()
    await visit.page.getByRole('link', { name: 'Back to your profile' }).click()
    await visit.page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    const lists = await visit.hold(({ url }) => url().endsWith('/api/user/sessions'))
    await visit.page.goBack()
    await scriptCall(visit, userCalls.endSession, () => undefined)
    await endButton.click()
    await endButton.waitFor({ state: 'detached' })
    // The held list is outdated by now.
    await expect.poll(lists.count, PATIENTLY).toBe(2)
  })

  it('end one session or all others, set colours and language for this browser, export all data as a file, and delete the account after a clear question', async () => {
    const visit = await arrive('/dashboard/settings')
    const list = visit.page.getByRole('list', { name: 'Your sessions' })
    await list.getByText('Safari on iPhone').waitFor()
    const currentSession = list.getByRole('listitem').filter({ hasText: 'Firefox on Linux' })
    await currentSession.getByText('THIS DEVICE').waitFor()
    expect(await currentSession.getByRole('button').count()).toBe(0)

    const endedSessions = await scriptCall(visit, userCalls.endSession, () => undefined)
    await visit.button('End session: Safari on iPhone').click()
    await visit.seeToast('Session Ended', 'Safari on iPhone has to sign in again.')
    expect(endedSessions.map(({ params }) => params.id)).toEqual([SESSION.phone])
    await scriptCall(visit, userCalls.endOtherSessions, (_call, nth) =>
      nth === 1 ? { refuse: 'internal' } : { ended: 1 },
    )
    visit.expectComplaint(/500.*end-others/)
    await visit.button('End all others').click()
    await visit.seeToast('Error', 'Something went wrong on our side. Please try again.')
    await visit.button('End all others').click()
    await visit.seeToast('Sessions Ended', '1 session has ended.')
    await visit.seeText('You are only signed in here.')
    await expect.poll(() => list.getByRole('listitem').count(), PATIENTLY).toBe(1)

    const appearance = visit.region('Appearance and language')
    await appearance.getByRole('button', { name: 'Dark' }).click()
    const footer = visit.page.getByRole('contentinfo')
    await footer.getByRole('button', { name: 'Dark', pressed: true }).waitFor()

    visit.expectComplaint(/501.*\/api\/user\/export/)
    await scriptCall(visit, userCalls.exportData, () => NOT_SET_UP)
    await visit.button('Export my data').click()
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    await scriptCall(visit, userCalls.exportData, () => ({ user: exampleUser() }))
    const revokedUrls = await visit.page.evaluateHandle(() => {
      const addresses: string[] = []
      const revoke = URL.revokeObjectURL
      URL.revokeObjectURL = (address) => {
        addresses.push(address)
        revoke(address)
      }
      return addresses
    })
    const saving = visit.saveBy(visit.button('Export my data'))
    const [savedFile] = await Promise.all([saving, visit.seeToast('Download Started', 'kerf_export.json')])
    expect(savedFile.name).toBe('kerf_export.json')
    // The address is not revoked yet, because Safari still fetches it.
    expect(await revokedUrls.jsonValue()).toEqual([])

    const languages = appearance.getByRole('group', { name: 'Language' }).getByRole('link')
    expect(await languages.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      LANGUAGES.map((language) => `?lang=${language}`),
    )

    const deletions = await scriptCall(visit, userCalls.deleteAccount, (_call, nth) =>
      nth === 1 ? { refuse: 'wrong_password' } : undefined,
    )
    visit.expectComplaint(/403.*\/api\/user/)
    // The account is deleted only with the right password.
    await visit.button('Delete account...').click()
    const dialog = visit.page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByText('This cannot be undone.').waitFor()
    await dialog.getByText('Your videos, downloads and clips').waitFor()
    await dialog.getByText('Payments and receipts, as long as the law requires').waitFor()
    await visit.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // The focus returns to the opener shortly after the dialog has closed.
    await visit.seeFocus(visit.button('Delete account...'))
    await visit.page.keyboard.press('Enter')
    await dialog.waitFor()
    await visit.page.keyboard.press('Enter')
    await dialog.getByText('Please enter your password.').waitFor()
    await visit.page.keyboard.type('not my password')
    await visit.page.keyboard.press('Enter')
    await dialog.getByText('The current password is incorrect.').waitFor()
    await dialog.locator('input').fill('secret 1')
    await dialog.getByRole('button', { name: 'Delete account' }).dblclick()
    await visit.seeToast('Account Deleted')
    await expect.poll(() => visit.path, PATIENTLY).toBe('/')
    await visit.page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    expect(deletions.map(({ body }) => body.password)).toEqual(['not my password', 'secret 1'])
  })
})
