import type { Wording } from '../wording.ts'

type English = typeof import('../en/refusal-reasons.ts')

export const reasonSentences: Wording<English['reasonSentences']> = {
  dns: (host) =>
    `Aucune adresse publique n’a été trouvée pour ${host} (DNS). Vérifiez le lien et le réseau de ce serveur.`,
  network: (host) => `Ce serveur n’a aucun accès à ${host}. Vérifiez son réseau.`,
  proxy: (host) => `Le proxy de ce serveur ne s’est pas connecté à ${host}.`,
  refused: (host) => `${host} a refusé la connexion. Réessayez plus tard.`,
  tls: (host) => `Pas de connexion sécurisée à ${host}\u202f: son certificat ou son TLS n’est pas accepté.`,
  broken: (host) => `La connexion à ${host} a été interrompue. Réessayez.`,
  status: (status) => `La source a répondu par le statut HTTP ${status} au lieu de la vidéo.`,
  not_allowed: (target) =>
    `Seules les adresses publiques sur les ports 80 et 443 sont lues. Pour autoriser celle-ci, définissez OUTBOUND_ALLOW=${target}.`,
  starts_at: (time) => `Cette vidéo commence le ${time}. Vous pourrez la découper après sa publication.`,
  restricted_mode: () =>
    'Le réseau de ce serveur n’affiche pas cette vidéo\u202f: il impose le mode restreint de YouTube.',
  begins_at: (seconds) =>
    `Rien ne peut être affiché dans cet extrait\u202f: la première image qui peut l’être se trouve à ${seconds}\u00a0s.`,
  other_site: (site) => `Les liens vers ${site} ne sont pas pris en charge.`,
  sign_in: (site) => `${site || 'YouTube'} n’affiche cette vidéo qu’aux personnes connectées.`,
  content_warning: () =>
    'YouTube n’affiche cette vidéo qu’aux personnes connectées qui ont confirmé l’avertissement sur son contenu.',
  site_refuses: (site) =>
    `${site} ne laisse pas ce serveur lire cette vidéo. Réessayez plus tard ou essayez-en une autre.`,
  site_limits: (site) => `${site} limite les requêtes de ce serveur. Réessayez plus tard.`,
  site_unopened: (site) => `Ce serveur ne peut pas encore ouvrir les liens ${site}\u202f: son téléchargeur manque.`,
  only_preview: (site) => `Sans abonnement, ${site} n’en lit qu’un extrait.`,
  password: () => 'Cette vidéo est protégée par un mot de passe.',
  embed_only: () => 'Cette vidéo ne peut être lue que sur les pages qui l’intègrent.',
  drm: () => 'Cette vidéo est chiffrée (DRM) et ne peut pas être découpée.',
  adults: () => 'Cette vidéo est signalée comme réservée aux adultes. Ces vidéos ne sont pas ouvertes ici.',
  several_videos: () => 'Ce lien mène à plusieurs vidéos. Collez le lien de l’une d’elles.',
  accepts: (sites) => `Saisissez le lien d’une vidéo de ${sites}.`,
}
