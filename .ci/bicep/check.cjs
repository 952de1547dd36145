// Checks bicep/, azure.yaml and the workflows without network. Ends with 1 when anything is wrong; every fault is one line with its place.
//   syntax       by the grammar of the editors
//   properties   of each resource against properties.json, the names that the resource manager knows at each place that we use
//   modules      their parameters: none unknown, none missing; the same for the parameter file
//   roles        each action is one of actions.json (Azure refuses a whole role for one unknown action), and each assignment names its role in the form of the subscription
//   secrets      no name that looks like one, no call that reads a key; what an app is handed comes out of a key vault
//   workflows    YAML that parses, actions pinned by the hash of a commit
const fs = require('node:fs');
const path = require('node:path');
const { Parser, Language } = require('web-tree-sitter');
const YAML = require('yaml');

const schema = JSON.parse(fs.readFileSync(path.join(__dirname, 'properties.json'), 'utf8'));
// From the published lists of operations of the resource providers (Azure permissions for Compute, for Storage), by providers whose operations we use.
const operations = JSON.parse(fs.readFileSync(path.join(__dirname, 'actions.json'), 'utf8'));
const faults = [];
const unknownTypes = new Set();

// The one place where a name of that kind must stand: the platform looks for this name, and its value is a client id.
const clientIdSecret = 'override-use-mi-fic-assertion-client-id';
const secretLike = /secret|password|passwd|apikey|accesskey|sharedkey|accountkey|connectionstring|sastoken/i;
const innocent = new Set(['secrets', 'secretRef', 'allowSharedKeyAccess', 'clientSecretSettingName']);

const fault = (file, node, text) => faults.push(`${file}:${node ? node.startPosition.row + 1 : 1}: ${text}`);
const withoutComments = node => node.namedChildren.filter(child => !/comment/.test(child.type));
const textOf = node => (node?.type === 'string' && !node.namedChildren.some(child => child.type === 'interpolation') ? node.text.slice(1, -1) : null);
const identifierOf = node => node.namedChildren.find(child => child.type === 'identifier')?.text;
const walk = (node, visit) => { visit(node); node.namedChildren.forEach(child => walk(child, visit)); };

/** The object of a declaration, behind its condition and its loop. */
function bodyOf(declaration) {
  let body = withoutComments(declaration).at(-1);
  while (body && body.type !== 'object') {
    body = body.type === 'for_statement' ? body.childForFieldName('body')
      : body.type === 'if_statement' || body.type === 'parenthesized_expression' ? withoutComments(body).at(-1)
      : null;
  }
  return body;
}

function propertiesOf(object) {
  return object.namedChildren.filter(child => child.type === 'object_property').map(property => {
    const children = withoutComments(property);
    return { node: property, name: textOf(children[0]) ?? children[0].text, key: children[0], value: children.at(-1) };
  });
}

function checkSyntax(file, node) {
  if (node.type === 'ERROR' || node.isMissing) {
    fault(file, node, `syntax error near ${JSON.stringify(node.text.split('\n')[0].slice(0, 60))}`);
  } else if (node.hasError) {
    node.children.forEach(child => checkSyntax(file, child));
  }
}

/** Compares an object with what is known at its place; a place with * takes any name. */
function checkObject(file, object, known, place, type) {
  const names = known[place];
  if (names === undefined) {
    fault(file, object, `${type}: nothing is known of ${place || 'it'}: add it to .ci/bicep/properties.json from the reference of the resource manager`);
    return;
  }
  for (const { key, name, value } of propertiesOf(object)) {
    if (key.type === 'resource_declaration') continue;
    if (names[0] !== '*' && !names.includes(name)) fault(file, key, `${type}: ${place || 'it'} has no property ${name}`);
    if (names[0] !== '*') checkValue(file, value, known, place ? `${place}.${name}` : name, type);
  }
}

function checkValue(file, value, known, place, type) {
  if (!value) return;
  switch (value.type) {
    case 'object': checkObject(file, value, known, place, type); break;
    case 'array': withoutComments(value).forEach(item => checkValue(file, item, known, place, type)); break;
    case 'for_statement': checkValue(file, value.childForFieldName('body'), known, place, type); break;
    case 'ternary_expression': withoutComments(value).slice(1).forEach(part => checkValue(file, part, known, place, type)); break;
    case 'call_expression':
      if (value.text.startsWith('concat(')) withoutComments(value).at(-1).namedChildren.forEach(part => checkValue(file, part, known, place, type));
      break;
  }
}

function checkResource(file, declaration, parent) {
  const written = textOf(declaration.namedChildren.find(child => child.type === 'string'));
  const type = parent && !written.includes('@') ? `${parent.split('@')[0]}/${written}@${parent.split('@')[1]}` : written;
  const body = bodyOf(declaration);
  if (!schema[type]) unknownTypes.add(type);
  else if (body && !/ existing /.test(declaration.text.split('{')[0])) checkObject(file, body, schema[type], '', type);
  if (body) propertiesOf(body).filter(property => property.key.type === 'resource_declaration').forEach(property => checkResource(file, property.key, type));
}

const listsOfActions = ['actions', 'notActions', 'dataActions', 'notDataActions'];
const roleType = 'Microsoft.Authorization/roleDefinitions@';

function checkActions(file, node, kind, actions) {
  const known = new Set(operations[/data/i.test(kind) ? 'dataActions' : 'actions'].map(action => action.toLowerCase()));
  for (const action of actions) {
    if (!known.has(action.toLowerCase())) fault(file, node, `${action} is none of the ${/data/i.test(kind) ? 'data actions' : 'actions'} in .ci/bicep/actions.json`);
  }
}

/** The texts of a list that stands there or in a variable of the file; null for any other value. */
function textsOf(root, value) {
  const variable = value.type === 'identifier' ? root.namedChildren.find(node => node.type === 'variable_declaration' && identifierOf(node) === value.text) : null;
  const list = variable ? withoutComments(variable).at(-1) : value;
  const texts = list.type === 'array' ? withoutComments(list).map(textOf) : [null];
  return texts.includes(null) ? null : texts;
}

/** Documents with roles that the file loads are checked as well; a list from them is what `role.actions` stands for. */
function checkRoles(file, root) {
  const loaded = [...root.text.matchAll(/loadJsonContent\('([^']+)'\)/g)].map(match => path.join(path.dirname(file), match[1]));
  for (const document of loaded.filter(name => fs.existsSync(name))) checkLoadedRoles(document, JSON.parse(fs.readFileSync(document, 'utf8')));
  const own = new Set();
  for (const node of root.namedChildren.filter(child => child.type === 'resource_declaration' && child.text.includes(`'${roleType}`))) {
    own.add(identifierOf(node));
    walk(bodyOf(node), property => {
      const kind = property.type === 'object_property' ? property.namedChildren[0].text : '';
      if (!listsOfActions.includes(kind)) return;
      const value = withoutComments(property).at(-1);
      const texts = textsOf(root, value);
      if (texts) checkActions(file, property, kind, texts);
      else if (loaded.length === 0 || value.type !== 'member_expression') fault(file, property, `${kind} is no list of texts, so it cannot be checked`);
    });
  }
  walk(root, node => {
    const value = node.type === 'object_property' && node.namedChildren[0].text === 'roleDefinitionId' ? withoutComments(node).at(-1).text : '';
    // The service answers with the form of the subscription: another one is a change at each deployment, which it refuses.
    if ([...own].some(name => new RegExp(`^${name}(\\[[^\\]]*\\])?\\.id$`).test(value)) || /^resourceId\(/.test(value)) {
      fault(file, node, `write subscriptionResourceId('Microsoft.Authorization/roleDefinitions', ...) in place of ${value}`);
    }
  });
}

function checkLoadedRoles(file, value) {
  if (value === null || typeof value !== 'object') return;
  for (const [name, inner] of Object.entries(value)) {
    if (listsOfActions.includes(name) && Array.isArray(inner)) checkActions(file, null, name, inner);
    else checkLoadedRoles(file, inner);
  }
}

/** Names of parameters, and whether they must be given. */
function parametersOf(root) {
  const parameters = new Map();
  for (const node of root.namedChildren.filter(child => child.type === 'parameter_declaration')) {
    parameters.set(identifierOf(node), !node.children.some(child => child.type === '=') && !/\?\s*$/.test(node.text));
  }
  return parameters;
}

function compareParameters(file, node, what, wanted, given) {
  for (const name of given) if (!wanted.has(name)) fault(file, node, `${what} has no parameter ${name}`);
  for (const [name, required] of wanted) if (required && !given.includes(name)) fault(file, node, `${what} needs the parameter ${name}`);
}

function checkModule(file, declaration, parse) {
  const target = path.join(path.dirname(file), textOf(declaration.namedChildren.find(child => child.type === 'string')));
  if (!fs.existsSync(target)) return fault(file, declaration, `${target} does not exist`);
  const given = propertiesOf(bodyOf(declaration)).find(property => property.name === 'params')?.value;
  compareParameters(file, declaration, target, parametersOf(parse(target)), given ? propertiesOf(given).map(property => property.name) : []);
}

function checkSecrets(file, root) {
  walk(root, node => {
    if (node.type === 'call_expression' && /^(\w+\.)?list[A-Z]\w*\(/.test(node.text)) fault(file, node, `${node.text.split('(')[0]} reads a key: sign in by identity`);
    const names = node.type === 'object_property' ? (node.namedChildren[0].type === 'resource_declaration' ? [] : [node.namedChildren[0].text.replaceAll("'", '')])
      : /^(parameter|variable|output)_declaration$/.test(node.type) ? [identifierOf(node)]
      : node.type === 'string' && textOf(node) === textOf(node)?.toUpperCase() ? [textOf(node)] : [];
    for (const name of names) {
      if (name && secretLike.test(name) && !innocent.has(name)) fault(file, node, `${name} looks like a secret: there are none in this deployment`);
    }
    // Each with an address in a key vault and no value: the token itself is in no file, parameter or history of deployments.
    if (node.type === 'object_property' && node.namedChildren[0].text === 'secrets' && !node.text.includes(`name: '${clientIdSecret}', value: identity.clientId`)
      && (!node.text.includes('keyVaultUrl: ') || node.text.includes('value: '))) {
      fault(file, node, 'no app has a secret but one in a key vault, and the name under which the platform looks for the identity that signs in');
    }
  });
}

function checkParameterFile(file, root, parse) {
  const using = /^using '([^']+)'/m.exec(root.text);
  if (!using) return fault(file, root, 'it names no template');
  const target = path.join(path.dirname(file), using[1]);
  const given = [...root.text.matchAll(/^param (\w+) *=/gm)].map(match => match[1]);
  compareParameters(file, root, target, parametersOf(parse(target)), given);
}

function checkYaml() {
  const workflows = fs.readdirSync('.github/workflows').map(name => path.join('.github/workflows', name));
  for (const file of ['azure.yaml', ...workflows]) {
    const document = YAML.parseDocument(fs.readFileSync(file, 'utf8'));
    document.errors.forEach(error => faults.push(`${file}: ${error.message.split('\n')[0]}`));
  }
  for (const file of workflows) {
    for (const [, action] of fs.readFileSync(file, 'utf8').matchAll(/^\s*(?:- )?uses: *(\S+)/gm)) {
      if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action)) faults.push(`${file}: ${action} is not pinned by the hash of a commit`);
    }
  }
  const infra = YAML.parse(fs.readFileSync('azure.yaml', 'utf8')).infra;
  if (!fs.existsSync(path.join(infra.path, `${infra.module}.bicep`))) faults.push('azure.yaml: infra names no template');
  return 1 + workflows.length;
}

/** Checks these files, or everything; whether nothing is wrong. */
async function check(given, say) {
  faults.length = 0;
  unknownTypes.clear();
  // Node does not count the compilation of WebAssembly as work: with nothing else to wait for it waits for its helpers, and now and then they for it, for ever (nodejs/node#54918).
  const busy = setInterval(() => {}, 1_000);
  try {
    return await checkAll(given, say);
  } finally {
    clearInterval(busy);
  }
}

async function checkAll(given, say) {
  await Parser.init({ locateFile: () => require.resolve('web-tree-sitter/web-tree-sitter.wasm') });
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve('tree-sitter-bicep/tree-sitter-bicep.wasm')));
  const trees = new Map();
  const parse = file => {
    if (!trees.has(file)) {
      const text = fs.readFileSync(file, 'utf8');
      // The grammar takes parameter files for templates: there a parameter has a value and no type.
      trees.set(file, parser.parse(file.endsWith('param') ? text.replace(/^param(?= \w+ *=)/gm, 'var  ') : text).rootNode);
    }
    return trees.get(file);
  };

  const files = given.length > 0 ? given
    : fs.readdirSync('bicep', { recursive: true }).map(name => path.join('bicep', name)).filter(name => /\.bicep(param)?$/.test(name)).sort();
  for (const file of files) {
    const root = parse(file);
    checkSyntax(file, root);
    checkSecrets(file, root);
    if (file.endsWith('param')) {
      checkParameterFile(file, { text: fs.readFileSync(file, 'utf8'), startPosition: { row: 0 } }, parse);
      continue;
    }
    checkRoles(file, root);
    for (const node of root.namedChildren) {
      if (node.type === 'resource_declaration') checkResource(file, node, null);
      if (node.type === 'module_declaration') checkModule(file, node, parse);
    }
  }
  const documents = given.length > 0 ? 0 : checkYaml();
  for (const type of unknownTypes) say(`no properties are known of ${type}: it is not checked`);
  faults.forEach(text => say(text));
  say(`bicep: ${files.length} files, ${documents} YAML documents, ${faults.length} faults, ${unknownTypes.size} resource types without properties`);
  return faults.length === 0;
}

module.exports = { check };

if (require.main === module) {
  // Without waiting for what may still be compiled in the background.
  check(process.argv.slice(2), console.log).then(right => process.exit(right ? 0 : 1), failure => { console.error(failure); process.exit(2); });
}
