"""A transformer of bytes, small enough for a test, and log-probabilities of answers under it."""
import torch
from torch import nn
from torch.nn import functional

CONTEXT, ASKED, WIDTH, LAYERS, HEADS = 448, 96, 96, 2, 4
BEGIN, END = 256, 257


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.before, self.between = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
        self.wide, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x, mask):
        y = self.before(x)
        x = x + self.attention(y, y, y, attn_mask=mask, need_weights=False)[0]
        return x + self.narrow(functional.gelu(self.wide(self.between(x))))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.bytes, self.places = nn.Embedding(258, WIDTH), nn.Embedding(CONTEXT, WIDTH)
        self.layers, self.last = nn.ModuleList(Layer() for _ in range(LAYERS)), nn.LayerNorm(WIDTH)
        for table in (self.bytes, self.places):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, ids):
        n = ids.shape[1]
        mask = torch.triu(torch.full((n, n), float("-inf")), diagonal=1)
        x = self.bytes(ids) + self.places(torch.arange(n))
        for layer in self.layers:
            x = layer(x, mask)
        return self.last(x) @ self.bytes.weight.T


def sequence(asked, answer):
    """Bytes of both and which are learnt: of a long prompt its end, of a long answer its beginning."""
    asked, answer = asked.encode()[-ASKED:], answer.encode()
    ids = [BEGIN, *asked, *answer, END][:CONTEXT]
    return ids, [False] * (1 + len(asked)) + [True] * (len(ids) - 1 - len(asked))


def masked(text, learnt):
    """Bytes of a text, of whose code points learnt says which are: from ASKED bytes before the first one on."""
    ids, mask = [BEGIN], [False]
    for point, is_learnt in zip(text, learnt):
        more = point.encode()
        ids += more
        mask += [is_learnt] * len(more)
    start = max(0, mask.index(True) - ASKED)
    return ids[start:start + CONTEXT], mask[start:start + CONTEXT]


def log_probabilities(model, sequences):
    """Of what is learnt in each: their sum, and how many bytes that is."""
    longest = max(len(ids) for ids, _ in sequences)
    ids = torch.tensor([i + [END] * (longest - len(i)) for i, _ in sequences])
    mask = torch.tensor([m + [False] * (longest - len(m)) for _, m in sequences])[:, 1:]
    each = functional.log_softmax(model(ids[:, :-1]), dim=-1)
    each = each.gather(2, ids[:, 1:, None])[:, :, 0] * mask
    return each.sum(1), mask.sum(1)
