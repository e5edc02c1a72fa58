import type { Testbed, VisitOptions } from './servers/testbed.ts'
import type { Visit } from './visit.ts'

/** Opens a visit without the fonts that the page of the provider's stand-in requests. */
export async function visitWithoutFonts(testbed: Testbed, options: VisitOptions): Promise<Visit> {
  const visit = await testbed.visit(options)
  await visit.answer('https://fonts.googleapis.com/**', () => ({ body: '', contentType: 'text/css' }))
  return visit
}

/** Signs in on the provider's own page. */
export async function signInThere({ page }: Visit, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}
