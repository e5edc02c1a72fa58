import type * as english from '../../en/account/access.ts'
import type { Wording } from '../../wording.ts'

export const accessWords: Wording<typeof english.accessWords> = {
  legend: 'Qui peut entrer',
  modes: {
    public: {
      name: 'Tout le monde',
      note: 'Toute personne qui peut joindre ce serveur peut découper des vidéos, avec ou sans compte.',
    },
    accounts: {
      name: 'Les personnes qui ont un compte',
      note: 'Tout le monde peut s’inscrire. Il faut un compte pour découper.',
    },
    closed: {
      name: 'Les personnes invitées',
      note: 'Il faut un compte pour découper, et une invitation pour avoir un compte.',
    },
  },
  notice: 'Ici, il faut un compte pour découper des vidéos.',
  noticeClosed: 'Ici, il faut un compte pour découper des vidéos. Les comptes sont créés sur invitation.',
  signIn: 'Se connecter',
  signUp: 'Créer un compte',
  ask: 'Demander une invitation aux personnes qui gèrent ce serveur',
}

export const invitedWords: Wording<typeof english.invitedWords> = {
  looking: 'Vérification de votre invitation',
  lead: 'Vous avez une invitation. Créez votre compte ici.',
  leadPlan: (plan) => `Vous avez une invitation. Votre compte comprend ${plan}.`,
  neededTitle: 'Sur invitation seulement',
  needed: 'Pour créer un compte ici, il faut une invitation. Demandez-en une aux personnes qui gèrent ce serveur.',
  endedTitle: 'Cette invitation ne fonctionne pas',
  ended: {
    used: 'Elle a déjà servi. Chaque invitation vaut pour un seul compte.',
    revoked: 'Elle a été révoquée par les personnes qui gèrent ce serveur.',
    expired: 'Elle a expiré. Une invitation est valable sept jours.',
    unknown: 'Le lien est incomplet ou très ancien. Vérifiez que vous l’avez copié en entier.',
  },
  another: 'Demandez-en une nouvelle aux personnes qui gèrent ce serveur.',
}
