import type { Wording } from '../../wording.ts'

type English = typeof import('../../en/account/invitations.ts')

export const invitationWords: Wording<English['invitationWords']> = {
  title: 'Einladungen',
  label: 'Offene Einladungen',
  empty: 'Es gibt keine offenen Einladungen.',
  failed: 'Die Einladungen konnten nicht geladen werden.',
  columns: { who: 'Für', plan: 'Tarif', expires: 'Gültig bis', actions: 'Aktionen' },
  anybody: 'Alle mit dem Link',
  by: (name) => `von ${name}`,
  email: 'E-Mail (freiwillig)',
  emailNote: 'Dann gilt der Link nur für diese E-Mail. Es wird keine E-Mail gesendet.',
  emailFault: 'Bitte gib eine gültige E-Mail-Adresse ein oder lass das Feld leer.',
  plans: {
    free: 'Free',
    'pro-monthly': 'Pro, ein Monat',
    'pro-yearly': 'Pro, ein Jahr',
    lifetime: 'Lifetime',
  },
  invite: 'Einladung erstellen',
  inviting: 'Wird erstellt…',
  link: 'Einladungslink',
  linkNote: 'Er gilt einmal und sieben Tage lang. Kopiere ihn jetzt, er wird nicht noch einmal gezeigt.',
  copy: 'Kopieren',
  copied: 'Link kopiert',
  notCopied: 'Der Link ließ sich nicht kopieren. Bitte markiere und kopiere ihn selbst.',
  revoke: 'Zurücknehmen',
  revokeOf: (who) => `Einladung zurücknehmen: ${who}`,
  revoked: 'Einladung zurückgenommen',
}
