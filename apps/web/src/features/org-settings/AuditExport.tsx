import type { AuditEntry } from '@plinth/contract/audit'
import type { CallError } from '@plinth/contract/errors'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { auditCsv, auditJsonLines } from './audit-export.ts'
import { type AuditFilter, allEntries } from './audit-queries.ts'

const kinds = [
  { label: 'CSV', ending: 'csv', type: 'text/csv', write: auditCsv },
  { label: 'JSON lines', ending: 'jsonl', type: 'application/jsonl', write: auditJsonLines },
] as const

type Kind = (typeof kinds)[number]

/** Everything that the filter lets through, not only the page in sight. */
export function AuditExport({ filter }: { filter: AuditFilter }) {
  const save = useMutation<AuditEntry[], CallError, Kind>({
    mutationFn: () => allEntries(filter),
    onSuccess: (entries, { ending, type, write }) => saveFile(`${filter.orgid}-audit.${ending}`, type, write(entries)),
    onError: error => void toast.error('Something went wrong!', { description: error.msg }),
  })
  return (
    <div className="flex flex-wrap gap-2">
      {kinds.map(kind => (
        <Button
          key={kind.ending}
          aria-label={`Export as ${kind.label}`}
          pending={save.isPending && save.variables === kind}
          onClick={() => save.mutate(kind)}
        >
          <Download aria-hidden />
          {kind.label}
        </Button>
      ))}
    </div>
  )
}
