// Compiles contracts and executes transactions in the EVM of ethereumjs, for tests.
//
// Standard input: a line {"solc": DIR, "modules": DIR}, then a job per line:
//
//   {"sources": {NAME: TEXT}, "viaIR": BOOL, "runs": [{"contract": NAME, "transactions": [...]}]}
//
// Transactions are those of a trace (package trace), with values as it writes them. Standard output has a line for each job:
//
//   {"error": TEXT} or {"runs": [{"steps": [{"ok", "panic", "revert", "returns", "logs", "differs"}], "unsupported": TEXT}]}
//
// The contract is deployed at 0x1000, and contracts that it creates from 0x101 on, as traces have them. Code at other addresses does
// what the trace says: it answers, calls back, and passes ether on.
'use strict';
console.log = console.warn = console.error; // libraries warn; standard output is for answers
const path = require('path');
const lines = require('fs').readFileSync(0, 'utf8').split('\n').filter(l => l !== '');
const setup = JSON.parse(lines[0]);
const solc = require(setup.solc);
const load = name => require(require.resolve(name, { paths: [setup.modules] }));
const { createEVM, Message } = load('@ethereumjs/evm');
const { Common, Mainnet } = load('@ethereumjs/common');
const { Address, Account, hexToBytes, bytesToHex, bigIntToBytes, setLengthLeft, createAddressFromString } = load('@ethereumjs/util');
const { AbiCoder, Interface } = load('ethers');

const THIS = 0x1000n, FIRST_CREATED = 0x101n, FIRST_LIBRARY = 0x2000000n, GAS = 1n << 60n, RICH = 1n << 120n, STIPEND = 2300n;
const coder = AbiCoder.defaultAbiCoder();

class Unsupported extends Error {}

const address = n => createAddressFromString('0x' + BigInt(n).toString(16).padStart(40, '0'));

function compile(job) {
  const sources = {};
  for (const n in job.sources) sources[n] = { content: job.sources[n] };
  const settings = { viaIR: job.viaIR || undefined, outputSelection: { '*': { '': ['ast'], '*': ['abi', 'evm.bytecode.object', 'evm.bytecode.linkReferences', 'storageLayout'] } } };
  const out = JSON.parse((solc.compileStandardWrapper || solc.compile)(JSON.stringify({ language: 'Solidity', sources, settings })));
  const errors = (out.errors || []).filter(e => e.severity === 'error');
  if (errors.length > 0) throw new Error(errors[0].formattedMessage);
  const contracts = {}, enums = {};
  for (const file in out.contracts) for (const n in out.contracts[file]) contracts[n] = Object.assign(out.contracts[file][n], { file });
  const walk = (node, prefix) => {
    for (const d of node.nodes || []) {
      if (d.nodeType === 'EnumDefinition') enums[prefix + d.name] = d.members.map(m => m.name);
      if (d.nodeType === 'ContractDefinition') walk(d, d.name + '.');
    }
  };
  for (const file in out.sources) walk(out.sources[file].ast, '');
  return { contracts, enums };
}

// parse reads a value as traces write them: lists, members with names, words.
function parse(text) {
  let i = 0;
  const list = close => {
    const out = [];
    i++;
    while (text[i] !== close) {
      if (text.startsWith('...', i)) throw new Unsupported('a value that is shown in part');
      const name = /^[\w$]+: /.exec(text.slice(i));
      if (close === '}' && name) i += name[0].length;
      out.push(value());
      if (text.startsWith(', ', i)) i += 2;
      if (i >= text.length) throw new Unsupported('a value that is not understood: ' + text);
    }
    i++;
    return out;
  };
  const value = () => {
    if (text[i] === '[') return list(']');
    if (text[i] === '{') return list('}');
    const word = /^[^,\]}]*/.exec(text.slice(i))[0];
    i += word.length;
    return word;
  };
  return value();
}

// convert makes a parsed value one that the encoder takes for a parameter.
function convert(v, p, enums) {
  const any = v === 'any' || v === '?';
  const array = /^(.*)\[(\d*)\]$/.exec(p.type);
  if (array) {
    const element = Object.assign({}, p, { type: array[1], internalType: (p.internalType || '').replace(/\[\d*\]$/, '') });
    if (any) return Array.from({ length: Number(array[2] || 0) }, () => convert('any', element, enums));
    return v.map(x => convert(x, element, enums));
  }
  if (p.type === 'tuple') return p.components.map((c, i) => convert(any ? 'any' : v[i], c, enums));
  if (p.type === 'bytes') return any ? '0x' : bytesToHex(Uint8Array.from(v.map(Number)));
  if (p.type === 'string') return any ? '' : v;
  if (p.type === 'bool') return v === 'true';
  if (p.type === 'address') return address(any ? 0 : v).toString();
  if (/^bytes\d+$/.test(p.type)) return any ? '0x' + '00'.repeat(Number(p.type.slice(5))) : v;
  if (/^u?int/.test(p.type)) {
    const e = /^enum (.*)$/.exec(p.internalType || '');
    if (e && !any && !/^\d+$/.test(v)) return BigInt(enums[e[1]].indexOf(v.slice(v.lastIndexOf('.') + 1)));
    return any ? 0n : BigInt(v);
  }
  throw new Unsupported('a value of type ' + p.type);
}

// Run is one sequence of transactions.
class Run {
  constructor(unit, run) {
    Object.assign(this, { unit, run, created: FIRST_CREATED, libraries: new Map(), own: new Set([THIS]), selectors: new Map() });
    for (const n in unit.contracts) {
      for (const f of unit.contracts[n].abi) {
        const known = f.type === 'function' && new Interface([f]).getFunction(f.name); // null: types of functions
        if (known) this.selectors.set(known.selector, f);
      }
    }
  }

  async start() {
    const common = new Common({ chain: Mainnet, hardfork: this.run.hardfork || 'cancun' });
    const evm = await createEVM({ common, allowUnlimitedContractSize: true, allowUnlimitedInitCodeSize: true });
    this.evm = evm;
    const generate = evm._generateAddress.bind(evm), given = new WeakMap();
    evm._generateAddress = async m => { // asked for more than once for a message
      if (!given.has(m)) {
        const n = this.wanted !== undefined ? this.wanted : m.salt ? BigInt((await generate(m)).toString()) : this.created++;
        this.wanted = undefined;
        this.own.add(n);
        given.set(m, address(n));
      }
      return given.get(m);
    };
    const call = evm.runCall.bind(evm);
    this.call = call;
    evm.runCall = async opts => {
      const m = opts.message;
      if (!m.to) return call(opts);
      const at = BigInt(m.to.toString());
      if (this.own.has(at) || at <= 0x11n || BigInt(m.codeAddress.toString()) !== at) return call(opts);
      return this.outside(m, at);
    };
    await this.addBalance(0n, RICH);
    // All addresses that a trace names, but those of contracts, may have code.
    for (const a of JSON.stringify(this.run).matchAll(/0x[0-9a-f]{1,40}\b/g)) await this.populate(BigInt(a[0]));
    for (const t of this.run.transactions) for (const a of t.arguments || []) if (/^\d+$/.test(a.value) && a.value.length < 40) await this.populate(BigInt(a.value));
  }

  async populate(n) {
    if (n <= 0x11n || this.own.has(n) || (n >= FIRST_CREATED && n < THIS)) return;
    const a = address(n);
    if (await this.evm.stateManager.getAccount(a)) return;
    await this.evm.stateManager.putAccount(a, new Account(0n, RICH));
    await this.evm.stateManager.putCode(a, Uint8Array.of(0)); // STOP
  }

  async addBalance(n, amount) {
    const a = address(n), account = (await this.evm.stateManager.getAccount(a)) || new Account();
    account.balance += amount;
    if (account.balance < 0n) throw new Unsupported('an account without the ether');
    await this.evm.stateManager.putAccount(a, account);
  }

  // bytecode is the creation code of a contract, linked.
  async bytecode(name) {
    const c = this.unit.contracts[name];
    if (c === undefined) throw new Unsupported('no contract ' + name);
    let code = c.evm.bytecode.object;
    for (const file in c.evm.bytecode.linkReferences || {}) {
      for (const library in c.evm.bytecode.linkReferences[file]) {
        if (!this.libraries.has(library)) {
          const n = FIRST_LIBRARY + BigInt(this.libraries.size);
          this.libraries.set(library, n);
          this.own.add(n);
          const r = await this.deploy(n, hexToBytes('0x' + await this.bytecode(library)), { sender: '0x1' });
          if (r.execResult.exceptionError) throw new Unsupported('a library that is not deployed');
        }
        const hex = this.libraries.get(library).toString(16).padStart(40, '0');
        for (const at of c.evm.bytecode.linkReferences[file][library]) {
          code = code.slice(0, 2 * at.start) + hex + code.slice(2 * (at.start + at.length));
        }
      }
    }
    return code;
  }

  async deploy(n, data, t) {
    this.wanted = n;
    this.evm._block = this.block(t);
    return this.call({ message: this.message(t, { data }) });
  }

  block(t) {
    const number = BigInt(t.block || 1), timestamp = BigInt(t.timestamp || 1);
    return { header: { number, timestamp, coinbase: address(0), difficulty: 0n, prevRandao: new Uint8Array(32), gasLimit: GAS, baseFeePerGas: 0n, getBlobGasPrice: () => 1n, cliqueSigner: () => address(0) } };
  }

  message(t, o) {
    return new Message(Object.assign({ caller: address(t.sender), value: BigInt(t.value || 0), gasLimit: GAS, depth: 1, selfdestruct: new Map(), createdAddresses: new Set() }, o));
  }

  // data are the calldata of a transaction.
  data(t, abi) {
    const args = t.arguments || [];
    if (t.function === 'receive') return new Uint8Array();
    if (t.function === 'fallback') return args.length > 0 ? hexToBytes(convert(parse(args[0].value), { type: 'bytes' })) : hexToBytes('0xffffffff');
    const fs = abi.filter(f => f.type === (t.function === 'constructor' ? 'constructor' : 'function') && (f.type === 'constructor' || f.name === t.function) && f.inputs.length === args.length);
    if (fs.length > 1) throw new Unsupported('overloaded functions');
    if (fs.length === 0) {
      if (t.function === 'constructor') return new Uint8Array();
      throw new Unsupported('no function ' + t.function);
    }
    const encoded = hexToBytes(coder.encode(fs[0].inputs, fs[0].inputs.map((p, i) => convert(parse(args[i].value), p, this.unit.enums))));
    if (t.function === 'constructor') return encoded;
    this.called = fs[0];
    return Uint8Array.from([...hexToBytes(new Interface([fs[0]]).getFunction(t.function).selector), ...encoded]);
  }

  // transaction executes one, or a call within one by the code outside.
  async transaction(t, outer) {
    const abi = this.unit.contracts[t.contract || this.run.contract].abi;
    this.called = undefined;
    const data = this.data(t, abi), called = this.called;
    if (t.ether_arrived_before) await this.addBalance(THIS, BigInt(t.ether_arrived_before));
    await this.populate(BigInt(t.sender));
    const waiting = this.waiting;
    this.waiting = { answers: [...(t.answers || [])], calls: [...(t.calls || [])], passed: [...(t.ether_passed_on || [])] };
    let r;
    if (t.function === 'constructor') {
      if (t.contract) throw new Unsupported('a contract that is deployed before');
      r = await this.deploy(THIS, Uint8Array.from([...hexToBytes('0x' + await this.bytecode(this.run.contract)), ...data]), t);
    } else {
      this.evm._block = outer ? this.evm._block : this.block(t);
      r = await this.call({ message: this.message(t, { to: address(t.address || THIS), data, depth: outer ? outer.depth + 1 : 1, isStatic: outer ? outer.isStatic : false }) });
    }
    this.waiting = waiting;
    return Object.assign(r, { called });
  }

  // outside is a call of code outside.
  async outside(m, at) {
    const w = this.waiting, { evm } = this;
    const f = this.selectors.get(bytesToHex(m.data.slice(0, 4)));
    const stipend = m.gasLimit <= STIPEND;
    let ok = true, returnValue = new Uint8Array();
    if (f === undefined || stipend) {
      if (/^(true|false)$/.test(w.answers[0])) ok = w.answers.shift() === 'true';
      if (!stipend && /^\d+$/.test(w.answers[0])) {
        const n = Number(w.answers.shift());
        if (n > 1000) throw new Unsupported('much returned data');
        returnValue = new Uint8Array(n);
      }
    } else if (f.outputs.length > 0) {
      const values = f.outputs.map(p => {
        if (/[\[]|^(bytes|string|tuple)$/.test(p.type)) throw new Unsupported('an answer of type ' + p.type);
        const text = w.answers.shift();
        if (text === undefined) return convert('any', p, this.unit.enums);
        if (p.type.startsWith('bytes')) return '0x' + BigInt(text).toString(16).padStart(2 * Number(p.type.slice(5)), '0');
        return convert(text, p, this.unit.enums);
      });
      returnValue = hexToBytes(coder.encode(f.outputs, values));
    }
    const result = { execResult: { returnValue, executionGasUsed: 0n, gasRefund: m.gasRefund, logs: [], selfdestruct: new Map(), createdAddresses: new Set() } };
    if (!ok) {
      result.execResult.exceptionError = { error: 'revert' };
      return result;
    }
    await this.addBalance(BigInt(m.caller.toString()), -m.value);
    await this.addBalance(at, m.value);
    if (stipend) return result;
    if (w.calls.length > 0 && BigInt(w.calls[0].to) === at && BigInt(w.calls[0].value || 0) === m.value) {
      for (const t of w.calls.shift().calls) {
        const r = await this.transaction(t, m);
        if (r.execResult.exceptionError) {
          this.failedInside = r;
          result.execResult.exceptionError = r.execResult.exceptionError;
          result.execResult.returnValue = r.execResult.returnValue;
          return result;
        }
        this.logs.push(...(r.execResult.logs || []));
      }
    }
    while (w.passed.length > 0 && BigInt(w.passed[0].from) === at) {
      const p = w.passed.shift();
      await this.addBalance(at, -BigInt(p.value));
      await this.addBalance(BigInt(p.to), BigInt(p.value));
    }
    return result;
  }

  // outcome describes a result.
  outcome(r) {
    const e = r.execResult, data = bytesToHex(e.returnValue);
    const out = { ok: !e.exceptionError, logs: [] };
    if (e.exceptionError) {
      out.error = String(e.exceptionError.error || e.exceptionError);
      if (data.startsWith('0x4e487b71')) out.panic = Number(BigInt('0x' + data.slice(10)));
      else out.revert = data;
      return out;
    }
    if (r.called && r.called.outputs.length > 0 && data.length > 2) out.returns = plain(coder.decode(r.called.outputs, data));
    const abi = Object.values(this.unit.contracts).flatMap(c => c.abi.filter(x => x.type === 'event'));
    const events = new Interface(abi);
    for (const [, topics, bytes] of [...this.logs, ...(e.logs || [])]) {
      const d = events.parseLog({ topics: topics.map(t => bytesToHex(t)), data: bytesToHex(bytes) });
      out.logs.push(d ? { name: d.name, args: plain(d.args) } : { topics: topics.map(t => bytesToHex(t)), data: bytesToHex(bytes) });
    }
    return out;
  }

  // differs lists state variables of value types whose values are not those that a trace shows.
  async differs(t) {
    const layout = this.unit.contracts[this.run.contract].storageLayout;
    if (!layout || !t.state) return undefined;
    const out = [];
    for (const s of layout.storage) {
      const shown = t.state.filter(v => v.name === s.label), type = layout.types[s.type];
      if (shown.length !== 1 || layout.storage.filter(o => o.label === s.label).length !== 1 || type.encoding !== 'inplace' || type.members || type.base) continue;
      const word = await this.evm.stateManager.getStorage(address(THIS), setLengthLeft(bigIntToBytes(BigInt(s.slot)), 32));
      const n = (BigInt(bytesToHex(setLengthLeft(word, 32))) >> BigInt(8 * s.offset)) & ((1n << BigInt(8 * type.numberOfBytes)) - 1n);
      let text;
      if (type.label === 'bool') text = String(n !== 0n);
      else if (/^(address|contract)/.test(type.label)) text = '0x' + n.toString(16);
      else if (/^uint/.test(type.label)) text = String(n);
      else if (/^int/.test(type.label)) text = String(BigInt.asIntN(8 * type.numberOfBytes, n));
      else if (/^bytes\d+$/.test(type.label)) text = '0x' + n.toString(16).padStart(2 * type.numberOfBytes, '0');
      else if (/^enum /.test(type.label)) text = type.label.slice(5).split('.').pop() + '.' + this.unit.enums[type.label.slice(5)][Number(n)];
      else continue;
      if (shown[0].value !== text && !/^(\?|any)$/.test(shown[0].value)) out.push(`${s.label} is ${text}, not ${shown[0].value}`);
    }
    return out.length > 0 ? out : undefined;
  }

  async execute() {
    await this.start();
    const steps = [];
    for (const t of this.run.transactions) {
      if (!t.same_transaction) this.evm.transientStorage.clear();
      this.logs = [];
      this.failedInside = undefined;
      this.evm._tx = { gasPrice: 0n, origin: address(t.origin || 0xeeee) };
      const r = await this.transaction(t);
      const step = this.outcome(r);
      if (this.failedInside) step.inside = this.outcome(this.failedInside);
      if (step.ok) step.differs = await this.differs(t);
      steps.push(step);
      if (!step.ok && !this.run.continue) break;
    }
    return steps;
  }
}

// plain makes decoded values those of JSON.
function plain(v) {
  if (typeof v === 'bigint') return String(v);
  if (Array.isArray(v) || (v && typeof v === 'object' && typeof v.length === 'number')) return Array.from(v, plain);
  return v;
}

(async () => {
  for (const line of lines.slice(1)) {
    const job = JSON.parse(line);
    let answer;
    try {
      const unit = compile(job);
      const runs = [];
      for (const run of job.runs) {
        try {
          runs.push({ steps: await new Run(unit, run).execute() });
        } catch (e) {
          if (!(e instanceof Unsupported)) throw e;
          runs.push({ unsupported: e.message });
        }
      }
      answer = { runs };
    } catch (e) {
      answer = { error: String(e && e.stack || e) };
    }
    process.stdout.write(JSON.stringify(answer) + '\n');
  }
})();
