import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/password'
import { PRODUCT_NAME } from '@kerf/domain/product'
import type { accountWords as english } from '../en/account.ts'
import type { Wording } from '../wording.ts'

export const accountWords: Wording<typeof english> = {
  fillInAll: 'Bitte fülle alle Felder aus',
  fields: {
    name: 'Name',
    email: 'E-Mail',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    confirm: 'Neues Passwort bestätigen',
    token: 'Code zum Zurücksetzen',
  },
  /** The same within a sentence: `Show new password`. */
  revealed: { password: 'Passwort', newPassword: 'Neues Passwort', confirm: 'Bestätigung' },
  faults: {
    name: {
      missing: 'Bitte gib deinen Namen ein',
      too_big: 'Dieser Name ist zu lang',
      otherwise: 'Bitte gib deinen Namen ein',
    },
    email: {
      missing: 'Bitte gib deine E-Mail-Adresse ein',
      otherwise: 'Bitte gib eine gültige E-Mail-Adresse ein',
    },
    password: {
      missing: 'Bitte gib dein Passwort ein',
      too_big: `Das Passwort darf höchstens ${PASSWORD_MAX_LENGTH} Zeichen haben`,
      otherwise: 'Bitte gib dein Passwort ein',
    },
    newPassword: {
      missing: 'Bitte gib ein Passwort ein',
      too_big: `Das Passwort darf höchstens ${PASSWORD_MAX_LENGTH} Zeichen haben`,
      otherwise: `Das Passwort muss mindestens ${PASSWORD_MIN_LENGTH} Zeichen haben`,
    },
    confirm: {
      missing: 'Bitte gib das Passwort noch einmal ein',
      otherwise: 'Die Passwörter stimmen nicht überein',
    },
    token: { missing: 'Bitte gib den Code aus deiner Mail ein', otherwise: 'Das ist kein gültiger Code' },
  },
  strength: {
    too_short: `Mindestens ${PASSWORD_MIN_LENGTH} Zeichen. Mehrere Wörter ergeben ein gutes.`,
    common: 'Eines der ersten, die jeder probieren würde. Bitte wähle ein anderes.',
    weak: 'Leicht zu erraten. Länger ist besser.',
    fair: 'Brauchbar. Ein paar Zeichen mehr machen es stark.',
    strong: 'Stark.',
  },
  signIn: {
    submit: 'Anmelden',
    sending: 'Wird angemeldet\u00a0…',
    forgot: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    create: 'Konto anlegen',
    failed: 'Die Anmeldung ist fehlgeschlagen',
    done: 'Du bist angemeldet.',
  },
  signUp: {
    lead: 'Kostenlos und ohne Karte. Deine Downloads und dein Tarif, auf jedem Gerät.',
    submit: 'Konto anlegen',
    sending: 'Wird angelegt\u00a0…',
    haveAccount: 'Du hast ein Konto?',
    signIn: 'Anmelden',
    agree: 'Für ein Konto gelten die',
    terms: 'Nutzungsbedingungen',
    and: 'und die',
    privacy: 'Datenschutzerklärung',
    failed: 'Das Konto konnte nicht angelegt werden',
    done: 'Dein Konto ist angelegt.',
  },
  already: {
    title: 'Du bist angemeldet',
    as: (name, email) => `Als ${name}, ${email}.`,
    cut: 'Video schneiden',
    profile: 'Dein Profil',
    leave: 'Abmelden',
    leaving: 'Wird abgemeldet\u00a0…',
    looking: 'Es wird nachgesehen, wer du bist',
  },
  forgot: {
    lead: 'Gib die E-Mail-Adresse deines Kontos ein. Du bekommst einen Link, mit dem du ein neues Passwort setzt.',
    submit: 'Link senden',
    sending: 'Wird gesendet\u00a0…',
    remembered: 'Wieder eingefallen?',
    signIn: 'Anmelden',
    missing: 'Bitte gib deine E-Mail-Adresse ein',
    failed: 'Die Mail zum Zurücksetzen konnte nicht gesendet werden',
    doneTitle: 'Link gesendet',
    done: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link zum Zurücksetzen in deinem Postfach.',
    demo: (token) => `Demobetrieb. Dein Code: ${token}`,
  },
  sent: {
    title: 'Sieh in dein Postfach',
    text: (email) => `Wenn es ein Konto mit ${email} gibt, ist ein Link für ein neues Passwort unterwegs.`,
    nothing: 'Nach ein paar Minuten nichts da? Sieh im Spamordner nach oder versuche eine andere Adresse.',
    haveToken: 'Ich habe einen Code',
    back: 'Zurück zur Anmeldung',
    another: 'Andere Adresse versuchen',
    demo: `Dieses ${PRODUCT_NAME} läuft im Demobetrieb, deshalb steht der Code auch hier:`,
  },
  reset: {
    lead: 'Der Code steht in der Mail, die du bekommen hast. Er gilt einmal.',
    submit: 'Neues Passwort setzen',
    sending: 'Wird gesetzt\u00a0…',
    noToken: 'Kein Code?',
    request: 'Einen senden lassen',
    failed: 'Das Passwort konnte nicht zurückgesetzt werden',
    done: 'Dein neues Passwort gilt. Melde dich damit an.',
  },
}
