// The check itself must be able to fail: one small file per kind of fault.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const account = properties => `resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: 'one'
  location: 'here'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
  properties: { ${properties} }
}
`;

function check(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bicep-check-'));
  try {
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
    const run = spawnSync(process.execPath, [path.join(__dirname, 'check.cjs'), ...Object.keys(files)], { cwd: folder, encoding: 'utf8', timeout: 60_000 });
    return { code: run.status, said: run.stdout + run.stderr };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const refused = [
  ['a brace that is missing', { 'a.bicep': account('minimumTlsVersion: ').slice(0, -3) }, /syntax error/],
  ['a property that does not exist', { 'a.bicep': account("minimumTls: 'TLS1_2'") }, /a\.bicep:6: .* properties has no property minimumTls/],
  ['a property inside a list that does not exist', { 'a.bicep': account('networkAcls: { ipRules: [{ wrong: true }] }') }, /wrong|nothing is known of properties\.networkAcls\.ipRules/],
  ['a parameter that a module does not have', { 'a.bicep': "module b 'b.bicep' = {\n  name: 'b'\n  params: { here: 1, gone: 2 }\n}\n", 'b.bicep': 'param here int\n' }, /b\.bicep has no parameter gone/],
  ['a parameter that is missing', { 'a.bicep': "module b 'b.bicep' = {\n  name: 'b'\n  params: {}\n}\n", 'b.bicep': "param here int\nparam other string = ''\n" }, /b\.bicep needs the parameter here/],
  ['a parameter file beside its template', { 'a.bicepparam': "using 'b.bicep'\n\nparam gone = 1\n", 'b.bicep': 'param here int\n' }, /no parameter gone[\s\S]*needs the parameter here/],
  ['a key that is read', { 'a.bicep': `${account('')}output one string = account.listKeys().keys[0].value\n` }, /reads a key/],
  ['a parameter that is called like a secret', { 'a.bicep': 'param storageConnectionString string\n' }, /looks like a secret/],
  ['a variable of an app that is called like a secret', { 'a.bicep': "var env = [{ name: 'DATABASE_PASSWORD', value: 'x' }]\n" }, /looks like a secret/],
];

for (const [what, files, expected] of refused) {
  test(`${what} is refused`, () => {
    const { code, said } = check(files);
    assert.strictEqual(code, 1, said);
    assert.match(said, expected);
  });
}

test('what is right passes', () => {
  const { code, said } = check({ 'a.bicep': account("minimumTlsVersion: 'TLS1_2'") });
  assert.strictEqual(code, 0, said);
});

test('a type without known properties is named', () => {
  const { code, said } = check({ 'a.bicep': "resource a 'Microsoft.Some/things@2025-01-01' = {\n  name: 'a'\n}\n" });
  assert.strictEqual(code, 0, said);
  assert.match(said, /no properties are known of Microsoft\.Some\/things@2025-01-01/);
});
