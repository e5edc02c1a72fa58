import { expect, it } from 'vitest'
import { createOutboundPolicy } from '../outbound/outbound-policy.ts'
import { createWebhookSender } from './webhook-sender.ts'

const post = () => Promise.reject(new Error('Nothing is sent here.'))
const acceptedBy = (allow: string[]) =>
  createWebhookSender({ fetcher: { post }, policy: createOutboundPolicy({ allow }), allow }).accepts

it.each([
  ['Hooks.LAN:8080', 'http://hooks.lan:8080/kerf'],
  ['[0:0:0:0:0:0:0:1]:8080', 'http://[::1]:8080/kerf'],
  ['hooks.lan:443', 'http://hooks.lan:443/kerf'],
])('whoever has opened %s sends webhooks to %s, however it is spelt', (entry, address) => {
  expect(acceptedBy([entry])(address)).toBe(true)
})

it.each([
  ['hooks.lan:8080', 'http://hooks.lan:8081/kerf'],
  ['10.0.0.0/8', 'http://10.1.2.3/kerf'],
  ['hooks.lan:8080', 'http://hooks.example.org/kerf'],
])('whoever has opened %s does not send them to %s', (entry, address) => {
  expect(acceptedBy([entry])(address)).toBe(false)
})
