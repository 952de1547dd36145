using AzurePerf.Sql.Data;

namespace AzurePerf.Sql.Workload;

/// <summary>The cards of a client: all of the mix, shuffled, and again. So each deck has the shares of the mix exactly.</summary>
internal sealed class Deck
{
    private readonly ulong _seed;
    private readonly int _client;
    private readonly TransactionType[] _cards;
    private long _shuffled = -1;

    public Deck(ulong seed, int client, Mix mix)
    {
        _seed = seed;
        _client = client;
        _cards = new TransactionType[mix.Cards.Values.Sum()];
        Mix = mix;
    }

    public Mix Mix { get; }

    public int Size => _cards.Length;

    /// <summary>The type of a client's card, counted from 0.</summary>
    public TransactionType At(long number)
    {
        var deck = number / _cards.Length;
        if (deck != _shuffled)
        {
            Shuffle(deck);
        }

        return _cards[number % _cards.Length];
    }

    private void Shuffle(long deck)
    {
        var filled = 0;
        foreach (var (type, count) in Mix.Cards.OrderBy(card => card.Key))
        {
            _cards.AsSpan(filled, count).Fill(type);
            filled += count;
        }

        var draws = Draws.Of(_seed, DrawFor.Deck, deck, _client);
        for (var place = _cards.Length - 1; place > 0; place--)
        {
            var other = draws.Below(place + 1);
            (_cards[place], _cards[other]) = (_cards[other], _cards[place]);
        }

        _shuffled = deck;
    }
}
