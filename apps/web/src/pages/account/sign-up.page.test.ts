import { signUp } from '@kerf/contract/auth'
import { expect, it } from 'vitest'
import { open } from '../../testing/app.tsx'
import { exampleUser } from '../../testing/examples/account-examples.ts'
import {
  button,
  field,
  fill,
  mainLink,
  see,
  seeFault,
  seeNo,
  seePath,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { scriptCall, scriptUser } from '../../testing/scripted-server.ts'

it('signing up asks for every field, rates the password, and creates an account named after the email', async () => {
  const calls = scriptCall(signUp, (_call, callNumber) => {
    if (callNumber === 1) return { refuse: 'email_taken' }
    scriptUser(exampleUser())
    return { user: exampleUser() }
  })
  await open('/signup')
  await fill({ Name: '  ', Password: 'short' })
  await button('Create Account').click()
  await seeFault('Name', 'Please enter your name')
  await seeFault('Email', 'Please enter your email address')
  await fill({ Name: ' Anna Example ', Email: 'anna@example.org' })
  await button('Create Account').click()
  await seeFault('Password', 'Password must be at least 6 characters')

  for (const [password, hint] of [
    ['password1', 'Very common and easy to guess. Choose another one.'],
    ['kv9#xq', 'Easy to guess. Longer is better.'],
    ['video strips', 'Fair. A few more characters make it strong.'],
    ['a strip of film', 'Strong.'],
  ] as const) {
    await field('Password').fill(password)
    await seeText(hint)
  }
  await field('Password').fill('x'.repeat(257))
  await button('Create Account').click()
  await seeToast('Error', 'Password must be at most 256 characters')
  expect(calls).toHaveLength(0)

  // A common password is warned about, never refused.
  await field('Password').fill('123456')
  await button('Create Account').click()
  await seeFault('Email', 'An account with this email already exists.')
  expect(calls).toHaveLength(1)

  // The account may be the visitor's own, so the links to it stay until another email is typed.
  await see(mainLink('set a new password'))
  await field('Email').fill('anna.b@example.org')
  await seeNo(mainLink('set a new password'))
  await field('Password').fill('  spaces stay  ')
  await button('Create Account').click()
  await seeToast('Account created successfully!', /^This server does not send emails\./)
  await seePath('/')
  expect(calls.at(-1)?.body).toEqual({
    name: 'Anna Example',
    username: 'anna.b',
    email: 'anna.b@example.org',
    password: '  spaces stay  ',
  })
})
