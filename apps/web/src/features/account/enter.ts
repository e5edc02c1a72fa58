import type { User } from '@kerf/contract/account'
import { formWords } from '#messages/forms.ts'
import { queryClient } from '../../app/query-client.ts'
import { toasts } from '../../app/toasts.ts'
import { session } from '../../session/session.ts'

/** Somebody has just got a session. What was read before was read for a stranger, and is forgotten. */
export function enter(user: User, welcome: string): void {
  session.set(user)
  queryClient.clear()
  toasts.show({ title: formWords.success, text: welcome })
}
