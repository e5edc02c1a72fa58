import type { User } from '@kerf/contract/account'
import { formWords } from '#messages/forms.ts'
import { toasts } from '../../app/toasts.ts'
import { session } from '../../session/session.ts'

/** Somebody has just got a session. */
export function enter(user: User, welcome: string): void {
  session.set(user)
  toasts.show({ title: formWords.success, text: welcome })
}
