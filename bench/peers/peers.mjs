// The peers of grantgen's assembly, asked by lines of JSON on standard input, answered by lines on standard output. bench/peers in Go
// starts it as `node --expose-gc peers.mjs`; it prints nothing by itself.
//
//   {"do":"texts","sets":[[text…]…]}                   sets to run on; nothing is counted yet
//   {"do":"count"}                                     {"tokens":[of each set]}: what the tokenizer itself says
//   {"do":"run","peer":NAME,"budget":N,"warm":BOOL}    one run over every set: {"cpu":µs,"wall":µs,"kept":[…]}
//
// A warm run finds every count in a map, by its text: a run before it has asked for each, and is not measured. A cold run begins
// with an empty map, and asks for no text twice.
import { createInterface } from 'node:readline';
import { trimMessages, HumanMessage, SystemMessage } from '@langchain/core/messages';
import promptTsx from '@vscode/prompt-tsx';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

const { PromptElement, PromptRenderer, OutputMode, Raw, UserMessage, SystemMessage: System } = promptTsx;
const ask = 'Respond to the latest offer in one sentence.';

let sets = [];
let known = new Map();
const warmed = new Set(); // the peers that have run on these sets

function count(text) {
  let n = known.get(text);
  if (n === undefined) {
    n = countTokens(text, { disallowedSpecial: new Set() });
    known.set(text, n);
  }
  return n;
}

// What TSX compiles to is a call of vscpp, which prompt-tsx defines: there is nothing to compile here.
const h = globalThis.vscpp;

// A message a part is prompt-tsx's faster form: chunks of one message take five times as long at 10,000.
class MessagePerPart extends PromptElement {
  render() {
    return h(vscppf, null,
      h(System, { priority: Number.MAX_SAFE_INTEGER }, ask),
      ...this.props.texts.map((text, i) => h(UserMessage, { priority: i }, text)));
  }
}

const tokenizer = {
  mode: OutputMode.Raw,
  tokenLength: part => (part.type === Raw.ChatCompletionContentPartKind.Text ? count(part.text) : 0),
  countMessageTokens: message => message.content.reduce((sum, part) => sum + tokenizer.tokenLength(part), 0),
};

const peers = {
  async 'prompt-tsx'(texts, budget) {
    const { messages } = await new PromptRenderer({ modelMaxPromptTokens: budget }, MessagePerPart, { texts }, tokenizer).renderRaw();
    return messages.length - 1;
  },
  async trimMessages(texts, budget) {
    const kept = await trimMessages([new SystemMessage(ask), ...texts.map(text => new HumanMessage(text))], {
      maxTokens: budget,
      strategy: 'last',
      includeSystem: true,
      tokenCounter: messages => {
        let sum = 0;
        for (const m of messages) sum += count(m.content);
        return sum;
      },
    });
    return kept.length - 1;
  },
};

async function run({ peer, budget, warm }) {
  if (!warm) known = new Map();
  else if (!warmed.has(peer)) for (const texts of sets) await peers[peer](texts, budget);
  if (warm) warmed.add(peer);
  else warmed.clear();
  count(ask);
  globalThis.gc();
  const kept = [];
  const cpu = process.cpuUsage(), start = process.hrtime.bigint();
  for (const texts of sets) kept.push(await peers[peer](texts, budget));
  const used = process.cpuUsage(cpu), wall = process.hrtime.bigint() - start;
  return { cpu: used.user + used.system, wall: Number(wall / 1000n), kept };
}

const does = {
  texts(request) {
    sets = request.sets;
    known = new Map();
    warmed.clear();
    return {};
  },
  count: () => ({ tokens: sets.map(texts => texts.reduce((sum, text) => sum + countTokens(text, { disallowedSpecial: new Set() }), 0)) }),
  run,
};

countTokens('The tables are made at the first count.');
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    const request = JSON.parse(line);
    answer = await does[request.do](request);
  } catch (err) {
    answer = { error: String(err?.stack ?? err) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
