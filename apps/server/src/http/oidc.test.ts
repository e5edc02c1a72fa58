import { startOidcProvider } from '@kerf/standins/oidc/start-oidc-provider'
import { expect, it } from 'vitest'
it('x', async () => {
  const p = await startOidcProvider({ redirectUris: ['http://localhost/signin'] })
  const d = await (await fetch(p.issuer + '/.well-known/openid-configuration')).json()
  console.log(d)
  const u = new URL(d.authorization_endpoint)
  u.search = new URLSearchParams({ client_id: 'kerf', response_type: 'code', scope: 'openid email', redirect_uri: 'http://localhost/signin', state: 's', nonce: 'n', code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }).toString()
  console.log(String(await p.signIn(u.href, 'anna')))
  await p.close()
})
