// The check itself must be able to fail: one small file per kind of fault.
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');
const { check } = require('./check.cjs');

const account = properties => `resource account 'Microsoft.Storage/storageAccounts@2025-06-01' = {
  name: 'one'
  location: 'here'
  kind: 'StorageV2'
  sku: { name: 'Standard_LRS' }
  properties: { ${properties} }
}
`;

/** In this process: one of its own for each test would load the grammar each time. */
async function checkFiles(files) {
  const [folder, before, said] = [fs.mkdtempSync(path.join(os.tmpdir(), 'bicep-check-')), process.cwd(), []];
  process.chdir(folder);
  try {
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(name, text);
    const right = await check(Object.keys(files), line => said.push(line));
    return { right, said: said.join('\n') };
  } finally {
    process.chdir(before);
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
  test(`${what} is refused`, async () => {
    const { right, said } = await checkFiles(files);
    assert.strictEqual(right, false, said);
    assert.match(said, expected);
  });
}

test('what is right passes', async () => {
  const { right, said } = await checkFiles({ 'a.bicep': account("minimumTlsVersion: 'TLS1_2'") });
  assert.strictEqual(right, true, said);
});

test('a type without known properties is named', async () => {
  const { right, said } = await checkFiles({ 'a.bicep': "resource a 'Microsoft.Some/things@2025-01-01' = {\n  name: 'a'\n}\n" });
  assert.strictEqual(right, true, said);
  assert.match(said, /no properties are known of Microsoft\.Some\/things@2025-01-01/);
});
