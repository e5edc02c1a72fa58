import type * as english from '../../en/clips/device.ts'
import type { Wording } from '../../wording.ts'

export const deviceWords: Wording<typeof english.deviceWords> = {
  title: 'Eine Datei auf diesem Gerät schneiden',
  lead: 'Öffne eine Video- oder Audiodatei, wähle Anfang und Ende auf den Frame genau und speichere genau diesen Teil. Dein Browser schneidet: Nichts wird hochgeladen, und der Browser erlaubt dieser Seite keine Verbindung, die die Datei senden könnte. Der Browser muss selbst Video dekodieren und kodieren können, wie es aktuelle Versionen von Chrome, Edge, Firefox und Safari tun.',
  open: 'Datei öffnen',
  orDrop: 'oder irgendwo auf dieser Seite ablegen.',
  openAnother: 'Andere Datei öffnen',
  opening: (name) => `${name} wird geöffnet`,
  nothingSent: 'Diese Datei bleibt auf diesem Gerät.',
  busy: 'Ein Clip wird geschnitten. Danach kann eine andere Datei geöffnet werden.',
  oneAtATime: (name) => `Es wird eine Datei auf einmal geöffnet. ${name} wurde genommen.`,
  unsaved: (name) => `Der Clip ist noch nicht gespeichert. Speichere ihn unten oder öffne ${name} ohne ihn.`,
  openWithout: 'Ohne Speichern öffnen',
  stay: 'Hier bleiben',
  plan: (copied, encoded) => `${copied} Frames im Original, ${encoded} neu kodiert.`,
  bar: 'Clip speichern',
  form: 'Speichern als',
  forms: {
    video: 'MP4 (H.264)',
    original: (codec) => `Original (${codec})`,
    m4a: 'Audio, M4A',
    mp3: 'Audio, MP3',
    opus: 'Audio, Opus',
    flac: 'Audio, FLAC',
    wav: 'Audio, WAV',
  },
  cropAndFades: 'Bildzuschnitt und Blenden',
  fades: 'Blenden',
  fadeNote: 'Am Anfang und am Ende.',
  videoFadeNote: 'Am Anfang und am Ende. Beim Blenden des Bilds wird jeder Frame neu kodiert.',
  save: 'Schneiden und speichern',
  cutting: 'Wird geschnitten\u00a0…',
  progress: 'Fortschritt des Schnitts',
  cancel: 'Schnitt abbrechen',
  saved: 'Gespeichert:',
  made: 'Fertig, aber noch nicht gespeichert:',
  choosePlace: 'Clip speichern',
  failed: 'Der Clip wurde nicht erstellt.',
  exactness: 'Dein Clip',
  linked: {
    title: 'Einen Link auf diesem Gerät schneiden',
    lead: (host) =>
      `Dein Browser liest die Datei von ${host} und schneidet sie. Diese Website sieht deine Netzwerkadresse, wie bei jedem Download. Nichts von der Datei geht an diesen Server.`,
    source: (host) =>
      `Wird von ${host} gelesen; diese Website sieht deine Netzwerkadresse. Dieser Server erhält nichts von der Datei.`,
    retry: 'Noch einmal versuchen',
    unfit:
      'Diese Seite kann diesen Link nicht lesen. Sie nimmt direkte Links zu Mediendateien über HTTPS und keine Playlists.',
  },
  refusals: {
    insecure:
      'Browser schneiden Dateien nur auf Seiten, die über HTTPS geöffnet sind. Bitte frage den Betreiber dieses Servers danach.',
    webcodecs:
      'Dieser Browser kann Video nicht selbst dekodieren und kodieren. Bitte nimm eine aktuelle Version von Chrome, Edge, Firefox oder Safari.',
    decodedVideo:
      'Dieser Browser kann das Video dieser Datei nicht dekodieren: Ihm fehlt der Codec oder die Farbtiefe. Audio allein oder ein anderer Browser kann gehen.',
    encodedVideo:
      'Dieser Browser hat keinen Encoder für Video dieser Größe. Audio allein oder ein anderer Browser kann gehen.',
    faithfulVideo:
      'Der Encoder dieses Browsers verdirbt Video dieses Codecs: Ein kurzer Versuch wurde unscharf. MP4 (H.264), Audio allein oder ein anderer Browser kann gehen.',
    decodedAudio:
      'Dieser Browser kann das Audio dieser Datei nicht dekodieren. Ein anderer Browser kann es vielleicht.',
    encodedAudio: 'Dieser Browser kann Audio nicht in dieser Form kodieren. Bitte wähle eine andere.',
    folder: 'Das ist ein Ordner. Bitte lege eine Datei daraus ab.',
    not_media: 'Diese Datei ist kein Video oder Audio, das Kerf lesen kann.',
    unsupported_media:
      'Dieser Browser kann diese Datei nicht schneiden. Eine andere Form, ein anderer Browser oder Kerf auf der Kommandozeile kann es vielleicht.',
    broken_media: 'Diese Datei ist beschädigt: Ihr Index passt nicht zu ihrem Inhalt.',
    unfinished_media: 'Diese Aufnahme wurde nicht abgeschlossen und hat deshalb keinen Index.',
    range_outside: 'Anfang und Ende müssen innerhalb der Datei liegen.',
    nothing_in_range: 'In diesem Bereich gibt es nichts zu sehen oder zu hören.',
    begins_later: (time) => `Der erste Frame, der gezeigt werden kann, ist bei ${time}. Bitte wähle ein späteres Ende.`,
    too_long: 'Dieser Bereich ist für diese Form zu lang.',
    too_large: 'Diese Datei braucht mehr Speicher, als eine Seite verwenden darf.',
    does_not_fit: 'Der Clip passt nicht in die Grenze.',
    source_failed:
      'Die Datei konnte nicht gelesen werden. Vielleicht wurde sie geändert, verschoben oder gelöscht. Bitte öffne sie noch einmal.',
    sink_failed:
      'Der Clip konnte nicht geschrieben werden. Das Laufwerk oder der Platz, den der Browser dieser Seite gibt, kann voll sein, oder der Ort ist geschützt.',
    cancelled: 'Der Schnitt wurde abgebrochen.',
    link_offline: 'Du bist offline. Bitte versuche es noch einmal, wenn du wieder online bist.',
    link_unreachable: 'Die Website dieses Links antwortet nicht.',
    link_closed:
      'Die Website dieses Links lässt Seiten anderer Websites ihre Dateien nicht lesen. Bitte lade die Datei herunter und öffne sie dann hier.',
    link_redirected:
      'Dieser Link führt weiter zu einer anderen Website. Diese Seite darf nur von der Website des Links lesen.',
    link_refused:
      'Die Website dieses Links gibt diese Datei nicht heraus. Vielleicht gibt es sie nicht mehr, oder sie verlangt eine Anmeldung.',
    link_whole:
      'Die Website dieses Links sendet die Datei nur als Ganzes oder sagt nicht, wie groß sie ist. Bitte lade die Datei herunter und öffne sie dann hier.',
    link_changed: 'Die Datei hinter diesem Link hat sich geändert, seit sie geöffnet wurde. Bitte lade die Seite neu.',
    link_interrupted: 'Die Website dieses Links sendet die Datei nicht weiter. Bitte versuche es noch einmal.',
    engine_failed: 'Etwas ist schiefgegangen. Bitte lade die Seite neu und versuche es noch einmal.',
    engine_not_loaded:
      'Der Code, der Dateien schneidet, konnte nicht geladen werden. Bitte prüfe deine Verbindung, lade die Seite neu und öffne die Datei noch einmal.',
    engine_ended:
      'Der Browser hat das Schneiden beendet, vielleicht weil der Speicher nicht reichte. Bitte versuche es noch einmal oder wähle einen kürzeren Teil oder eine andere Form.',
    engine_stuck:
      'Seit einer Minute bewegt sich nichts, deshalb wurde der Schnitt beendet. Ein Codec dieses Browsers hängt vielleicht. Bitte versuche es noch einmal. Eine andere Form oder ein anderer Browser kann gehen.',
  },
}
