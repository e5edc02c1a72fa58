import { useSyncExternalStore } from 'react'

export type Connection = 'online' | 'offline' | 'server_gone'

let serverAnswers = true
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** Pollers report here whether the server answered. */
export function reportServerAnswers(answers: boolean): void {
  if (answers === serverAnswers) return
  serverAnswers = answers
  notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const readConnection = (): Connection => (navigator.onLine ? (serverAnswers ? 'online' : 'server_gone') : 'offline')

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, readConnection, () => 'online')
}
