import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { OWN_PATH_PARTS, pathParts } from '@kerf/domain/site/server-address'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../use-cases/testing/people.ts'
import { PRIVATE_IP_ADDRESS, RESOLVED_VIDEO } from '../../../use-cases/testing/test-backend.ts'
import { openApp, openTestServer } from '../../testing/open-app.ts'

const publicUrl = new URL('https://home.example/kerf')
const { backend, people, server } = await openTestServer({ publicUrl })
const { email } = (await people.signUp()).session.account

const statusOf = async (url: string) => (await server.call('GET', url, {})).status

async function signIn({ app } = server) {
  const headers = {
    'x-forwarded-proto': 'https',
    'x-forwarded-for': PRIVATE_IP_ADDRESS,
    origin: 'https://home.example',
  }
  const payload = { email, password: PASSWORD }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/signin',
    headers,
    payload,
    remoteAddress: PRIVATE_IP_ADDRESS,
  })
  expect(answer.statusCode).toBe(200)
  return answer.cookies.filter(({ value }) => value !== '')
}

describe('a server that shares its host', () => {
  it('answers under its path, and without it behind a proxy that removes it', async () => {
    for (const path of ['/api/plans', '/livez', '/api/health?x=/kerf', '/api/openapi.json'])
      expect([
        path,
        ...(await Promise.all(['', '/kerf', '/', '/kerf/'].map((start) => statusOf(start + path)))),
      ]).toEqual([path, 200, 200, 200, 200])
    const homeAnswer = await server.call('GET', '/', {})
    for (const path of ['/kerf', '/kerf?lang=de', '/kerf/', '/kerf//?lang=de'])
      expect([path, (await server.call('GET', path, {})).body]).toEqual([path, homeAnswer.body])
    for (const path of [
      '/kerfs/api/plans',
      '/kerf.api/plans',
      '/Kerf/api/plans',
      '/x/kerf/api/plans',
      '/kerf/kerf/livez',
    ])
      expect([path, await statusOf(path)]).toEqual([path, 404])
  })

  it('sets cookies for its path only, under names that only HTTPS can set', async () => {
    const cookies = await signIn()
    expect(cookies.map(({ name, path, secure }) => [name, path, secure])).toEqual([
      ['__Secure-kerf_session_kerf', '/kerf', true],
      ['kerf_signed_in', '/kerf', true],
      ['__Secure-kerf_device_kerf', '/kerf', true],
    ])
    const [session] = cookies
    const headers = { cookie: `${session?.name}=${session?.value}`, 'x-forwarded-proto': 'https' }
    const ask = (url: string) => server.app.inject({ url, headers, remoteAddress: PRIVATE_IP_ADDRESS })
    expect((await ask('/kerf/api/auth/user')).json().email).toBe(email)
    const signOut = await server.app.inject({
      method: 'POST',
      url: '/kerf/api/auth/signout',
      headers,
      remoteAddress: PRIVATE_IP_ADDRESS,
    })
    expect(signOut.cookies.map(({ name, path, value }) => [name, path, value])).toEqual([
      ['__Secure-kerf_session_kerf', '/kerf', ''],
      ['kerf_signed_in', '/kerf', ''],
    ])
  })

  it('returns addresses with its path', async () => {
    const { viewer, client } = await server.createStranger()
    const link = 'https://media.example/a.mp4'
    const shape = { frameWidth: 160, frameHeight: 90, columns: 1, rows: 1, frameCount: 1, secondsPerFrame: 1 }
    const resolvedVideo = {
      ...RESOLVED_VIDEO,
      thumbnailAddress: 'https://media.example/a.jpg',
      filmstrip: { ...shape, sheetAddresses: ['https://media.example/b.jpg'] },
      waveform: { peaksPerSecond: 1, address: 'https://media.example/c.json' },
    }
    const { id } = await backend.video(viewer, undefined, resolvedVideo, { source: 'media', reference: link, link })
    const { body } = await server.call('GET', `/api/video/${id}`, {
      cookie: `__Secure-${client.cookie?.replace('=', '_kerf=')}`,
    })
    const addresses = [body.thumbnail, body.preview, body.waveform.address, ...body.filmstrip.sheets]
    expect(addresses.map((address) => address.replace(id, 'ID'))).toEqual([
      '/kerf/api/video/ID/thumbnail',
      '/kerf/api/video/ID/preview',
      '/kerf/api/video/ID/waveform',
      '/kerf/api/video/ID/filmstrip/0',
    ])
    const document = (await server.call('GET', '/kerf/api/openapi.json', {})).body
    expect([document.servers, Object.keys(document.paths)[0]]).toEqual([
      [{ url: 'https://home.example/kerf' }],
      '/api/video/process',
    ])
  })

  it("cannot have a call's path as its own", () => {
    const firstParts = ALL_ENDPOINTS.flatMap(({ path }) => pathParts(path).slice(0, 1))
    expect(firstParts.filter((part) => !OWN_PATH_PARTS.has(part))).toEqual([])
  })
})

it('a server with its own host keeps the usual cookie names and paths', async () => {
  const ownHost = await openApp(backend, people, { publicUrl: new URL('https://home.example') })
  expect((await signIn(ownHost)).map(({ name, path }) => [name, path])).toEqual([
    ['__Host-kerf_session', '/'],
    ['kerf_signed_in', '/'],
    ['__Host-kerf_device', '/'],
  ])
  expect((await ownHost.call('GET', '/api/openapi.json', {})).body).not.toHaveProperty('servers')
})
