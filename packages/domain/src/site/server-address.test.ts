import { expect, it } from 'vitest'
import { serverAddressOf } from './server-address.ts'

it.each([
  ['https://kerf.example', 'https://kerf.example'],
  ['https://kerf.example/?v=1#features', 'https://kerf.example'],
  ['https://kerf.example/dashboard/jobs', 'https://kerf.example'],
  ['http://home.example:8080//videos/kerf/', 'http://home.example:8080/videos/kerf'],
  ['https://home.example/kerf/signin?then=/batch', 'https://home.example/kerf'],
])('the server of %s is %s', (address, server) => {
  expect(serverAddressOf(new URL(address))).toBe(server)
})
