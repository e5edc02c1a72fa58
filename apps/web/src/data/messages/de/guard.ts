import type { Wording } from '../wording.ts'

export const guardWords: Wording<typeof import('../en/guard.ts').guardWords> = {
  authenticationRequired: 'Anmeldung nötig',
  pleaseSignIn: (what) => `Bitte melde dich an, um ${what} zu sehen.`,
  accessDenied: 'Kein Zutritt',
  needsAdmin: 'Diese Seite ist nur für Admins.',
  areas: {
    profile: 'dein Profil',
    billing: 'deine Abrechnung',
    receipt: 'deine Quittungen',
    jobs: 'deine Downloads',
    settings: 'deine Einstellungen',
  },
  signInInstead: 'Anmelden',
  home: 'Zur Startseite',
  loading: 'Prüft, wer du bist',
}
