import type { User } from '@kerf/contract/auth'
import { formWords } from '#messages/account/account.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { session } from '../../data/session/session.ts'

/** Starts a session in this page, with a toast. `note` is a further text for the toast. */
export function startSession(user: User, welcome: string, note?: string): void {
  session.set(user)
  toasts.show(note === undefined ? { title: formWords.success, text: welcome } : { title: welcome, text: note })
}
