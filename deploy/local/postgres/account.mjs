// PostgreSQL refuses to run as root. initdb also refuses a user without a name, so it must be an account of /etc/passwd, and one whose other processes are nobody's: they could read and
// write its files.
import fs from 'node:fs';

const NAMES = ['postgres', 'games', 'nobody'];

/** The account that a server is to run as: name, id and group; only the name when this process is not root. */
export function accountForServer() {
  if (process.getuid?.() !== 0) return { name: process.env.USER ?? 'of this process' };
  return chooseAccount(fs.readFileSync('/etc/passwd', 'utf8'), usersOfProcesses());
}

/**
 * The first of our names that the text of /etc/passwd has and that no process uses; the first that it has when all are used.
 *
 * @param {string} passwd
 * @param {Set<number>} used ids of the users that processes belong to
 */
export function chooseAccount(passwd, used) {
  const known = passwd.split('\n').map((line) => line.split(':')).filter((fields) => NAMES.includes(fields[0]))
    .map(([name, , id, group]) => ({ name, id: Number(id), group: Number(group) })).filter((account) => account.id > 0)
    .sort((one, other) => NAMES.indexOf(one.name) - NAMES.indexOf(other.name));
  if (known.length === 0) throw new Error(`PostgreSQL does not run as root, and none of the accounts ${NAMES.join(', ')} is in /etc/passwd: start this as another user`);
  return known.find((account) => !used.has(account.id)) ?? known[0];
}

function usersOfProcesses() {
  const users = new Set();
  for (const name of fs.existsSync('/proc') ? fs.readdirSync('/proc') : []) {
    try {
      if (/^\d+$/.test(name)) users.add(fs.statSync(`/proc/${name}`).uid);
    } catch {
      // It has just ended.
    }
  }
  return users;
}
