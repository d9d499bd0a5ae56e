import type { Org } from '@plinth/contract/orgs'
import { may } from '@plinth/contract/permissions'
import { Notice } from '../../ui/Notice.tsx'
import { AuditLog } from './AuditLog.tsx'
import { DeleteOrgCard } from './DeleteOrgCard.tsx'
import { DescriptionForm } from './DescriptionForm.tsx'
import { NameForm } from './NameForm.tsx'
import { TransferCard } from './TransferCard.tsx'
import { TwoFactorCard } from './TwoFactorCard.tsx'
import { UrlCard } from './UrlCard.tsx'

export function OrgSettings({ org }: { org: Org }) {
  const readOnly = !may(org.role, 'org.edit')
  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <h1 className="font-semibold text-xl">Settings</h1>
      {readOnly ? <Notice>Only an Owner can change these settings. Your role: {org.role.join(', ')}.</Notice> : null}
      <NameForm org={org} readOnly={readOnly} />
      <UrlCard orgid={org.orgid} />
      <DescriptionForm org={org} readOnly={readOnly} />
      {readOnly ? null : <TwoFactorCard orgid={org.orgid} />}
      {may(org.role, 'org.audit') ? <AuditLog orgid={org.orgid} /> : null}
      {may(org.role, 'org.delete') ? (
        <>
          <TransferCard org={org} />
          <DeleteOrgCard org={org} />
        </>
      ) : null}
    </div>
  )
}
