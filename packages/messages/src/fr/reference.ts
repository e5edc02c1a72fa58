import type * as en from '../en/reference.ts'
import type { Wording } from '../wording.ts'

export const apiWords: Wording<typeof en.apiWords> = {
  lead: 'Ce site n’utilise que ces appels\u202f: un script peut donc faire tout ce que fait le site.',
  document: 'Document OpenAPI',
  documentNote: 'La version lisible par une machine, sur ce serveur\u202f:',
  start: 'Adresse du serveur',
  startNote:
    'Les exemples utilisent curl. Cette ligne définit l’adresse du serveur. Le fichier de cookies garde celui qui vous identifie.',
  keyNote:
    'Créez une clé d’API dans les paramètres\u202f: elle n’a pas besoin de fichier de cookies. Le second appel attend le clip.',
  signatureNote:
    'Les requêtes suivent Standard Webhooks (standardwebhooks.com). Ses bibliothèques vérifient webhook-id, webhook-timestamp et webhook-signature avec votre secret.',
  contents: 'Appels par ressource',
  search: 'Rechercher un appel, un champ, une erreur',
  found: (count) => (count === 0 ? 'Aucun appel' : `${count} ${count < 2 ? 'appel' : 'appels'}`),
  link: 'Lien vers cet appel',
  groups: {
    video: 'Vidéos',
    download: 'Téléchargements',
    batch: 'Lots',
    auth: 'Connexion',
    user: 'Votre compte',
    plans: 'Forfaits',
    payment: 'Paiements',
    paypal: 'PayPal',
    contact: 'Contact',
    newsletter: 'Newsletter',
    admin: 'Administration du serveur',
    clip: 'Clip par URL',
    health: 'État',
    dmca: 'Signalements DMCA',
  },
  parameters: 'Chemin et paramètres',
  body: 'Corps',
  answer: (status) => `Réponse ${status}`,
  noBody: 'Aucun contenu.',
  file: (type) => `Un fichier\u202f: ${type}`,
  refusals: 'Erreurs',
  optional: 'facultatif',
  example: 'Exemple',
  copy: 'Copier',
  copied: 'Copié',
  copyFailed: 'Votre navigateur a bloqué l’accès au presse-papiers. Sélectionnez le texte et copiez-le.',
  types: {
    text: 'texte',
    number: 'nombre',
    integer: 'nombre entier',
    boolean: 'vrai ou faux',
    object: 'objet',
    list: (of) => `liste de type ${of}`,
    any: 'tout type',
    atLeast: (min) => `${min} au moins`,
    atMost: (max) => `${max} au plus`,
    longest: (max) => `${max} caractères au plus`,
  },
}

export const changelogWords: Wording<typeof en.changelogWords> = {
  lead: 'Ce qui a changé, version par version. En anglais.',
  unreleased: 'À paraître',
  contents: 'Versions',
  search: 'Rechercher dans les nouveautés',
  found: (count) => (count === 0 ? 'Aucun changement' : `${count} ${count < 2 ? 'changement' : 'changements'}`),
  failed: 'Le journal des nouveautés de cette installation est vide.',
}
