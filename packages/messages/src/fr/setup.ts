import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/setup.ts'
import type { Wording } from '../wording.ts'

export const setupWords: Wording<typeof english.setupWords> = {
  lead: `Créez le compte qui gérera ce ${PRODUCT_NAME}.`,
  submit: 'Créer l’admin',
  sending: 'Création…',
  failed: 'Impossible de créer l’admin',
  done: 'Vous gérez maintenant ce serveur',
  old: 'Il a déjà servi, date de plus d’une heure ou vient d’un démarrage précédent. Tant qu’il n’y a pas d’admin, chaque démarrage du serveur affiche un nouveau lien.',
  none: 'Ouvrez le lien que le serveur a affiché à son démarrage. Tant qu’il n’y a pas d’admin, chaque démarrage en affiche un nouveau.',
}

export const setupChoiceWords: Wording<typeof english.setupChoiceWords> = {
  title: 'Réglages de base',
  lead: 'Rien ne presse. Les deux premiers et le dernier se trouvent aussi dans l’administration, sous Paramètres, et vous retrouverez cette page à l’adresse /setup.',
  sources: 'Ce qui peut être découpé',
  sourcesNote: 'L’exemple intégré fonctionne toujours.',
  mail: 'E-mail',
  mailHow:
    'SMTP_URL et MAIL_FROM viennent de l’environnement. Tout changement demande un redémarrage. docs/operating.md les explique.',
  test: 'Envoyer un test',
  testing: 'Envoi…',
  tested: 'E-mail de test en route',
  testedText: (email, place) =>
    place === null
      ? `Il partira vers ${email} dès qu’un processus qui envoie les e-mails fonctionnera.`
      : `Il part vers ${email}, par ${place}.`,
  address: 'Adresse',
  addressUsed: (address) => `Votre navigateur utilise ${address}.`,
  addressSame: 'PUBLIC_URL indique la même adresse.',
  addressOther: (address) =>
    `PUBLIC_URL vaut ${address}. Les liens des e-mails y mènent. Ouvrez cette adresse, ou modifiez PUBLIC_URL et redémarrez.`,
  addressUnset: 'PUBLIC_URL n’est pas définie. Cela convient sur cette machine et dans votre propre réseau.',
  addressPublic: (address) =>
    `Si l’on accède à ce serveur par un nom de domaine, définissez PUBLIC_URL=${address} dans l’environnement et redémarrez.`,
  save: 'Enregistrer et continuer',
  saving: 'Enregistrement…',
  skip: 'Passer',
}
