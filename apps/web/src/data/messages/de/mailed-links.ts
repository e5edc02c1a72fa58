import type { mailedLinkWords as english } from '../en/mailed-links.ts'
import type { Wording } from '../wording.ts'

export const mailedLinkWords: Wording<typeof english> = {
  failed: 'Das hat noch nicht geklappt',
  tryAgain: 'Noch einmal',
  email: {
    sending: 'Einen Moment: Deine E-Mail-Adresse wird bestätigt.',
    none: 'Der Link in deiner Mail öffnet diese Seite und bestätigt deine E-Mail-Adresse von selbst.',
    confirmedTitle: 'E-Mail-Adresse bestätigt',
    confirmed: (email) => `${email} ist bestätigt.`,
    changedTitle: 'E-Mail-Adresse geändert',
    changed: (email) => `Die E-Mail-Adresse deines Kontos ist jetzt ${email}.`,
    oldTitle: 'Dieser Link gilt nicht mehr',
    oldConfirmed: (email) =>
      `Er wurde schon benutzt oder ist zu alt. Deine E-Mail-Adresse ist ${email}, und sie ist bestätigt.`,
    old: (email) => `Er wurde schon benutzt oder ist zu alt. Deine E-Mail-Adresse ${email} ist noch nicht bestätigt.`,
    oldStranger:
      'Er wurde schon benutzt oder ist zu alt. Melde dich an: Dein Profil sagt, ob deine E-Mail-Adresse bestätigt ist.',
    takenTitle: 'Deine E-Mail-Adresse bleibt, wie sie ist',
    taken: 'Inzwischen hat ein anderes Konto diese Adresse.',
    profile: 'Dein Profil',
    signIn: 'Anmelden',
  },
  newsletter: {
    sending: 'Einen Moment: Dein Abonnement wird bestätigt.',
    none: 'Der Link in deiner Mail öffnet diese Seite und trägt dich von selbst ein.',
    doneTitle: 'Du bist eingetragen',
    done: (email) => `Neuigkeiten gehen an ${email}. In jeder Mail steht ein Link, der das beendet.`,
    oldTitle: 'Dieser Link gilt nicht mehr',
    old: 'Er wurde schon benutzt oder ist zu alt. Auf der Kontaktseite kannst du dir einen neuen schicken lassen.',
    ask: 'Zum Newsletter',
    home: 'Video schneiden',
  },
  newsletterEnd: {
    sending: 'Einen Moment: Du wirst ausgetragen.',
    none: 'Der Link am Ende jedes Newsletters öffnet diese Seite und trägt dich von selbst aus.',
    doneTitle: 'Du bist ausgetragen',
    done: 'Du bekommst keine Neuigkeiten mehr, und von deiner Adresse bleibt nichts auf der Liste.',
    oldTitle: 'Dieser Link gilt nicht mehr',
    old: 'Er wurde schon benutzt oder ist zu alt. Sollte noch ein Newsletter kommen, beendet ihn sein eigener Link, oder schreib uns.',
    write: 'Schreib uns',
    home: 'Video schneiden',
  },
}
