namespace AzurePerf.Core.Ids;

/// <summary>Reproducible identifiers: the same seed gives the same sequence.</summary>
public sealed class SeededIdSource(int seed) : IIdSource
{
    private readonly Random _random = new(seed);
    private readonly Lock _lock = new();

    public string NewId()
    {
        var bytes = new byte[IdText.SourceBytes];
        lock (_lock)
        {
            _random.NextBytes(bytes);
        }

        return IdText.From(bytes);
    }

    public int NewSeed()
    {
        lock (_lock)
        {
            return _random.Next();
        }
    }
}
