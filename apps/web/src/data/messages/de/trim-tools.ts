import type { trimTools as english } from '../en/trim-tools.ts'
import type { Wording } from '../wording.ts'

export const trimTools: Wording<typeof english> = {
  copyLink: 'Link zu diesem Ausschnitt kopieren',
  linkCopied: 'Link kopiert',
  linkCopiedText: 'Er öffnet dieses Video für alle mit deinem Anfang und Ende.',
  linkNotCopied: 'Link nicht kopiert',
  linkNotCopiedText:
    'Dein Browser gibt die Zwischenablage hier nicht frei. Auch die Adresszeile enthält einen Link zu diesem Ausschnitt.',
  addRange: 'Ausschnitt dazu',
  doneWithRange: (place) => `Ausschnitt ${place} fertig`,
  pro: 'PRO',
  snap: 'Einrasten',
  snapMeaning: 'Griffe halten bei ganzen Sekunden; weit vergrößert bei einzelnen Bildern',
}
