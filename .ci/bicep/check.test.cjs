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
    const right = await check(Object.keys(files).filter(name => !name.endsWith('.json')), line => said.push(line));
    return { right, said: said.join('\n') };
  } finally {
    process.chdir(before);
    fs.rmSync(folder, { recursive: true });
  }
}

const role = (actions, more = '') => `${more}resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(resourceGroup().id, 'one')
  properties: { roleName: 'One', type: 'CustomRole', assignableScopes: [resourceGroup().id], permissions: [{ ${actions} }] }
}
`;
const assignment = id => `resource one 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid('one')
  properties: { principalId: 'x', roleDefinitionId: ${id} }
}
`;
const loads = "var known = loadJsonContent('roles.json')\n";
const subscriptionForm = "subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role.name)";

const refused = [
  ['an action that Azure does not have', { 'a.bicep': role("actions: ['Microsoft.App/containerApps/operationResults/read']") }, /a\.bicep:3: Microsoft\.App\/containerApps\/operationResults\/read is none of the actions/],
  ['an action in a variable', { 'a.bicep': role('actions: rights', "var rights = [\n  'Microsoft.App/containerApps/read'\n  'Microsoft.App/containerApps/reed'\n]\n") }, /reed is none of the actions/],
  ['an action in a loaded document', { 'a.bicep': role('dataActions: known.one.dataActions', loads), 'roles.json': '{"one": {"dataActions": ["Microsoft.Storage/reed"]}}' }, /roles\.json:1: Microsoft\.Storage\/reed is none of the data actions/],
  ['an action among data actions', { 'a.bicep': role("dataActions: ['Microsoft.App/containerApps/read']") }, /none of the data actions/],
  ['a list of actions that is made up of others', { 'a.bicep': role("actions: concat(['Microsoft.App/containerApps/read'], [])") }, /cannot be checked/],
  ['a role by the id of its group', { 'a.bicep': role('actions: []') + assignment('role.id') }, /a\.bicep:7: write subscriptionResourceId/],
  ['a brace that is missing', { 'a.bicep': account('minimumTlsVersion: ').slice(0, -3) }, /syntax error/],
  ['a property that does not exist', { 'a.bicep': account("minimumTls: 'TLS1_2'") }, /a\.bicep:6: .* properties has no property minimumTls/],
  ['a property inside a list that does not exist', { 'a.bicep': account('networkAcls: { ipRules: [{ wrong: true }] }') }, /wrong|nothing is known of properties\.networkAcls\.ipRules/],
  ['a parameter that a module does not have', { 'a.bicep': "module b 'b.bicep' = {\n  name: 'b'\n  params: { here: 1, gone: 2 }\n}\n", 'b.bicep': 'param here int\n' }, /b\.bicep has no parameter gone/],
  ['a parameter that is missing', { 'a.bicep': "module b 'b.bicep' = {\n  name: 'b'\n  params: {}\n}\n", 'b.bicep': "param here int\nparam other string = ''\n" }, /b\.bicep needs the parameter here/],
  ['a parameter file next to its template', { 'a.bicepparam': "using 'b.bicep'\n\nparam gone = 1\n", 'b.bicep': 'param here int\n' }, /no parameter gone[\s\S]*needs the parameter here/],
  ['a key that is read', { 'a.bicep': `${account('')}output one string = account.listKeys().keys[0].value\n` }, /reads a key/],
  ['a parameter that is called like a secret', { 'a.bicep': 'param storageConnectionString string\n' }, /looks like a secret/],
  ['a secret of an app that is written down', { 'a.bicep': "var app = { secrets: [{ name: 'token', value: 'x' }] }\n" }, /no app has a secret but one in a key vault/],
  ['a secret that is written down next to one in a vault', { 'a.bicep': "var app = { secrets: [{ name: 'a', keyVaultUrl: url, identity: id }, { name: 'b', value: 'x' }] }\n" }, /but one in a key vault/],
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

test('a secret in a key vault passes', async () => {
  const { right, said } = await checkFiles({ 'a.bicep': "var app = { secrets: [{ name: 'token', keyVaultUrl: url, identity: id }], env: [{ name: 'Archive__Token', secretRef: 'token' }] }\n" });
  assert.strictEqual(right, true, said);
});

test('known actions and a role in the form of the subscription pass', async () => {
  const { right, said } = await checkFiles({ 'a.bicep': role("actions: ['Microsoft.App/containerApps/read']") + assignment(subscriptionForm) });
  assert.strictEqual(right, true, said);
});

test('a type without known properties is named', async () => {
  const { right, said } = await checkFiles({ 'a.bicep': "resource a 'Microsoft.Some/things@2025-01-01' = {\n  name: 'a'\n}\n" });
  assert.strictEqual(right, true, said);
  assert.match(said, /no properties are known of Microsoft\.Some\/things@2025-01-01/);
});
