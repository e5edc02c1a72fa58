import type * as en from '../../en/account/plans.ts'
import type { Wording } from '../../wording.ts'

export const planWords: Wording<typeof en.planWords> = {
  title: 'Jeder Tarif schneidet genau',
  lead: 'Du bezahlst für mehr Pixel und mehr Clips, nie für Genauigkeit.',
  period: 'Zeitraum',
  monthly: 'Monat',
  yearly: 'Jahr',
  aMonth: 'für einen Monat',
  aYear: 'für ein Jahr',
  once: 'einmalig',
  upTo: (quality) => `Video bis ${quality}`,
  current: 'Dein Tarif',
  included: (plan) => `In ${plan} enthalten`,
  freeAgain: (day) =>
    day === null ? 'Du wechselst zu Free, wenn dein Tarif endet.' : `Du wechselst am ${day} zu Free.`,
  yoursUntil: (day) => `Aktiv bis ${day}.`,
  extend: 'Verlängern',
  notSetUp: 'Auf diesem Server sind keine Zahlungen eingerichtet.',
  notSold: 'Hier nicht erhältlich',
  free: {
    note: 'Ohne Karte, ohne Frist.',
    list: (quality, daily) => [
      `${quality} und Audio`,
      `${daily} ${daily === 1 ? 'Download' : 'Downloads'} am Tag`,
      'Immer genaue Schnitte',
      'Hilfe aus der Community',
    ],
    choose: 'Mit Free anfangen',
  },
  pro: {
    monthlyNote: 'Ein Monat. Keine automatische Verlängerung.',
    yearlyNote: (months, saved, list) =>
      `${months} ${months === 1 ? 'Monat' : 'Monate'} gratis. ${saved} gespart gegenüber ${list}.`,
    list: [
      'Bis 4K',
      'Unbegrenzte Downloads',
      'Stapel, Vorrang beim Schneiden, erweitertes Trimmen',
      'Keine Werbung',
      'Vorrangige Hilfe',
    ],
    choose: 'Pro wählen',
  },
  lifetime: {
    note: 'Alles aus Pro, für immer.',
    list: ['Alles aus Pro', 'Updates auf Lebenszeit', 'Gewerbliche Nutzung', 'Abzeichen für Mitglieder'],
    choose: 'Lifetime wählen',
  },
}

export const faqWords: Wording<typeof en.faqWords> = {
  title: 'Fragen',
  list: [
    [
      'Kann ich jederzeit kündigen?',
      'Ja, und du musst nicht einmal kündigen. Du bezahlst einmal für einen Monat oder ein Jahr, und der Tarif verlängert sich nicht automatisch. Danach bist du wieder bei Free, und dein Konto bleibt. Wir schreiben dir eine Woche und einen Tag vorher eine E-Mail.',
    ],
    [
      'Wie kann ich bezahlen?',
      'Mit PayPal, oder über PayPal mit Kredit- oder Debitkarte. Für die Karte brauchst du kein PayPal-Konto. Die Preise sind in US-Dollar, und zu jeder Zahlung findest du eine Quittung unter Abrechnung.',
    ],
    [
      'Gibt es eine kostenlose Probezeit?',
      'Free ist die Probezeit: dieselben genauen Schnitte, so lange du magst, mit weniger Pixeln und Clips.',
    ],
    [
      'Kann ich später zurückwechseln?',
      'Ja. Pro endet, wenn die bezahlte Zeit vorbei ist, und du bist wieder bei Free. Du musst nichts tun. Kaufst du vorher noch einmal, verlängert sich die Zeit. Lifetime endet nie.',
    ],
  ],
}
