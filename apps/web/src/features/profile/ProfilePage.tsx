import { AccountPage } from '../dashboard/AccountPage.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { AdminDoor } from './AdminDoor.tsx'
import { PlanPiece } from './PlanPiece.tsx'
import { UsageStrip } from './UsageStrip.tsx'
import './profile.css'

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
