import { describe, expect, it } from 'vitest'
import { signInFor, withReturnTo } from '../../data/navigation/return-to.ts'
import { readTarget, targetPath } from './use-next-page.ts'

describe('the target after signing in', () => {
  it.each([
    '/',
    '/subscription?plan=pro-yearly',
    '/dashboard/billing/5O190127TN364715T',
    '/dashboard/jobs',
    '/batch',
    '/?v=2xJq&url=https%3A%2F%2Fyoutu.be%2Fn0rthC0astR&start=1.5',
    '/?url=https://youtu.be/n0rthC0astR&start=1.5',
  ])('is a page of this site, with its query: %s', (path) => {
    expect(targetPath(path)).toBe(path)
  })

  it.each([
    ['another site', 'https://evil.example/'],
    ['a host without a scheme', '//evil.example/'],
    ['a host behind a backslash', '/\\evil.example'],
    ['a host behind an escaped backslash', '/%5Cevil.example'],
    ['a host behind a tab that browsers leave out', '/\t/evil.example'],
    ['a host behind a line break', '/\n/evil.example'],
    ['a host behind dots', '/..//evil.example'],
    ['a host behind a page', '/batch//evil.example'],
    ['a backslash behind a page', '/subscription?plan=\\\\evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a script behind a space', ' javascript:alert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a user name', '/@evil.example'],
    ['a user name without a slash', '@evil.example'],
    ['a path out of a page', '/dashboard/billing/..'],
    ['an escaped path out of a page', '/dashboard/billing/%2e%2e'],
    ['an API call', '/api/auth/signout'],
    ['a path below a receipt', '/dashboard/billing/one/two'],
    ['an unknown page', '/nowhere'],
    ['a page without its slash', 'subscription'],
    ['a page in another case', '/Subscription'],
    ['a fragment with a space', '/subscription#a b'],
    ['the page itself, in a loop', '/signin?then=/signin'],
    ['the page for new accounts', '/signup'],
    ['a page for strangers', '/reset-password?token=t'],
    ['an empty text', ''],
    ['a missing text', null],
  ])('is never %s', (_description, text) => {
    expect(targetPath(text)).toBeNull()
  })

  it('survives the address unchanged', () => {
    const target = '/?v=2xJq&url=https%3A%2F%2Fyoutu.be%2Fx%3Ft%3D5'
    const { searchParams } = new URL(signInFor(withReturnTo('/batch', target)), 'http://here')
    expect(searchParams.get('then')).toBe(withReturnTo('/batch', target))
    expect(new URLSearchParams(withReturnTo('', target)).get('then')).toBe(target)
  })
})

describe('the target in an address', () => {
  it.each([
    ['?then=/batch', 'http://here/signin?then=/terms', '/batch'],
    // The link was pressed before the code of the page had loaded.
    ['', 'http://here/signin?then=%2Fsubscription%3Fplan%3Dlifetime', '/subscription?plan=lifetime'],
    ['', 'http://here/signin', null],
    ['', '', null],
  ])('with %j after %j is %j', (query, previousPage, target) => {
    expect(readTarget(query, previousPage)).toBe(target)
  })
})
