import type { Wording } from '../../wording.ts'

type English = typeof import('../../en/account/access.ts')

export const accessWords: Wording<English['accessWords']> = {
  legend: 'Wer darf hinein',
  modes: {
    public: { name: 'Alle', note: 'Wer diesen Server erreicht, kann Videos schneiden, mit oder ohne Konto.' },
    accounts: { name: 'Leute mit Konto', note: 'Alle können sich registrieren. Zum Schneiden braucht man ein Konto.' },
    closed: { name: 'Eingeladene', note: 'Zum Schneiden braucht man ein Konto und für das Konto eine Einladung.' },
  },
  notice: 'Videos schneiden kann hier nur, wer ein Konto hat.',
  noticeClosed: 'Videos schneiden kann hier nur, wer ein Konto hat. Konten gibt es auf Einladung.',
  signIn: 'Anmelden',
  signUp: 'Konto erstellen',
  ask: 'Die Betreiber dieses Servers um eine Einladung bitten',
}

export const invitedWords: Wording<English['invitedWords']> = {
  looking: 'Deine Einladung wird geprüft',
  lead: 'Du bist eingeladen. Hier erstellst du dein Konto.',
  leadPlan: (plan) => `Du bist eingeladen. Zu deinem Konto gehört ${plan}.`,
  neededTitle: 'Nur auf Einladung',
  needed: 'Für ein Konto brauchst du hier eine Einladung. Bitte frag die Betreiber dieses Servers danach.',
  endedTitle: 'Diese Einladung gilt nicht',
  ended: {
    used: 'Sie wurde schon benutzt. Jede Einladung gilt für ein Konto.',
    revoked: 'Die Betreiber dieses Servers haben sie zurückgenommen.',
    expired: 'Sie ist abgelaufen. Eine Einladung gilt sieben Tage.',
    unknown: 'Der Link ist unvollständig oder sehr alt. Prüfe bitte, ob du ihn ganz kopiert hast.',
  },
  another: 'Bitte die Betreiber dieses Servers um eine neue.',
}
