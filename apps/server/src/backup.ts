import { backupCommand } from './keeping/commands.ts'
import { runCommand } from './keeping/run-command.ts'

await runCommand(backupCommand)
