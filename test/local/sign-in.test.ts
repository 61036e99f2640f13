import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLocalDirectory } from '../../functions/runtime/people/user-directory'
import { startSignIn } from '../../local/sign-in/process'
import { useFolder } from '../support/folder'
import { rehearse } from '../support/rehearse'

const folder = useFolder()

const ada = { id: 'usr_1', email: 'ada@example.com', name: 'Ada' }

test('an invitation is a mail in the folder', async () => {
  const mailDir = join(folder, 'mail')
  const { issuer, stop } = await startSignIn({ port: 0, mailDir })
  try {
    expect(await openLocalDirectory(issuer).add(ada)).toEqual({ issuer, subject: 'ada@example.com' })
    const [file = '', ...others] = readdirSync(mailDir)
    expect([file, others]).toEqual([expect.stringMatching(/-ada@example\.com\.eml$/), []])
    const mail = readFileSync(join(mailDir, file), 'utf8')
    expect(mail).toMatch(/^From: .+\r\nTo: ada@example\.com\r\nSubject: .+\r\nDate: .+\r\n.+\r\n\r\nHello Ada,\r\n/)
    expect(mail).toContain(issuer)
  } finally {
    await stop()
  }
})

rehearse('without a folder, an invitation is taken, too', async () => {
  const { issuer, stop } = await startSignIn({ port: 0, mailDir: null })
  try {
    expect(await openLocalDirectory(issuer).add(ada)).toEqual({ issuer, subject: 'ada@example.com' })
  } finally {
    await stop()
  }
})
