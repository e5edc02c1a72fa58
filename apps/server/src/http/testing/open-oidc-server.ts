import type { Method } from '@kerf/contract/protocol/endpoint'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { type OidcPerson, startOidcProvider } from '@kerf/standins/oidc/start-oidc-provider'
import { afterEach } from 'vitest'
import { readEnvironment } from '../../config/environment/environment.ts'
import { openSignIn } from '../../config/open-sign-in.ts'
import type { SignInMethods } from '../../use-cases/shared/deps.ts'
import { newId } from '../../use-cases/shared/new-id.ts'
import type { Person } from '../../use-cases/testing/people.ts'
import { type AppAnswer, openTestServer } from './open-app.ts'

export const freshLogin = () => `login-${newId()}`
export const emailOf = (login: string) => `${login}@example.org`.toLowerCase()

export const refusal = (status: number, code: string) => ({ status, body: { code } })

/** Opens a server whose people sign in at the stand-in of an identity provider. For all tests of a file. */
export async function openOidcServer() {
  const provider = await startOidcProvider()
  provider.register(['http://localhost/signin'])
  addCleanup(() => provider.close())
  // The provider's clock dates the tokens, so this one is the real time, too.
  const clock = { now: () => new Date() }

  const openMethods = (environment: NodeJS.ProcessEnv = {}): Promise<SignInMethods> => {
    const resources = new AsyncDisposableStack()
    addCleanup(() => resources.disposeAsync())
    const settings = readEnvironment({ ...provider.environment, OIDC_ADMIN_GROUP: 'kerf-admins', ...environment })
    return openSignIn({ settings, clock, resources })
  }
  const signInMethods = await openMethods()
  const { backend, people, server } = await openTestServer({ clock, signInMethods })

  afterEach(() => {
    provider.setDown(false)
    provider.forge(null)
    provider.changeUserinfo(null)
  })

  /** A browser with its own cookies. */
  function openBrowser(at = server) {
    const cookies = new Map<string, string>()
    async function call(method: Method, url: string, payload?: object): Promise<AppAnswer> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await at.call(method, url, { cookie }, payload)
      for (const set of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    }
    const start = (request: object = {}) => call('POST', '/api/auth/oidc', request)
    /** Parameters that the provider adds to the address of Kerf's page. */
    async function comeBack(login: string, request: object = {}): Promise<Record<string, string>> {
      const { url } = (await start(request)).body
      return Object.fromEntries((await provider.signIn(url, login)).searchParams)
    }
    const finish = (answer: object) => call('POST', '/api/auth/oidc/callback', answer)
    return {
      cookies,
      call,
      start,
      comeBack,
      finish,
      signIn: async (login: string, request: object = {}) => finish(await comeBack(login, request)),
      whoAmI: () => call('GET', '/api/auth/user'),
    }
  }

  /** Login at the provider of a person with the email of this account. */
  function loginOf({ session }: Person, person: OidcPerson = {}): string {
    const login = freshLogin()
    provider.setClaims(login, { email: session.account.email.toUpperCase(), ...person })
    return login
  }

  return { provider, clock, openMethods, signInMethods, backend, people, server, openBrowser, loginOf }
}
