import type { Wording } from '../wording.ts'

export const unansweredSentences: Wording<typeof import('../en/unanswered.ts').unansweredSentences> = {
  offline: 'Du bist offline. Bitte versuch es noch einmal, wenn die Verbindung wieder da ist.',
  serverGone: 'Der Server antwortet nicht. Bitte versuch es gleich noch einmal.',
  unknown: 'Etwas ist schiefgegangen. Bitte versuch es noch einmal.',
}
