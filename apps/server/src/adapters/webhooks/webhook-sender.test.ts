import { expect, it } from 'vitest'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { createWebhookSender } from './webhook-sender.ts'

const refusePost = () => Promise.reject(new Error('Nothing is sent here.'))
const acceptsWith = (allow: string[]) =>
  createWebhookSender({ fetcher: { post: refusePost }, policy: createOutboundPolicy({ allow }), allow }).accepts

it.each([
  ['Hooks.LAN:8080', 'http://hooks.lan:8080/kerf'],
  ['[0:0:0:0:0:0:0:1]:8080', 'http://[::1]:8080/kerf'],
  ['hooks.lan:443', 'http://hooks.lan:443/kerf'],
])('with the exemption %s, webhooks may go to %s, in any spelling', (entry, address) => {
  expect(acceptsWith([entry])(address)).toBe(true)
})

it.each([
  ['hooks.lan:8080', 'http://hooks.lan:8081/kerf'],
  ['10.0.0.0/8', 'http://10.1.2.3/kerf'],
  ['hooks.lan:8080', 'http://hooks.example.org/kerf'],
])('with the exemption %s, webhooks may not go to %s', (entry, address) => {
  expect(acceptsWith([entry])(address)).toBe(false)
})
