import type { batchWords as english } from '../../en/clips/batch.ts'
import type { Wording } from '../../wording.ts'

const clips = (count: number): string => (count === 1 ? '1\u00a0Clip' : `${count}\u00a0Clips`)
const links = (count: number): string => (count === 1 ? '1\u00a0Link' : `${count}\u00a0Links`)

export const batchWords: Wording<typeof english> = {
  heading: 'Mehrere Links auf einmal',
  lead: (max) =>
    `Füge bis zu ${max}\u00a0Links ein, schneide aus jedem einen Teil und speichere alle zusammen als ZIP-Datei.`,
  loading: 'Wird geladen',
  tryAgain: 'Erneut versuchen',
  failed: 'Fehler',

  offer: {
    title: 'Das gehört zu Pro',
    list: (max) => [
      `Bis zu ${max}\u00a0Links auf einmal, jeder mit eigenem Anfang und Ende`,
      'Ein Fortschrittsbalken für alle und am Ende eine ZIP-Datei',
      'Ein abgelehnter Link hält keinen anderen auf',
      'Deine Clips werden zuerst geschnitten',
    ],
    free: 'Ein Link nach dem anderen geht auch ohne, genauso exakt.',
    plans: 'Tarife ansehen',
    signIn: 'Anmelden',
    oneLink: 'Einen Link schneiden',
  },

  links: {
    label: 'Links, einer pro Zeile',
    hint: (max) =>
      `Bis zu ${max}. Hinter einem Link kannst du Zeiten angeben, etwa https://youtu.be/dQw4w9WgXcQ 1:02-1:15. Sonst gelten die Zeiten im Link oder das ganze Video.`,
    placeholder: 'z.\u00a0B. kerf:sample 0:05-0:08',
    checked: 'Deine Zeilen',
    line: (number) => `Zeile ${number}`,
    whole: 'ganzes Video',
    ofClip: 'Ausschnitt des Clips',
    from: (start) => `ab ${start}`,
    until: (end) => `bis ${end}`,
    range: (start, end) => `${start} bis ${end}`,
    faults: {
      notALink: 'Das ist kein Link zu einem Video.',
      playlist: 'Das ist eine Playlist.',
      notTimes: 'Gib Zeiten wie 1:02-1:15 ein.',
      endBeforeStart: 'Das Ende muss nach dem Anfang liegen.',
      tooShort: 'Ein Clip muss mindestens eine Sekunde lang sein.',
      tooMany: (max) => `Ein Stapel kann bis zu ${max}\u00a0Links haben.`,
    },
    counted: (good, faulty) =>
      faulty === 0
        ? `${links(good)}.`
        : `${links(good)}. ${faulty === 1 ? `${faulty}\u00a0Zeile hat einen Fehler` : `${faulty}\u00a0Zeilen haben Fehler`}.`,
    empty: 'Füge zuerst einen Link ein.',
    process: (count) => (count === 0 ? 'Links öffnen' : `${links(count)} öffnen`),
    mendFirst: 'Bitte korrigiere oder entferne zuerst die markierten Zeilen.',
  },

  playlist: {
    choose: 'Videos auswählen',
    chooseOf: (line) => `Videos auswählen aus der Playlist in Zeile ${line}`,
  },

  clips: {
    list: 'Deine Clips',
    quality: 'Qualität für alle',
    qualityOf: (title) => `Qualität von ${title}`,
    states: { waiting: 'WARTET', reading: 'WIRD GELESEN', ready: 'BEREIT', failed: 'FEHLGESCHLAGEN' },
    retry: 'Erneut versuchen',
    retryNamed: (title) => `Erneut versuchen: ${title}`,
    removeNamed: (title) => `${title} entfernen`,
    chaptersOf: (title) => `Ein Clip pro Kapitel: ${title}`,
    startsLate: (length) => `Das Video dauert nur ${length}. Bitte wähle einen früheren Anfang.`,
    shortened: (end) => `Auf ${end} gekürzt, das Ende des Videos.`,
    tooShort: 'Nach diesem Anfang ist weniger als eine Sekunde des Videos übrig.',
    instead: (quality, smallerQuality) => `Nicht in ${quality} verfügbar, stattdessen in ${smallerQuality}.`,
    notOffered: (quality) => `Dieses Video gibt es weder in ${quality} noch kleiner.`,
    reading: (done, all) => `${done} von ${links(all)} gelesen`,
    sum: (count, length, size) => `${clips(count)}, zusammen ${length}, etwa ${size}.`,
    sumOnly: (count, length) => `${clips(count)}, zusammen ${length}.`,
    leftOut: (count) => (count === 1 ? '1\u00a0Zeile wird übersprungen.' : `${count}\u00a0Zeilen werden übersprungen.`),
    cut: (count) => `${clips(count)} schneiden`,
    sending: 'Wird gesendet\u00a0…',
    back: 'Links ändern',
    refused: (title, reason) => `${title}: ${reason}`,
    none: 'Keiner der Links ließ sich lesen.',
  },

  status: {
    title: (count) => `Dein Stapel: ${clips(count)}`,
    progress: 'Fortschritt aller Clips',
    finished: (done, all) => `${done} von ${clips(all)} fertig`,
    failed: (count) => `${count} fehlgeschlagen, nicht gezählt`,
    secondsLeft: (seconds) => (seconds < 1 ? 'fast fertig' : `noch etwa ${durationWords(seconds)}`),
    cancel: 'Rest abbrechen',
    cancelling: 'Wird abgebrochen\u00a0…',
    zip: (size) => `ZIP herunterladen (${size})`,
    preparing: 'Wird geladen\u00a0…',
    keptFor: 'Löschung in',
    ownPage: 'Auf eigener Seite öffnen',
    another: 'Neuer Stapel',
    endedTitle: 'Download bereit',
    endedText: (done) => `${clips(done)} in einer ZIP-Datei.`,
    noneTitle: 'Download fehlgeschlagen',
    noneText: 'Keiner der Clips ließ sich schneiden. Sie zählen nicht gegen dein Limit.',
    cancelledAll: 'Du hast diesen Stapel abgebrochen, bevor ein Clip fertig war. Nichts davon zählt gegen dein Limit.',
    failedAll: 'Keiner der Clips ließ sich schneiden. Nichts davon zählt gegen dein Limit.',
    expired: 'Die Clips dieses Stapels sind abgelaufen und wurden gelöscht, wie versprochen.',
    startedTitle: 'Download läuft',
    startedText: (size) => size,
    goneTitle: 'Diesen Stapel gibt es hier nicht mehr',
    goneText: 'Er gehört zu einem anderen Konto oder ist abgelaufen.',
    notRead: 'Der Stapel konnte nicht geladen werden.',
    clips: 'Clips des Stapels',
    again: 'Neu schneiden',
    againNamed: (title) => `Neu schneiden: ${title}`,
    clip: (number, title) => `Clip ${number}: ${title}`,
  },
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}
