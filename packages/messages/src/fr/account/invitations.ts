import type * as english from '../../en/account/invitations.ts'
import type { Wording } from '../../wording.ts'

export const invitationWords: Wording<typeof english.invitationWords> = {
  title: 'Invitations',
  label: 'Invitations en cours',
  empty: 'Aucune invitation en cours.',
  failed: 'Impossible de charger les invitations.',
  columns: { who: 'Pour', plan: 'Forfait', expires: 'Valable jusqu’au', actions: 'Actions' },
  anybody: 'Toute personne qui a le lien',
  by: (name) => `par ${name}`,
  email: 'Adresse e-mail (facultatif)',
  emailNote: 'Seule cette adresse pourra utiliser le lien. Aucun e-mail n’est envoyé.',
  emailFault: 'Saisissez une adresse e-mail valide, ou rien.',
  plans: {
    free: 'Free',
    'pro-monthly': 'Pro, un mois',
    'pro-yearly': 'Pro, un an',
    lifetime: 'Lifetime',
  },
  invite: 'Créer une invitation',
  inviting: 'Création…',
  link: 'Lien d’invitation',
  linkNote: 'Il sert une seule fois, pendant sept jours. Copiez-le maintenant\u202f: il ne sera plus affiché.',
  copy: 'Copier',
  copied: 'Lien copié',
  notCopied: 'Impossible de copier le lien. Sélectionnez-le et copiez-le vous-même.',
  revoke: 'Révoquer',
  revokeOf: (who) => `Révoquer l’invitation\u202f: ${who}`,
  revoked: 'Invitation révoquée',
}
