import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { MAX_NOTICE_LINKS, NOTICE_LENGTHS } from '@kerf/domain/moderation/dmca-rules'
import { CHAT_HOURS, CONTACT_LENGTHS, CONTACT_REPLY_HOURS } from '@kerf/domain/people/contact-rules'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/contact.ts'
import type { Wording } from '../wording.ts'

const { name, subject, message } = CONTACT_LENGTHS

export const contactWords: Wording<typeof english.contactWords> = {
  lead: 'Schreib den Betreibern dieses Servers.',
  fields: { name: 'Name', email: 'E-Mail', subject: 'Betreff', message: 'Nachricht' },
  faults: {
    name: {
      too_big: `Der Name darf höchstens ${name.max} Zeichen haben`,
      otherwise: `Der Name muss mindestens ${name.min} Zeichen haben`,
    },
    email: { otherwise: 'Bitte gib eine gültige E-Mail-Adresse ein' },
    subject: {
      too_big: `Der Betreff darf höchstens ${subject.max} Zeichen haben`,
      otherwise: `Der Betreff muss mindestens ${subject.min} Zeichen haben`,
    },
    message: {
      too_big: `Die Nachricht darf höchstens ${message.max} Zeichen haben`,
      otherwise: `Die Nachricht muss mindestens ${message.min} Zeichen haben`,
    },
  },
  send: 'Nachricht senden',
  sending: 'Wird gesendet\u00a0…',
  failed: 'Deine Nachricht konnte nicht gesendet werden',
  sentTitle: 'Nachricht gesendet',
  sent: `Du bekommst innerhalb von ${CONTACT_REPLY_HOURS} Stunden eine Antwort.`,
  otherWays: 'Andere Wege',
  email: {
    title: 'Hilfe per E-Mail',
    text: 'Was du hier schreibst, kommt im Postfach der Betreiber an.',
    kept: 'Dieser Server verschickt keine E-Mails. Was du hier schreibst, wird für die Betreiber aufbewahrt.',
    reply: `Du bekommst innerhalb von ${CONTACT_REPLY_HOURS} Stunden eine Antwort per E-Mail.`,
  },
  chat: {
    title: 'Live-Chat',
    hours: `Von ${CHAT_HOURS.fromHour} bis ${CHAT_HOURS.toHour} Uhr EST`,
    yours: (from, to) => `In deiner Zeitzone: ${from} bis ${to}.`,
    during: 'Gerade innerhalb dieser Zeiten',
    outside: 'Gerade außerhalb dieser Zeiten',
    open: 'Chat öffnen',
  },
  newsletter: {
    title: 'Newsletter',
    text: `Ab und zu Neues von ${PRODUCT_NAME}.`,
    field: 'E-Mail für den Newsletter',
    subscribe: 'Abonnieren',
    subscribing: 'Wird angemeldet\u00a0…',
    failed: 'Das Abonnieren ist fehlgeschlagen',
    doneTitle: 'Fast abonniert',
    done: 'Bestätige es mit der E-Mail, die du gleich bekommst. Vorher schicken wir dir keinen Newsletter.',
  },
}

const lengths = NOTICE_LENGTHS
const describeTooLong = (max: number) => `Höchstens ${max} Zeichen`
const atLeast = (min: number) => `Mindestens ${min} Zeichen`

export const dmcaWords: Wording<typeof english.dmcaWords> = {
  title: 'DMCA-Meldung',
  lead: 'Wurde dein Video ohne deine Erlaubnis veröffentlicht und kann hier geschnitten werden? Melde es den Betreibern dieses Servers. Eine Meldung hat sechs Teile.',
  elements: {
    work: 'Das Werk',
    links: 'Wo es verletzt wird',
    person: 'Wer du bist',
    goodFaith: 'Guter Glaube',
    accurate: 'Richtigkeit',
    signature: 'Unterschrift',
  },
  fields: {
    work: 'Dein Werk',
    workHint: 'Sein Titel, und wo das Original zu sehen ist. Wenn es mehrere sind, zähle sie auf.',
    links: 'Die verletzenden Links',
    linksHint: 'Links zu Videos oder Clips, einer pro Zeile.',
    name: 'Vor- und Nachname',
    address: 'Postanschrift',
    phone: 'Telefon',
    email: 'E-Mail',
    goodFaith:
      'Ich bin in gutem Glauben davon überzeugt, dass die Nutzung des Materials weder vom Inhaber der Rechte oder dessen Vertretung noch durch das Gesetz erlaubt ist.',
    accurate:
      'Die Angaben in dieser Meldung sind richtig, und ich versichere unter Strafandrohung für Meineid, dass ich Inhaber eines ausschließlichen Rechts bin, das mutmaßlich verletzt wird, oder für den Inhaber handeln darf.',
    signature: 'Unterschrift',
    signatureHint: 'Gib deinen vollen Namen ein. Er gilt als deine elektronische Unterschrift.',
  },
  faults: {
    work: {
      missing: 'Bitte gib an, um welches Werk es geht',
      too_big: describeTooLong(lengths.work.max),
      otherwise: atLeast(lengths.work.min),
    },
    links: {
      missing: 'Bitte gib mindestens einen Link ein',
      too_big: `Höchstens ${MAX_NOTICE_LINKS} Links passen in eine Meldung`,
      otherwise: 'Jede Zeile muss ein vollständiger Link sein, der mit https:// beginnt',
    },
    name: {
      missing: 'Bitte gib deinen vollen Namen ein',
      too_big: describeTooLong(lengths.name.max),
      otherwise: atLeast(lengths.name.min),
    },
    address: {
      missing: 'Bitte gib deine Postanschrift ein',
      too_big: describeTooLong(lengths.address.max),
      otherwise: atLeast(lengths.address.min),
    },
    phone: {
      missing: 'Bitte gib eine Telefonnummer ein',
      too_big: describeTooLong(lengths.phone.max),
      otherwise: 'Bitte gib eine vollständige Telefonnummer ein',
    },
    email: {
      missing: 'Bitte gib deine E-Mail-Adresse ein',
      otherwise: 'Bitte gib eine gültige E-Mail-Adresse ein',
    },
    goodFaith: { otherwise: 'Ohne diese Erklärung ist eine Meldung nicht gültig' },
    accurate: { otherwise: 'Ohne diese Erklärung ist eine Meldung nicht gültig' },
    signature: {
      missing: 'Bitte unterschreib mit deinem vollen Namen',
      too_big: describeTooLong(lengths.signature.max),
      otherwise: atLeast(lengths.signature.min),
    },
  },
  send: 'Meldung senden',
  sending: 'Wird gesendet\u00a0…',
  failed: 'Deine Meldung konnte nicht gesendet werden',
  sentTitle: 'Meldung gesendet',
  reference: 'Aktenzeichen:',
  nextTitle: 'Wie es weitergeht',
  next: [
    'Die Betreiber dieses Servers lesen deine Meldung.',
    'Ist sie vollständig und richtig, löschen sie, was noch hier ist.',
    'Sie schreiben dir per E-Mail, was sie getan haben, und leiten deine Meldung vielleicht an Betroffene weiter.',
  ],
  another: 'Noch eine Meldung senden',
  aside: 'Über Meldungen',
  about: [
    {
      title: 'Was hier ist, und wie lange',
      text: [
        `${PRODUCT_NAME} veröffentlicht nichts. Ein Video sieht nur, wer seinen Link eingefügt hat, einen Clip nur, wer ihn geschnitten hat, und Clips werden innerhalb von ${MAX_RETENTION_HOURS} Stunden gelöscht.`,
        'Das Original bleibt, wo es veröffentlicht wurde. Damit es dort verschwindet, schreib an diese Plattform.',
      ],
    },
    {
      title: 'Bevor du eine sendest',
      text: [
        'Überlege, ob die Nutzung erlaubt sein kann, zum Beispiel als Zitat oder fair use.',
        'Wer wissentlich falsch behauptet, dass etwas Rechte verletzt, kann nach 17 U.S.C. § 512(f) schadenersatzpflichtig werden. Wenn du nicht sicher bist, frag vorher einen Anwalt.',
      ],
    },
  ],
  counter: {
    title: 'Gegendarstellung',
    text: 'Wurde etwas von dir aus Versehen oder durch eine Verwechslung entfernt? Schreib über das Kontaktformular, nenne das Aktenzeichen der Meldung, wenn du es kennst, und dazu:',
    elements: [
      'was entfernt wurde, und unter welchem Link es war,',
      'eine Erklärung unter Strafandrohung für Meineid, dass du in gutem Glauben von einem Versehen oder einer Verwechslung ausgehst,',
      'deinen Namen, deine Anschrift und deine Telefonnummer,',
      'dass du die Zuständigkeit des Bundesbezirksgerichts an deinem Wohnort anerkennst, oder am Ort dieses Servers, wenn du außerhalb der USA wohnst, und Zustellungen des Absenders der Meldung annimmst,',
      'deine Unterschrift.',
    ],
    after:
      'Was entfernt wurde, kann nach 10 bis 14 Werktagen zurückkommen, wenn der Absender der Meldung nicht vor Gericht geht.',
    contact: 'Zum Kontaktformular',
  },
}
