import type { Wording } from '../wording.ts'

export const pageWords: Wording<typeof import('../en/pages.ts').pageWords> = {
  home: {
    title: 'schneide genau den Teil, den du willst',
    description:
      'Link einfügen, Anfang und Ende bildgenau wählen und genau diesen Teil herunterladen. Bis 4K oder als MP3. Ohne Wasserzeichen, ohne Konto.',
  },
  signIn: { title: 'Anmelden', description: 'Melde dich bei deinem Konto an.' },
  signUp: {
    title: 'Konto anlegen',
    description: 'Leg ein kostenloses Konto an: deine Downloads, dein Tarif, auf jedem Gerät.',
  },
  forgotPassword: {
    title: 'Passwort vergessen',
    description: 'Lass dir einen Link schicken, um ein neues Passwort zu setzen.',
  },
  resetPassword: {
    title: 'Passwort zurücksetzen',
    description: 'Setz mit dem Code aus deiner E-Mail ein neues Passwort.',
  },
  terms: {
    title: 'Nutzungsbedingungen',
    description: 'Was du von uns erwarten darfst, und was wir von dir erwarten.',
  },
  privacy: {
    title: 'Datenschutz',
    description: 'Was dieser Server über dich speichert, wie lange, und wie du es löschen lässt.',
  },
  contact: { title: 'Kontakt', description: 'Schreib den Menschen hinter diesem Server.' },
  subscription: {
    title: 'Tarife',
    description: 'Free, Pro und Lifetime: derselbe genaue Schnitt, mehr Pixel und mehr Clips.',
  },
  profile: { title: 'Profil', description: 'Dein Konto, dein Tarif und deine Downloads.' },
  billing: { title: 'Abrechnung', description: 'Dein Tarif und deine Quittungen.' },
  jobs: { title: 'Deine Downloads', description: 'Deine früheren und laufenden Downloads.' },
  settings: { title: 'Einstellungen', description: 'Dein Profil, dein Passwort und deine Sitzungen.' },
  admin: { title: 'Verwaltung', description: 'Nutzer, Aufträge, Tarife und Einstellungen.' },
  adminTest: { title: 'Verwaltung, Rohdaten', description: 'Statistik und Nutzer als Rohdaten.' },
  api: {
    title: 'API',
    description: 'Jeder Aufruf der API: was hineingeht, was herauskommt, was abgelehnt werden kann.',
  },
  changelog: { title: 'Änderungen', description: 'Was sich geändert hat, Version für Version.' },
  dmca: { title: 'DMCA', description: 'Melde ein Video, dessen Rechte bei dir liegen.' },
}
