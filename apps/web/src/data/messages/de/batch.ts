import type { batchWords as english } from '../en/batch.ts'
import type { Wording } from '../wording.ts'

const clips = (count: number): string => (count === 1 ? '1\u00a0Clip' : `${count}\u00a0Clips`)
const links = (count: number): string => (count === 1 ? '1\u00a0Link' : `${count}\u00a0Links`)

export const batchWords: Wording<typeof english> = {
  heading: 'Mehrere Links auf einmal',
  lead: (most) =>
    `Füg bis zu ${most}\u00a0Links ein, schneide aus jedem einen Teil und speichere alle zusammen als eine ZIP-Datei.`,
  loading: 'Wird geladen',
  tryAgain: 'Noch einmal',
  failed: 'Fehler',

  offer: {
    title: 'Das gehört zu Pro',
    list: (most) => [
      `Bis zu ${most}\u00a0Links auf einmal, jeder mit eigenem Anfang und Ende`,
      'Ein Fortschritt für alle, und am Ende eine ZIP-Datei',
      'Ein abgelehnter Link hält keinen anderen auf',
      'Bezahlte Clips werden zuerst geschnitten',
    ],
    free: 'Ein Link nach dem anderen geht auch ohne, genauso exakt.',
    plans: 'Tarife ansehen',
    signIn: 'Anmelden',
    oneLink: 'Einen Link schneiden',
  },

  links: {
    label: 'Links, einer je Zeile',
    hint: (most) =>
      `Höchstens ${most}. Hinter einem Link dürfen Zeiten stehen, etwa https://youtu.be/dQw4w9WgXcQ 1:02-1:15. Sonst gelten seine eigenen, oder das ganze Video.`,
    placeholder: 'z.\u00a0B. kerf:sample 0:05-0:08',
    checked: 'Deine Zeilen',
    line: (number) => `Zeile ${number}`,
    whole: 'ganz',
    from: (start) => `ab ${start}`,
    until: (end) => `bis ${end}`,
    range: (start, end) => `${start} bis ${end}`,
    faults: {
      notALink: 'Das ist kein Link zu einem Video.',
      notTimes: 'Das sind keine Zeiten. Schreib sie so: 1:02-1:15.',
      endBeforeStart: 'Das Ende liegt nicht hinter dem Anfang.',
      tooShort: 'Bitte mindestens eine Sekunde.',
      tooMany: (most) => `Diese Zeile ist zu viel: In einen Stapel passen ${most}.`,
    },
    counted: (good, faulty) =>
      faulty === 0
        ? `${links(good)}.`
        : `${links(good)}. ${faulty === 1 ? `Sieh dir ${faulty}\u00a0Zeile noch einmal an` : `Sieh dir ${faulty}\u00a0Zeilen noch einmal an`}.`,
    empty: 'Füg zuerst einen Link ein.',
    process: (count) => (count === 0 ? 'Links öffnen' : `${links(count)} öffnen`),
    mendFirst: 'Bitte berichtige oder entferne zuerst die markierten Zeilen.',
  },

  clips: {
    list: 'Deine Clips',
    quality: 'Qualität für alle',
    qualityOf: (title) => `Qualität von ${title}`,
    states: { waiting: 'WARTET', reading: 'WIRD GELESEN', ready: 'BEREIT', failed: 'GESCHEITERT' },
    retry: 'Noch einmal',
    retryNamed: (title) => `Noch einmal: ${title}`,
    remove: 'Entfernen',
    removeNamed: (title) => `${title} entfernen`,
    startsLate: (length) => `Das Video dauert ${length}, zu dieser Zeit ist da nichts.`,
    shortened: (end) => `Endet mit dem Video: gekürzt auf ${end}.`,
    tooShort: 'Was vom Video zu dieser Zeit übrig ist, dauert keine Sekunde.',
    instead: (wanted) => `In ${wanted} gibt es das nicht.`,
    notOffered: (wanted) => `Dieses Video gibt es weder in ${wanted} noch kleiner.`,
    reading: (done, all) => `${done} von ${links(all)} gelesen`,
    sum: (count, length, size) => `${clips(count)}, zusammen ${length}, etwa ${size}.`,
    sumOnly: (count, length) => `${clips(count)}, zusammen ${length}.`,
    leftOut: (count) => (count === 1 ? '1\u00a0Zeile bleibt weg.' : `${count}\u00a0Zeilen bleiben weg.`),
    cut: (count) => `${clips(count)} schneiden`,
    sending: 'Wird gesendet\u00a0…',
    back: 'Links ändern',
    refused: (title, why) => `${title}: ${why}`,
    none: 'Keiner der Links ließ sich lesen.',
  },

  status: {
    title: (count) => `Dein Stapel: ${clips(count)}`,
    progress: 'Fortschritt aller Clips',
    finished: (done, all) => `${done} von ${clips(all)} fertig`,
    failed: (count) => `${count} gescheitert, nicht gezählt`,
    secondsLeft: (seconds) => (seconds < 1 ? 'fast fertig' : `noch etwa ${waitFor(seconds)}`),
    cancel: 'Rest abbrechen',
    cancelling: 'Wird abgebrochen\u00a0…',
    zip: (size) => `ZIP herunterladen (${size})`,
    preparing: 'Lädt\u00a0…',
    keptFor: 'noch da für',
    ownPage: 'Auf eigener Seite öffnen',
    another: 'Neuer Stapel',
    endedTitle: 'Download bereit',
    endedText: (done) => `${clips(done)} in einer ZIP-Datei.`,
    noneTitle: 'Download gescheitert',
    noneText: 'Keiner der Clips ließ sich schneiden. Sie zählen nicht.',
    cancelledAll: 'Du hast diesen Stapel gestoppt, bevor ein Clip fertig war. Nichts davon zählt.',
    failedAll: 'Keiner der Clips ließ sich schneiden. Nichts davon zählt.',
    expired: 'Die Clips dieses Stapels wurden nach Ablauf ihrer Zeit gelöscht, wie versprochen.',
    startedTitle: 'Download läuft',
    startedText: (size) => size,
    goneTitle: 'Diesen Stapel gibt es hier nicht mehr',
    goneText: 'Er gehört zu einem anderen Konto, oder er wurde aufgeräumt.',
    notRead: 'Der Stapel ließ sich nicht lesen.',
    clips: 'Clips des Stapels',
    again: 'Neu schneiden',
    againNamed: (title) => `Neu schneiden: ${title}`,
    clip: (number, title) => `Clip ${number}: ${title}`,
  },
}

function waitFor(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}
