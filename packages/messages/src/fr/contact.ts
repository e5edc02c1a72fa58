import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { MAX_NOTICE_LINKS, NOTICE_LENGTHS } from '@kerf/domain/moderation/dmca-rules'
import { CHAT_HOURS, CONTACT_LENGTHS, CONTACT_REPLY_HOURS } from '@kerf/domain/people/contact-rules'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/contact.ts'
import type { Wording } from '../wording.ts'

const { name, subject, message } = CONTACT_LENGTHS

export const contactWords: Wording<typeof english.contactWords> = {
  lead: 'Écrivez aux personnes qui gèrent ce serveur.',
  fields: { name: 'Nom', email: 'Adresse e-mail', subject: 'Objet', message: 'Message' },
  faults: {
    name: {
      too_big: `Le nom doit contenir ${name.max} caractères au plus`,
      otherwise: `Le nom doit contenir au moins ${name.min} caractères`,
    },
    email: { otherwise: 'Saisissez une adresse e-mail valide' },
    subject: {
      too_big: `L’objet doit contenir ${subject.max} caractères au plus`,
      otherwise: `L’objet doit contenir au moins ${subject.min} caractères`,
    },
    message: {
      too_big: `Le message doit contenir ${message.max} caractères au plus`,
      otherwise: `Le message doit contenir au moins ${message.min} caractères`,
    },
  },
  send: 'Envoyer le message',
  sending: 'Envoi…',
  failed: 'Impossible d’envoyer votre message',
  sentTitle: 'Message envoyé',
  sent: `Vous recevrez une réponse dans les ${CONTACT_REPLY_HOURS}\u00a0heures.`,
  otherWays: 'Autres moyens',
  email: {
    title: 'Aide par e-mail',
    text: 'Les messages du formulaire arrivent dans la boîte de l’exploitant.',
    kept: 'Ce serveur n’envoie pas d’e-mails. Les messages du formulaire sont conservés pour l’exploitant.',
    reply: `Vous recevrez une réponse par e-mail dans les ${CONTACT_REPLY_HOURS}\u00a0heures.`,
  },
  chat: {
    title: 'Chat en direct',
    hours: `Disponible de ${CHAT_HOURS.fromHour}\u00a0h à ${CHAT_HOURS.toHour}\u00a0h EST`,
    yours: (from, to) => `Dans votre fuseau horaire\u202f: de ${from} à ${to}.`,
    during: 'En ce moment pendant ces horaires',
    outside: 'En ce moment hors de ces horaires',
    open: 'Ouvrir le chat',
  },
  newsletter: {
    title: 'Newsletter',
    text: `Des nouvelles de ${PRODUCT_NAME}, de temps en temps.`,
    field: 'Adresse e-mail pour la newsletter',
    subscribe: 'S’abonner',
    subscribing: 'Abonnement…',
    failed: 'Échec de l’abonnement',
    doneTitle: 'Plus qu’une étape',
    done: 'Confirmez dans l’e-mail que vous allez recevoir. Aucune newsletter ne vous sera envoyée avant.',
  },
}

const lengths = NOTICE_LENGTHS
const tooLong = (max: number) => `${max} caractères au plus`
const atLeast = (min: number) => `Au moins ${min} caractères`

export const dmcaWords: Wording<typeof english.dmcaWords> = {
  title: 'Signalement DMCA',
  lead: 'Votre vidéo a été publiée sans votre autorisation et peut être découpée ici\u202f? Signalez-le aux personnes qui gèrent ce serveur. Un signalement comporte six éléments.',
  elements: {
    work: 'L’œuvre',
    links: 'Où se trouve l’atteinte',
    person: 'Qui vous êtes',
    goodFaith: 'Bonne foi',
    accurate: 'Exactitude',
    signature: 'La signature',
  },
  fields: {
    work: 'Votre œuvre',
    workHint: 'Son titre, et où l’original est visible. S’il y en a plusieurs, énumérez-les.',
    links: 'Les liens en cause',
    linksHint: 'Liens vers des vidéos ou des clips, un par ligne.',
    name: 'Nom complet',
    address: 'Adresse postale',
    phone: 'Téléphone',
    email: 'Adresse e-mail',
    goodFaith:
      'Je crois de bonne foi que l’utilisation de ce contenu n’est autorisée ni par le titulaire des droits d’auteur, ni par son représentant, ni par la loi.',
    accurate:
      'Les informations de ce signalement sont exactes, et je déclare sous peine de parjure être titulaire d’un droit exclusif auquel il serait porté atteinte, ou être en droit d’agir au nom de son titulaire.',
    signature: 'Votre signature',
    signatureHint: 'Saisissez votre nom complet. Il vaut signature électronique.',
  },
  faults: {
    work: {
      missing: 'Indiquez de quelle œuvre il s’agit',
      too_big: tooLong(lengths.work.max),
      otherwise: atLeast(lengths.work.min),
    },
    links: {
      missing: 'Saisissez au moins un lien',
      too_big: `Un signalement contient ${MAX_NOTICE_LINKS} liens au plus`,
      otherwise: 'Chaque ligne doit être un lien complet commençant par https://',
    },
    name: {
      missing: 'Saisissez votre nom complet',
      too_big: tooLong(lengths.name.max),
      otherwise: atLeast(lengths.name.min),
    },
    address: {
      missing: 'Saisissez votre adresse postale',
      too_big: tooLong(lengths.address.max),
      otherwise: atLeast(lengths.address.min),
    },
    phone: {
      missing: 'Saisissez un numéro de téléphone',
      too_big: tooLong(lengths.phone.max),
      otherwise: 'Saisissez un numéro de téléphone complet',
    },
    email: { missing: 'Saisissez votre adresse e-mail', otherwise: 'Saisissez une adresse e-mail valide' },
    goodFaith: { otherwise: 'Sans cette déclaration, un signalement n’est pas valable' },
    accurate: { otherwise: 'Sans cette déclaration, un signalement n’est pas valable' },
    signature: {
      missing: 'Signez de votre nom complet',
      too_big: tooLong(lengths.signature.max),
      otherwise: atLeast(lengths.signature.min),
    },
  },
  send: 'Envoyer le signalement',
  sending: 'Envoi…',
  failed: 'Impossible d’envoyer votre signalement',
  sentTitle: 'Signalement envoyé',
  reference: 'Référence\u202f:',
  nextTitle: 'Et ensuite',
  next: [
    'Les personnes qui gèrent ce serveur lisent votre signalement.',
    'S’il est complet et exact, elles suppriment ce qui se trouve encore ici.',
    'Elles vous écrivent ce qu’elles ont fait, et peuvent transmettre votre signalement aux personnes concernées.',
  ],
  another: 'Envoyer un autre signalement',
  aside: 'À propos des signalements',
  about: [
    {
      title: 'Ce qui se trouve ici, et pour combien de temps',
      text: [
        `${PRODUCT_NAME} ne publie rien. Une vidéo n’est montrée qu’à la personne qui a collé son lien, un clip qu’à la personne qui l’a découpé, et les clips sont supprimés dans les ${MAX_RETENTION_HOURS}\u00a0heures.`,
        'L’original reste là où il a été publié. Pour l’en faire retirer, écrivez à cette plateforme.',
      ],
    },
    {
      title: 'Avant d’en envoyer un',
      text: [
        'Demandez-vous si l’utilisation peut être permise, par exemple à titre de citation ou de fair use.',
        'Toute personne qui affirme sciemment à tort qu’un contenu porte atteinte à des droits peut devoir des dommages et intérêts, selon 17 U.S.C. § 512(f). En cas de doute, consultez d’abord un avocat.',
      ],
    },
  ],
  counter: {
    title: 'Contre-notification',
    text: 'Un contenu qui vous appartient a été retiré par erreur ou par confusion\u202f? Écrivez par le formulaire de contact, indiquez la référence du signalement si vous la connaissez, et joignez\u202f:',
    elements: [
      'ce qui a été retiré, et le lien auquel cela se trouvait,',
      'une déclaration sous peine de parjure selon laquelle vous croyez de bonne foi qu’il s’agit d’une erreur ou d’une confusion,',
      'votre nom, votre adresse et votre numéro de téléphone,',
      'votre acceptation de la compétence du tribunal fédéral de district de votre adresse, ou du lieu où ce serveur est géré si vous résidez hors des États-Unis, et des actes de procédure que vous adresserait l’auteur du signalement,',
      'votre signature.',
    ],
    after:
      'Ce qui a été retiré peut être rétabli après 10 à 14 jours ouvrés, sauf si l’auteur du signalement saisit la justice.',
    contact: 'Vers le formulaire de contact',
  },
}
