import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../../en/account/account.ts'
import type { Wording } from '../../wording.ts'

export const accountWords: Wording<typeof english.accountWords> = {
  fillInAll: 'Bitte fülle alle Felder aus',
  signInInstead: 'Anmelden',
  fields: {
    name: 'Name',
    email: 'E-Mail',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    confirm: 'Neues Passwort bestätigen',
    token: 'Code zum Zurücksetzen',
  },
  /** Names of the passwords inside a sentence: `Show new password`. */
  revealed: { password: 'Passwort', newPassword: 'Neues Passwort', confirm: 'Bestätigung' },
  faults: {
    name: {
      too_big: 'Dieser Name ist zu lang',
      otherwise: 'Bitte gib deinen Namen ein',
    },
    email: {
      missing: 'Bitte gib deine E-Mail-Adresse ein',
      otherwise: 'Bitte gib eine gültige E-Mail-Adresse ein',
    },
    password: {
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
    token: { missing: 'Bitte gib den Code aus deiner E-Mail ein', otherwise: 'Das ist kein gültiger Code' },
    code: { missing: 'Bitte gib einen Code ein', otherwise: 'Das ist kein gültiger Code' },
  },
  strength: {
    too_short: `Mindestens ${PASSWORD_MIN_LENGTH} Zeichen. Mehrere Wörter ergeben ein gutes Passwort.`,
    common: 'Sehr verbreitet und leicht zu erraten. Wähle ein anderes.',
    weak: 'Leicht zu erraten. Länger ist besser.',
    fair: 'Brauchbar. Ein paar Zeichen mehr machen es stark.',
    strong: 'Stark.',
  },
  code: {
    label: 'Code aus deiner App',
    hint: 'Die Zwei-Faktor-Authentifizierung ist an. Deine Authenticator-App zeigt alle 30\u00a0Sekunden einen neuen Code.',
    backup: 'Ersatzcode',
    backupHint:
      'Einer der Codes, die du beim Einrichten der Zwei-Faktor-Authentifizierung gespeichert hast. Jeder gilt einmal.',
    useBackup: 'Ersatzcode verwenden',
    fromApp: 'Code aus der App',
  },
  signIn: {
    submit: 'Anmelden',
    sending: 'Wird angemeldet\u00a0…',
    forgot: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    create: 'Konto anlegen',
    failed: 'Die Anmeldung ist fehlgeschlagen',
    askWhy: 'Schreib uns',
    done: 'Du bist angemeldet.',
  },
  oidc: {
    goOn: (name) => `Weiter mit ${name}`,
    or: 'oder',
  },
  signUp: {
    lead: 'Deine Downloads, auf jedem Gerät.',
    submit: 'Konto anlegen',
    sending: 'Wird angelegt\u00a0…',
    haveAccount: 'Du hast ein Konto?',
    agree: 'Für ein Konto gelten die',
    terms: 'Nutzungsbedingungen',
    and: 'und die',
    privacy: 'Datenschutzerklärung',
    takenBefore: 'Bist du das?',
    takenForgot: 'Neues Passwort setzen',
    failed: 'Das Konto konnte nicht angelegt werden',
    done: 'Dein Konto ist angelegt.',
    doneMail: (email) =>
      `Wir haben einen Link an ${email} geschickt. Öffne ihn, um deine E-Mail-Adresse zu bestätigen.`,
  },
  already: {
    title: 'Du bist angemeldet',
    as: (name, email) => `Als ${name}, ${email}.`,
    cut: 'Video schneiden',
    goOn: 'Weiter',
    profile: 'Dein Profil',
  },
  verification: {
    send: 'E-Mail erneut senden',
    lastSent: 'Zuletzt gesendet',
    sending: 'Wird gesendet\u00a0…',
    sent: (email) => `Wir haben einen Link an ${email} geschickt. Öffne ihn, um deine E-Mail-Adresse zu bestätigen.`,
  },
  noMail: {
    title: 'Keine E-Mail verschickt',
    text: 'Dieser Server verschickt keine E-Mails. Sein Betreiber kann dir den Link geben.',
  },
  forgot: {
    lead: 'Gib deine E-Mail-Adresse ein. Wir schicken dir einen Link, mit dem du ein neues Passwort setzt.',
    submit: 'Link senden',
    sending: 'Wird gesendet\u00a0…',
    remembered: 'Wieder eingefallen?',
    failed: 'Die E-Mail zum Zurücksetzen konnte nicht gesendet werden',
    doneTitle: 'Link gesendet',
    done: 'Wenn es ein Konto mit dieser Adresse gibt, ist ein Link zum Zurücksetzen in deinem Postfach.',
    demo: (token) => `Demobetrieb. Dein Code: ${token}`,
  },
  sent: {
    title: 'Prüfe dein Postfach',
    text: (email) => `Wenn es ein Konto mit ${email} gibt, ist ein Link für ein neues Passwort unterwegs.`,
    nothing: 'Nach ein paar Minuten nichts da? Sieh im Spam-Ordner nach oder versuche eine andere Adresse.',
    haveToken: 'Ich habe einen Code',
    back: 'Zurück zur Anmeldung',
    another: 'Andere Adresse versuchen',
    demo: `Dieses ${PRODUCT_NAME} läuft im Demobetrieb, deshalb steht der Code auch hier:`,
  },
  reset: {
    lead: 'Der Code steht in der E-Mail, die wir dir geschickt haben. Er gilt einmal.',
    submit: 'Neues Passwort setzen',
    sending: 'Wird gesetzt\u00a0…',
    noToken: 'Kein Code?',
    request: 'Neuen anfordern',
    failed: 'Das Passwort konnte nicht zurückgesetzt werden',
    done: 'Dein neues Passwort gilt. Melde dich damit an.',
  },
}

export const mailedLinkWords: Wording<typeof english.mailedLinkWords> = {
  failed: 'Das hat nicht geklappt',
  tryAgain: 'Erneut versuchen',
  oldTitle: 'Dieser Link gilt nicht mehr',
  email: {
    sending: 'Deine E-Mail-Adresse wird bestätigt\u00a0…',
    none: 'Öffne den Link in unserer E-Mail, um deine Adresse zu bestätigen.',
    confirmedTitle: 'E-Mail-Adresse bestätigt',
    confirmed: (email) => `${email} ist bestätigt.`,
    changedTitle: 'E-Mail-Adresse geändert',
    changed: (email) => `Die E-Mail-Adresse deines Kontos ist jetzt ${email}.`,
    oldConfirmed: (email) => `Er wurde schon benutzt oder ist abgelaufen. Deine E-Mail-Adresse ${email} ist bestätigt.`,
    old: (email) =>
      `Er wurde schon benutzt oder ist abgelaufen. Deine E-Mail-Adresse ${email} ist noch nicht bestätigt.`,
    oldStranger:
      'Er wurde schon benutzt oder ist abgelaufen. Melde dich an, um in deinem Profil zu sehen, ob deine E-Mail-Adresse bestätigt ist.',
    takenTitle: 'Deine E-Mail-Adresse wurde nicht geändert',
    taken: 'Inzwischen hat ein anderes Konto diese Adresse.',
  },
  newsletter: {
    sending: 'Dein Abonnement wird bestätigt\u00a0…',
    none: 'Öffne den Link in unserer E-Mail, um den Newsletter zu abonnieren.',
    doneTitle: 'Du bist eingetragen',
    done: (email) => `Wir schicken Neuigkeiten an ${email}. In jeder E-Mail kannst du dich abmelden.`,
    old: 'Er wurde schon benutzt oder ist abgelaufen. Auf der Kontaktseite kannst du dir einen neuen schicken lassen.',
    ask: 'Zum Newsletter',
    home: 'Video schneiden',
  },
  newsletterEnd: {
    sending: 'Du wirst abgemeldet\u00a0…',
    none: 'Öffne den Link am Ende eines Newsletters, um ihn abzubestellen.',
    doneTitle: 'Du bist abgemeldet',
    done: 'Du bekommst keinen Newsletter mehr. Deine Adresse wurde von der Liste gelöscht.',
    old: 'Er wurde schon benutzt oder ist abgelaufen. Wenn noch ein Newsletter kommt, nimm den Link darin oder schreib uns.',
    write: 'Schreib uns',
  },
}

export const formWords: Wording<typeof english.formWords> = {
  error: 'Fehler',
  success: 'Erledigt',
  reveal: (label) => ({
    show: 'Anzeigen',
    hide: 'Verbergen',
    showLabel: `${label} anzeigen`,
    hideLabel: `${label} verbergen`,
  }),
}

export const guardWords: Wording<typeof english.guardWords> = {
  authenticationRequired: 'Anmeldung nötig',
  pleaseSignIn: (label) => `Bitte melde dich an, um ${label} zu sehen.`,
  accessDenied: 'Kein Zugriff',
  needsAdmin: 'Diese Seite ist nur für Admins.',
  areas: {
    profile: 'dein Profil',
    billing: 'deine Abrechnung',
    receipt: 'deine Quittungen',
    jobs: 'deine Downloads',
    settings: 'deine Einstellungen',
  },
  home: 'Zur Startseite',
  loading: 'Die Anmeldung wird geprüft',
}

export const userMenuWords: Wording<typeof english.userMenuWords> = {
  open: (name) => `Kontomenü von ${name}`,
  billing: 'Abrechnung/Tarif',
  jobs: 'Downloads/Aufträge',
  admin: 'Adminbereich',
  logout: 'Abmelden',
  member: 'MITGLIED',
  signingOut: 'Wird abgemeldet\u00a0…',
}
