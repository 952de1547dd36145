using AzurePerf.Core.Ids;

namespace AzurePerf.Sql.Data;

/// <summary>What a row or an operation draws for; each has numbers of its own.</summary>
internal enum DrawFor
{
    Address,
    Company,
    Financial,
    Security,
    Price,
    Daily,
    News,
    Customer,
    WatchList,
    Account,
    Permission,
    Portfolio,
    Trade,
    Text,
    Deck,
    Input,
    Feed,
}

/// <summary>Numbers that follow from seed and key alone (SplitMix64; Steele, Lea, Flood 2014).</summary>
internal struct Draws
{
    private const ulong Increment = 0x9E3779B97F4A7C15UL;
    private ulong _state;

    private Draws(ulong state) => _state = state;

    public static Draws Of(ulong seed, DrawFor what, long key, int second = 0) => new(StableHash.Of(
        (int)(seed >> 32), unchecked((int)seed), (int)what, (int)(key >> 32), unchecked((int)key), second));

    public ulong Next()
    {
        _state += Increment;
        return StableHash.Mix(_state);
    }

    /// <summary>0 to one less than <paramref name="count"/>.</summary>
    public long Below(long count) => (long)Math.BigMul(Next(), (ulong)count, out _);

    public int Below(int count) => (int)Below((long)count);

    /// <summary>Both ends included.</summary>
    public int Between(int low, int high) => low + Below(high - low + 1);

    public bool Percent(int share) => Below(100) < share;

    public T Of<T>(IReadOnlyList<T> items) => items[Below(items.Count)];
}
