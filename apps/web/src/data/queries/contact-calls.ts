import * as contactCalls from '@kerf/contract/contact'
import * as dmcaCalls from '@kerf/contract/dmca'
import { callApi } from '@kerf/contract/protocol/client'
import type { BodyInput } from '@kerf/contract/protocol/endpoint'

export const sendMessage = (body: BodyInput<typeof contactCalls.sendMessage>) =>
  callApi(contactCalls.sendMessage, { body })

export const subscribeNewsletter = (body: BodyInput<typeof contactCalls.subscribeNewsletter>) =>
  callApi(contactCalls.subscribeNewsletter, { body })

export const confirmNewsletter = (token: string) => callApi(contactCalls.confirmNewsletter, { body: { token } })

export const endNewsletter = (token: string) => callApi(contactCalls.endNewsletter, { body: { token } })

export const sendNotice = (body: BodyInput<typeof dmcaCalls.sendNotice>) => callApi(dmcaCalls.sendNotice, { body })
