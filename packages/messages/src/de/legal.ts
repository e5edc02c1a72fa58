import { cookieRows, storedRows } from '@kerf/domain/site/privacy-rows'
import type * as en from '../en/legal.ts'
import type { Wording } from '../wording.ts'

export const legalWords: Wording<typeof en.legalWords> = {
  changed: 'Zuletzt geändert am {changed}',
  contents: 'Auf dieser Seite',
  related: 'Siehe auch',
  terms: {
    lead: '[Sechs|Fünf] kurze Abschnitte. Wer diesen Server betreibt, heißt hier „wir“; du bist, wer ihn benutzt.',
    sections: [
      {
        title: 'Erlaubte Nutzung',
        text: [
          'Du darfst mit diesem Dienst Teile aus Videos schneiden und behalten, im Browser oder[, in den Grenzen deines Tarifs,] über die API.',
          '[Free und Pro sind für den persönlichen Gebrauch. Du darfst sie und damit gemachte Clips nicht für bezahlte Arbeit, für Werbung oder in etwas nutzen, das du verkaufst. Lifetime Access schließt die gewerbliche Nutzung ein.]',
          'Du darfst damit nicht gegen Gesetze verstoßen, seine Grenzen umgehen, ihn oder die Quellen überlasten, aus denen er liest, dir verschaffen, was nicht für dich bestimmt ist, oder ihn als deinen eigenen weiterverkaufen. Er umgeht keine Anmeldung, keine Bezahlung und keinen Kopierschutz, und du darfst ihn nicht dazu bringen, es zu versuchen.',
          'Wer das tut, den dürfen wir bremsen, abweisen oder sperren.',
        ],
      },
      {
        title: 'Nur was du herunterladen darfst',
        text: [
          'Schneide und behalte nur, was du darfst: deine eigenen Videos, solche, deren Lizenz es erlaubt, und was das Recht an deinem Ort zulässt, etwa als Zitat. Die Rechte an einem Video bleiben bei dem, der es gemacht hat. Von uns bekommst du keine.',
          'Plattformen haben eigene Bedingungen, und manche schränken das Herunterladen ein. Sie einzuhalten ist deine Sache.',
          'Wenn etwas, das jemand hier getan hat, deine Rechte berührt, schreib uns. Auf der Seite DMCA steht, was wir wissen müssen.',
        ],
      },
      {
        title: 'Konten',
        text: [
          'Zum Schneiden brauchst du kein Konto.[ Ohne eines hast du {anonymousDaily} Downloads am Tag und {anonymousMonthly} im Monat, in 360p oder als Ton.]',
          'Mit einem Konto: Gib eine E-Mail-Adresse an, die dich erreicht, behalte dein Passwort für dich und sag uns, wenn es jemand anderes hat. Ein Passwort hat mindestens {passwordMinimum} Zeichen. Ein Konto ist für eine Person. Du stehst für das ein, was damit geschieht.',
          'Du kannst dein Konto jederzeit in den Einstellungen löschen.[ Der Rest eines Tarifs endet damit.] Wir dürfen ein Konto sperren, das gegen diese Bedingungen benutzt wird, und sagen, warum.',
        ],
      },
      {
        title: 'Tarife und Bezahlung',
        text: [
          'Free kostet nichts: Video bis {freeQuality} und Ton, {freeDaily} Downloads am Tag. Pro kostet {proMonthly} für einen Monat oder {proYearly} für ein Jahr. Lifetime Access kostet einmal {lifetime} und gilt, solange es diesen Dienst gibt. Alle Preise sind in US-Dollar.',
          'Du bezahlst einmal, im Voraus, über PayPal, mit Konto oder Karte. Nichts verlängert sich automatisch: Ist die bezahlte Zeit vorbei, bist du wieder bei Free. Ein Tarif beginnt, wenn PayPal bestätigt, dass die Zahlung abgeschlossen ist; mit einer offenen oder abgelehnten Zahlung beginnt nichts. Wir schreiben dir eine Woche und einen Tag vorher eine E-Mail, dass ein Tarif endet.',
          'Was du kaufst, bevor Pro endet, verlängert es. Lifetime Access beginnt sofort und ersetzt den Rest von Pro; dieser wird nicht erstattet. Eine Zahlung, die durch Erstattung oder Käuferschutz ganz zurückgeht, beendet den damit bezahlten Tarif; eine Teilerstattung beendet nichts. Gesetzliche Widerrufsrechte bleiben davon unberührt.',
        ],
      },
      {
        title: 'Verfügbarkeit und Haftung',
        text: [
          'Wir bemühen uns, dass der Dienst läuft und jeder Schnitt genau ist, können aber beides nicht garantieren. Quellen ändern sich, weigern sich oder verschwinden, ohne uns zu fragen. Ein Download, der misslingt, wird nicht gezählt.',
          'Deine Clips werden spätestens {retentionHours} Stunden nach dem Schnitt gelöscht. Das hier ist kein Speicher: Sichere, was du behalten willst. Mit einem öffentlichen Link, den du von einem Clip erstellst, kann jeder, der ihn hat, den Clip ansehen und speichern, bis du den Link zurücknimmst oder der Clip gelöscht wird. Der Server zählt, wie oft er geöffnet wird, und nicht von wem.',
          'Der Dienst wird bereitgestellt, wie er ist. Soweit das Gesetz es zulässt, haften wir nicht für das, was durch seine Nutzung oder seinen Ausfall verloren geht. Wo es das nicht zulässt, etwa bei Vorsatz, grober Fahrlässigkeit oder Schaden an Menschen, gilt das Gesetz.',
        ],
      },
      {
        title: 'Änderungen und Kontakt',
        text: [
          'Wir dürfen diese Bedingungen ändern. Das Datum oben sagt, wann zuletzt, und die Seite Änderungen, was am Produkt neu ist.[ Eine Änderung verkürzt keinen Tarif, der schon bezahlt ist.]',
          'Sollte ein Satz hier nicht gelten, gelten die anderen trotzdem. Fragen erreichen uns über die Kontaktseite.',
        ],
      },
    ],
  },
  privacy: {
    lead: 'Was dieser Server über dich speichert, wie lange, wer sonst davon erfährt und wie du es löschen lässt.',
    sections: [
      {
        title: 'Kurz gesagt',
        text: [
          'Wenn du dich nur umsiehst, speichert dieser Server nichts über dich. Deine Clips werden innerhalb von {retentionHours} Stunden gelöscht. Es gibt keine Tracker und keine Statistik. Dein Browser kontaktiert YouTube [oder PayPal ]erst, wenn du eine YouTube-Vorschau öffnest[ oder einen bezahlten Tarif wählst].',
        ],
      },
      {
        title: 'Ohne Konto',
        text: [
          'Mit deinem ersten Link wird ein Cookie namens kerf_viewer gesetzt, für {cookieDays} Tage. Darin steht eine Zufallszahl, und der Server behält nur einen Hash davon: genug, um dich wiederzuerkennen, zu wenig, um zu wissen, wer du bist.',
          'Unter dieser Zahl speichert der Server die Links, die du verarbeitest, mit dem, was ihre Quelle über das Video sagt, etwa Titel, Kanal und Länge; den Ausschnitt, den du wählst; deine Downloads mit Zeit, Qualität und Ergebnis; und wie viele es am Tag und im Monat waren. Diese Einträge werden nach {strangerDays} Tagen gelöscht. Weder dein Name noch deine IP-Adresse steht darin. Damit das Löschen des Cookies das Limit nicht zurücksetzt, werden Downloads ohne Konto bis zum Monatsende auch je IP-Adresse gezählt, gespeichert nur als Hash mit Schlüssel.',
        ],
      },
      {
        title: 'Mit Konto',
        text: [
          'Zu einem Konto gehören dein Name, dein Benutzername und deine E-Mail-Adresse, dein Passwort als Hash, der sich nicht zurückrechnen lässt, deine Rolle[ und dein Tarif mit ihren Daten], wann du das Konto angelegt hast und wann du zuletzt aktiv warst. Wenn du einen zweiten Faktor einrichtest, auch sein Schlüssel und seine Ersatzcodes, verschlüsselt.',
          'Zu jeder Sitzung speichert der Server, damit du sie erkennen und beenden kannst, wie dein Browser sich nennt, wann sie begann und wann sie zuletzt benutzt wurde. Deine IP-Adresse wird nicht gespeichert. Eine Sitzung endet nach {idleDays} Tagen ohne Benutzung und spätestens nach {sessionDays} Tagen.',
          'Die Links, die du verarbeitest, die Ausschnitte, die du wählst, deine Downloads und wie viele es waren werden gespeichert wie ohne Konto, nur unter deinem Konto. Was du vor der Anmeldung verarbeitet hast, geht in dein Konto über.',
          'Ein API-Schlüssel wird als Hash gespeichert, mit seinem Namen, seinen ersten Zeichen und seiner letzten Benutzung. Ein Webhook wird mit seiner Adresse und verschlüsselt mit seinem Schlüssel gespeichert, jede Zustellung für 30 Tage. Beide werden nur so benutzt, wie du sie eingerichtet hast.',
          'Bist du durch eine Einladung gekommen, speichert der Server, wer dich eingeladen hat, für welche E-Mail-Adresse und wann du angenommen hast, bis 30 Tage danach. Meldest du dich bei einem Identitätsanbieter an, speichert er die Nummer, unter der dich der Anbieter kennt.',
          'Damit niemand endlos Passwörter probieren oder E-Mails verschicken lassen kann, werden solche Versuche je Konto, E-Mail-Adresse und IP-Adresse gezählt. Gespeichert wird nur ein Hash, und {triesMinutes} Minuten nach dem letzten Versuch verfällt die Zählung.',
          '[Zu einer Zahlung speichert der Server ihre Nummern bei PayPal, den Tarif, den Betrag, die Daten, die Nummer der Quittung und was aus ihr geworden ist. Wann ein Tarif gekauft, vergeben oder erstattet wurde, steht in einem Verzeichnis, aus dem nichts gelöscht wird, damit sich jeder Tarif erklären lässt. Die Nummer einer Karte sieht der Server nie.]',
          'All das bleibt, bis du dein Konto löschst, in den Einstellungen und auf der Stelle[, ausgenommen Zahlungen, ihre Quittungen und jenes Verzeichnis: Das Gesetz verlangt, dass wir unsere Bücher aufbewahren, und eine Zahlung kann noch erstattet werden, wenn das Konto schon gelöscht ist. Darin steht dann die Nummer des Kontos, nicht dein Name und nicht deine E-Mail|. Nur was zu Zahlungen festgehalten ist, bleibt, falls du hier je welche geleistet hast: Das Gesetz verlangt, dass wir unsere Bücher aufbewahren]. In den Einstellungen bekommst du alles auch als Datei.',
        ],
      },
      {
        title: 'Clips',
        text: [
          'Ein fertiger Clip liegt höchstens {retentionHours} Stunden auf diesem Server, und kürzer, wenn du „Jetzt löschen“ drückst. Auch Reste eines abgebrochenen Schnitts werden gelöscht. Was eine Quelle über ein Video sagt, wird bis zu einem halben Tag zwischengespeichert, ohne Vermerk, wer gefragt hat, damit nicht zweimal gefragt werden muss.',
        ],
      },
      {
        title: 'In deinem Browser',
        text: [
          'Dein Browser speichert, was du wählst und was du noch nicht gesendet hast. Es verlässt den Browser nur, wenn du es sendest. Sind mehrere Tabs offen, sagen sie einander innerhalb deines Browsers, dass sich jemand an- oder abgemeldet hat und dass ein Clip fertig ist.',
          'Eine Datei dieses Geräts, die du auf der Seite „Dateien dieses Geräts“ öffnest, verlässt das Gerät nie. Dein Browser schneidet sie, und die Seite darf sich mit nichts verbinden. Der Clip liegt im Speicher des Browsers, bis du den nächsten schneidest. Schließt du die Seite vorher, wird er gelöscht, sobald du die nächste Datei öffnest.',
          'Lässt du deinen Browser einen Medienlink schneiden, verbindet sich diese Seite nur mit der Website des Links. Diese sieht deine Netzwerkadresse, wie bei jedem Download. Dieser Server erfährt den Link und nichts von der Datei.',
        ],
        list: storedRows({
          theme: 'das Farbschema, das du gewählt hast, bis du wieder System wählst.',
          snap: 'woran die Griffe der Zeitleiste einrasten, bis du es ausschaltest.',
          'source-codec': 'dass du den Codec der Quelle willst, bis du anders wählst.',
          presets: 'deine Vorlagen, bis du sie löschst.',
          'file-names': 'wie deine Dateien heißen, bis du anders wählst.',
          clips: 'dass du hier Clips geschnitten hast, bis keiner mehr da ist. Die Startseite zeigt sie dann.',
          link: 'der Link im Feld, bis du den Tab schließt.',
          links: 'die Liste der Links im Feld für mehrere, bis du den Tab schließt.',
          video: 'die Adresse des Videos, an dem du arbeitest, mit seinem Ausschnitt, bis du den Tab schließt.',
          batch:
            'die Nummer der Clips, die du von einem Video angefordert hast; die Nummer des Videos steht dahinter. Bis du den Tab schließt.',
          device:
            'die Seite für Dateien dieses Geräts und ihr Schnittprogramm, damit sie auch ohne Netz geht. Bis du die Daten dieser Website in deinem Browser löschst.',
        }),
      },
      {
        title: 'Cookies',
        text: ['Diese und keine anderen. Niemand sonst liest sie.'],
        list: cookieRows({
          viewer:
            'erkennt dich ohne Konto wieder: eine Zufallszahl, von deinem ersten Link an, für {cookieDays} Tage oder bis du dich anmeldest.',
          session:
            'ist deine Sitzung, solange du angemeldet bist: ein zufälliges Sitzungstoken, für höchstens {sessionDays} Tage. Beim Abmelden wird es gelöscht.',
          signedIn:
            'sagt der Seite nur, dass es eine Sitzung gibt, weil sie deren eigenes Cookie nicht lesen kann. Es kommt und geht mit ihm.',
          device:
            'sagt, dass dieser Browser schon einmal bei deinem Konto angemeldet war, für {cookieDays} Tage. Wenn jemand anderes dein Passwort zu erraten versucht, musst du deshalb nicht mit ihm warten.',
          oidc: 'bindet eine Anmeldung beim Identitätsanbieter an diesen Browser, für zehn Minuten.',
          check: 'prüft im Adminbereich, ob Cookies zurückkommen, für eine Minute. Nur Admins bekommen es.',
          language: 'merkt sich die Sprache der Seite, sobald du eine wählst, für ein Jahr.',
        }),
      },
      {
        title: 'Wer sonst was sieht',
        list: [
          [
            'Die Quelle eines Videos',
            'wird von diesem Server kontaktiert, nicht von deinem Browser, und sieht so, dass sich jemand dafür interessiert, aber nicht, wer. Auch Vorschaubilder kommen über diesen Server zu dir.',
          ],
          [
            'YouTube',
            'sieht deine IP-Adresse und welches Video du ansiehst, wenn du die Vorschau eines YouTube-Videos öffnest: Sie läuft im Player von YouTube, von youtube-nocookie.com. Vorher nie.',
          ],
          [
            'PayPal',
            '[sieht deine IP-Adresse, wenn du angemeldet einen bezahlten Tarif wählst, weil seine Schaltflächen von seinen eigenen Servern geladen werden; dabei kann es eigene Cookies setzen. Beim Bezahlen bekommt es, was du dort eingibst. Wir nennen ihm den Tarif, den Betrag und eine Bestellnummer, nicht, wer du bist. Von ihm erfahren wir, ob du bezahlt hast und ob die Zahlung erstattet wurde.]',
          ],
          [
            'Der Identitätsanbieter',
            'den der Betreiber für die Anmeldung einsetzen kann, erfährt, dass und wann du dich hier anmeldest. Er nennt diesem Server deinen Namen, deine E-Mail-Adresse und, wenn der Betreiber es will, deine Gruppen.',
          ],
          [
            'Die Admins',
            'dieses Servers sehen Namen, E-Mail-Adressen[, Tarife] und Daten der Konten, und von jedem Clip, wer welchen Ausschnitt welches Videos wollte. Öffnet jemand von ihnen einen Clip oder ändert oder löscht ein Konto, oder teilst du einen Clip oder nimmst ihn zurück, steht das in einem Verzeichnis, das niemand ändern kann und das Konten und Besucher nur mit ihrer Nummer nennt.',
          ],
          [
            'Der Mailserver',
            'des Betreibers stellt die E-Mails zu, die du von uns bekommst: um deine Adresse zu bestätigen, ein neues Passwort zu setzen, dir Änderungen[, Zahlungen und das nahe Ende eines Tarifs] zu melden. Er kann ihren Inhalt lesen.',
          ],
          [
            'Der Server für Markierungen',
            'den der Betreiber nennen kann, bekommt die ersten vier Zeichen eines Hashwerts der Video-ID. Daraus erfährt er weder das Video noch, wer es öffnet. Er sagt uns, welche Teile Werbung sind.',
          ],
          [
            'Sonst erfährt',
            'niemand etwas von uns. Wir verkaufen nichts und geben nichts weiter, es sei denn, das Gesetz zwingt uns.',
          ],
        ],
      },
      {
        title: 'Protokolle',
        text: [
          'Das Protokoll des Servers enthält Starts, fertige und fehlgeschlagene Clips und Fehler. Weder deine IP-Adresse noch deine Links stehen darin; konnte ein Video nicht gelesen werden, steht die Fehlermeldung der Quelle darin, die das Video nennen kann. Damit kein einzelner Besucher den Server überlastet, werden Aufrufe je IP-Adresse eine Minute lang im Arbeitsspeicher gezählt. Ein vorgeschalteter Proxy kann ein eigenes Protokoll führen.',
        ],
      },
      {
        title: 'Nachrichten und Newsletter',
        text: [
          'Was du über das Kontaktformular schreibst, wird mit dem Namen und der E-Mail-Adresse aufbewahrt, die du angibst[, und damit, ob du einen bezahlten Tarif hattest], damit jemand antworten kann. Es geht auch in das Postfach des Betreibers.',
          'Eine DMCA-Meldung wird so aufbewahrt, wie sie gesendet wurde, mit Name, Postanschrift, Telefonnummer, E-Mail-Adresse und Unterschrift, und geht ebenfalls in dieses Postfach. Sie ist ein rechtlicher Beleg und bleibt, auch wenn ein Konto gelöscht wird: Wer darüber entscheidet und wer sie später anficht, muss sie lesen können.',
          'Wenn du den Newsletter abonnierst, bekommst du zuerst eine E-Mail mit einem Link, und sonst nichts, bis du ihn öffnest. Deine E-Mail-Adresse bleibt gespeichert, bis du dich mit dem Link in einem der Newsletter austrägst, und wird dann gelöscht.',
        ],
      },
      {
        title: 'Wie du es löschen lässt',
        list: [
          ['Ein Clip', 'Drücke „Jetzt löschen“ unter seinem Beleg. Die Datei ist sofort weg.'],
          [
            'Nutzung ohne Konto',
            'Lösche das Cookie kerf_viewer in deinem Browser. Die gespeicherten Daten lassen sich dir dann nicht mehr zuordnen.',
          ],
          [
            'Ein Konto',
            'Lösche es in den Einstellungen, wo du deine Daten auch mitnehmen kannst. Sitzungen, Videos, Downloads und Clips gehen mit[; was zu Zahlungen festgehalten ist, bleibt, wie oben gesagt].',
          ],
          [
            'In Sicherungen',
            'Der Server sichert seine Datenbank vielleicht jeden Tag. Was du löschst, bleibt in diesen Kopien, bis auch sie gelöscht werden, meist nach einer Woche.',
          ],
          ['Alles andere', 'Schreib uns. Wir sagen dir, was wir über dich speichern, berichtigen es und löschen es.'],
        ],
      },
    ],
  },
}
