import type { User } from '@kerf/contract/auth'
import { formWords } from '#messages/account/account.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { session } from '../../data/session/session.ts'

/** Starts a session in this page. `more` is what the person should know about it. */
export function startSession(user: User, welcome: string, more?: string): void {
  session.set(user)
  toasts.show(more === undefined ? { title: formWords.success, text: welcome } : { title: welcome, text: more })
}
