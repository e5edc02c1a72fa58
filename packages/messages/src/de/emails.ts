import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/emails.ts'
import type { Wording } from '../wording.ts'

const replyToAnswer = 'Du kannst auf diese E-Mail antworten. Die Adresse des Absenders ist nicht geprüft.'

export const emailWords: Wording<typeof english.emailWords> = {
  hello: (name) => (name ? `Hallo ${name},` : 'Hallo,'),
  verifyEmail: {
    subject: 'Bestätige deine E-Mail-Adresse',
    lead: `Mit dieser E-Mail-Adresse wurde ein Konto bei ${PRODUCT_NAME} angelegt. Bestätige, dass sie dir gehört.`,
    open: 'E-Mail-Adresse bestätigen',
    validFor: (duration) => `Der Link gilt einmal, ${duration} lang.`,
    notYou: 'Wenn du kein Konto angelegt hast, musst du nichts tun.',
  },
  welcome: {
    subject: `Willkommen bei ${PRODUCT_NAME}`,
    lead: 'deine E-Mail-Adresse ist bestätigt. Füge einen Link ein, wähle Anfang und Ende und lade genau diesen Teil herunter.',
    open: 'Video schneiden',
    account: 'Deine Downloads findest du in deinem Konto, auf jedem Gerät.',
  },
  test: {
    subject: `Testmail von ${PRODUCT_NAME}`,
    lead: 'wenn du das liest, kommen die E-Mails dieses Servers an.',
    address: 'Prüfe bitte, ob der Link unten die richtige Adresse öffnet. Wenn nicht, setze PUBLIC_URL.',
    open: 'Adminbereich öffnen',
  },
  resetPassword: {
    subject: 'Setze ein neues Passwort',
    lead: `Für dein Konto bei ${PRODUCT_NAME} wurde ein neues Passwort angefordert. Wenn du das warst, setze es hier.`,
    open: 'Neues Passwort setzen',
    token: 'Oder gib diesen Code ein',
    validFor: (duration) =>
      `Link und Code gelten einmal, ${duration} lang. Ein neues Passwort meldet dich auf allen Geräten ab.`,
    notYou: 'Wenn du es nicht warst, musst du nichts tun. Dein Passwort bleibt unverändert.',
  },
  passwordChanged: {
    subject: 'Dein Passwort wurde geändert',
    lead: `das Passwort deines Kontos bei ${PRODUCT_NAME} wurde geändert. Wenn du das warst, ist alles in Ordnung.`,
    notYou: 'Wenn nicht, setze jetzt ein neues. Das meldet auch alle anderen ab.',
    open: 'Neues Passwort anfordern',
  },
  changeEmail: {
    subject: 'Bestätige deine neue E-Mail-Adresse',
    lead: `Jemand möchte diese E-Mail-Adresse für ein Konto bei ${PRODUCT_NAME} verwenden. Wenn du das warst, bestätige sie hier.`,
    open: 'Neue E-Mail-Adresse bestätigen',
    validFor: (duration) =>
      `Der Link gilt einmal, ${duration} lang. Bis du sie bestätigst, bleibt die bisherige Adresse.`,
    notYou: 'Wenn du das nicht warst, musst du nichts tun.',
  },
  emailChanged: {
    subject: 'Deine E-Mail-Adresse wurde geändert',
    lead: `dein Konto bei ${PRODUCT_NAME} hat jetzt eine andere E-Mail-Adresse. An diese Adresse schicken wir keine E-Mails mehr dazu.`,
    notYou: 'Wenn du das nicht warst, schreib sofort den Betreibern dieses Servers.',
    open: 'Nachricht schreiben',
  },
  accountDeleted: {
    subject: 'Dein Konto wurde gelöscht',
    lead: `dein Konto bei ${PRODUCT_NAME} wurde gelöscht, mit seinen Videos und Downloads. Es lässt sich nicht wiederherstellen.`,
    last: 'Das ist die letzte E-Mail dazu.',
    notYou: 'Wenn du das nicht warst, schreib den Betreibern dieses Servers:',
  },
  paymentReceipt: {
    subject: (plan, amount) => `Quittung: ${plan}, ${amount}`,
    received: `deine Zahlung an ${PRODUCT_NAME} ist angekommen. Dein Tarif ist jetzt aktiv und verlängert sich nicht automatisch.`,
    extended: (plan, day) =>
      `deine Zahlung an ${PRODUCT_NAME} ist angekommen. Sie verlängert ${plan} ab dem ${day}. Der Tarif verlängert sich nicht automatisch.`,
    periods: { none: 'kostenlos', month: 'ein Monat', year: 'ein Jahr', forever: 'für immer' },
    open: 'Quittung drucken',
  },
  planRefunded: {
    subject: (plan, amount) => `Erstattet: ${plan}, ${amount}`,
    lead: `diese Zahlung an ${PRODUCT_NAME} wurde erstattet, und der damit bezahlte Tarif ist beendet. Andere bezahlte Tarife gelten weiter.`,
    open: 'Zahlungen ansehen',
  },
  planEnds: {
    subject: (plan, day) => `${plan} endet am ${day}`,
    lead: (plan, time) =>
      `dein Tarif ${plan} bei ${PRODUCT_NAME} endet am ${time}. Er verlängert sich nicht automatisch, und nichts wird abgebucht. Danach ist dein Konto bei Free.`,
    buyAgain: 'Wenn du weitermachen möchtest, kaufe ihn noch einmal. Kaufst du vor dem Ende, verlängert sich die Zeit.',
    open: 'Tarife ansehen',
  },
  accessAdded: {
    key: {
      subject: 'Ein neuer API-Schlüssel',
      lead: (name) =>
        `Für dein Konto bei ${PRODUCT_NAME} wurde der API-Schlüssel „${name}“ erstellt. Programme, die ihn haben, schneiden Clips wie du. Wenn du das warst, musst du nichts tun.`,
    },
    webhook: {
      subject: 'Ein neuer Webhook',
      lead: (host) =>
        `Zu deinem Konto bei ${PRODUCT_NAME} wurde ein Webhook an ${host} hinzugefügt. Er meldet diesem Server, wenn ein Clip von dir fertig ist. Wenn du das warst, musst du nichts tun.`,
    },
    notYou:
      'Wenn du das nicht warst, ist jemand anderes in deinem Konto angemeldet. Setze in den Einstellungen ein neues Passwort: Das meldet alle anderen ab, widerruft alle Schlüssel und schaltet alle Webhooks aus.',
    open: 'Einstellungen öffnen',
  },
  webhookOff: {
    subject: 'Ein Webhook wurde ausgeschaltet',
    lead: (host) =>
      `Seit etwa einem Tag hat ${host} nicht angenommen, was ${PRODUCT_NAME} an deinen Webhook gesendet hat. Der Webhook ist jetzt aus.`,
    waits: 'Ereignisse, die noch warten, werden gesendet, sobald du ihn wieder einschaltest.',
    open: 'Einstellungen öffnen',
  },
  confirmNewsletter: {
    subject: 'Bestätige den Newsletter',
    lead: `Jemand hat diese E-Mail-Adresse für den Newsletter von ${PRODUCT_NAME} eingetragen. Wenn du das warst, bestätige sie hier.`,
    open: 'Newsletter bestätigen',
    validFor: (duration) =>
      `Der Link gilt einmal, ${duration} lang. Wenn du ihn nicht öffnest, schicken wir dir nichts mehr.`,
    notYou: 'Wenn du das nicht warst, musst du nichts tun. Um die Adresse sofort zu löschen:',
  },
  newsletter: {
    unsubscribe:
      'Du bekommst das, weil du den Newsletter abonniert hast. So bestellst du ihn ab, und wir löschen deine Adresse:',
  },
  newsletterSubscribed: {
    subject: 'neuer Newsletter-Abonnent',
    lead: (email) => `${email} hat den Newsletter abonniert und das bestätigt.`,
    list: 'Alle Abonnenten stehen im Adminbereich.',
  },
  contactMessage: {
    lead: 'Über das Kontaktformular ist eine Nachricht gekommen.',
    reply: replyToAnswer,
  },
  takedownNotice: {
    subject: 'DMCA-Meldung',
    lead: 'Jemand hat gemeldet, dass ein Urheberrecht verletzt wird.',
    address: 'Die Postanschrift:',
    work: 'Das Werk:',
    links: 'Was es verletzt, laut Meldung:',
    statements:
      'Erklärt wird nach bestem Wissen, dass die Nutzung nicht erlaubt ist, und unter Strafandrohung, dass die Angaben stimmen und die Befugnis besteht, für den Inhaber zu handeln.',
    decide: `Du kannst im Adminbereich unter Meldungen darüber entscheiden. ${replyToAnswer}`,
  },
  labels: {
    plan: 'Tarif',
    until: 'Läuft bis',
    amount: 'Betrag',
    paid: 'Bezahlt',
    receipt: 'Quittung',
    order: 'Bestellung',
    reference: 'Aktenzeichen',
    from: 'Von',
    written: 'Geschrieben',
    subject: 'Betreff',
    phone: 'Telefon',
    signature: 'Unterschrift',
  },
}
