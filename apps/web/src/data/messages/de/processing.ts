import type { processingWords as english } from '../en/processing.ts'
import type { Wording } from '../wording.ts'

export const processingWords: Wording<typeof english> = {
  title: 'Video wird geöffnet',
  text: 'Bitte warte, bis dein Video bereit ist\u00a0…',
  secondsLeft: (seconds) => `noch etwa ${seconds}\u00a0s`,
  stages: {
    sending: 'Der Link wird geschickt',
    asking: 'Die Quelle wird nach dem Video gefragt',
    describing: 'Der Filmstreifen wird eingelegt',
  },
  cancel: 'Abbrechen',
}
