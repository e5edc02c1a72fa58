import { AccountFacts } from '../../features/profile/AccountFacts.tsx'
import { AdminDoor } from '../../features/profile/AdminDoor.tsx'
import { PlanPiece } from '../../features/profile/PlanPiece.tsx'
import { UsageStrip } from '../../features/profile/UsageStrip.tsx'
import { AccountPage } from './AccountPage.tsx'
import '../../features/profile/profile.css'

export function ProfilePage() {
  return (
    <AccountPage page="profile">
      {(user) => (
        <>
          <AccountFacts user={user} />
          <div className="profile-strip">
            <UsageStrip />
            <PlanPiece />
          </div>
          {user.role === 'admin' && <AdminDoor />}
        </>
      )}
    </AccountPage>
  )
}
