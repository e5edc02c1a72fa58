import type * as en from '../en/plans.ts'
import type { Wording } from '../wording.ts'

export const planWords: Wording<typeof en.planWords> = {
  title: 'Jeder Tarif schneidet genau',
  lead: 'Bezahle für mehr Pixel und mehr Clips, nie für Genauigkeit.',
  period: 'Zeitraum',
  monthly: 'Monat',
  yearly: 'Jahr',
  aMonth: 'für einen Monat',
  aYear: 'für ein Jahr',
  once: 'einmalig',
  upTo: (quality) => `Video bis ${quality}`,
  current: 'Dein Tarif',
  included: (plan) => `In ${plan} enthalten`,
  freeAgain: (day) => (day === null ? 'Wieder dein Tarif, wenn deiner endet.' : `Wieder dein Tarif ab ${day}.`),
  yoursUntil: (day) => `Dein Tarif bis ${day}.`,
  extend: 'Verlängern',
  notSetUp: 'Auf diesem Server sind keine Zahlungen eingerichtet.',
  notSold: 'Hier nicht zu kaufen',
  free: {
    note: 'Keine Karte, keine Probefrist.',
    list: (quality, daily) => [
      `${quality} und Ton`,
      `${daily} ${daily === 1 ? 'Download' : 'Downloads'} am Tag`,
      'Genaue Schnitte, jedes Mal',
      'Hilfe aus der Community',
    ],
    choose: 'Mit Free anfangen',
  },
  pro: {
    monthlyNote: 'Ein Monat. Nichts verlängert sich von selbst.',
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
      'Ja, indem du nichts tust. Du bezahlst einmal für einen Monat oder ein Jahr, und nichts verlängert sich von selbst: Der Tarif endet einfach, und du bist wieder bei Free. Eine Mail sagt es dir eine Woche vorher und einen Tag vorher. Dein Konto bleibt.',
    ],
    [
      'Wie kann ich bezahlen?',
      'Mit PayPal, oder über PayPal mit Kredit- oder Debitkarte. Für die Karte brauchst du kein PayPal-Konto. Die Preise sind in US-Dollar, und zu jeder Zahlung steht eine Quittung unter Abrechnung.',
    ],
    [
      'Gibt es eine kostenlose Probezeit?',
      'Free ist die Probe: derselbe genaue Schnitt, so lange du magst, mit weniger Pixeln und Clips.',
    ],
    [
      'Kann ich später zurückwechseln?',
      'Pro endet von selbst, wenn die bezahlte Zeit vorbei ist, und du bist wieder bei Free. Du musst nichts tun; was du vorher noch einmal kaufst, kommt hinten dazu. Lifetime endet nie.',
    ],
  ],
}
