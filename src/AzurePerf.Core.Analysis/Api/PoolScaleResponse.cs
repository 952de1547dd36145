namespace AzurePerf.Core.Api;

/// <summary>The limits of a pool as they were given.</summary>
/// <param name="Pool">measure or bag.</param>
/// <param name="Min">Workers that run even when there is nothing to do.</param>
/// <param name="Max">Workers that run at most.</param>
/// <param name="Scaler">Who follows them: local for <c>azureperf up</c>, containerApps for the platform.</param>
public sealed record PoolScaleResponse(string Pool, int Min, int Max, string Scaler);

/// <summary>How many workers a pool shall have.</summary>
/// <param name="Min">Workers that run even when there is nothing to do, 0 to 1,000.</param>
/// <param name="Max">Workers that run at most, 1 to 1,000 and at least <paramref name="Min"/>.</param>
/// <param name="Force">True also where the change ends measurements that run, which are then repeated.</param>
public sealed record PoolScaleRequest(int Min, int Max, bool Force = false)
{
    public const int Most = 1_000;

    /// <summary>Most workers of a pool that <c>azureperf up</c> starts: more do not fit on one machine.</summary>
    public const int MostLocal = 64;

    /// <summary>What is wrong with it, by member; empty when nothing is.</summary>
    public IEnumerable<(string Member, string Fault)> Faults()
    {
        if (Min is < 0 or > Most)
        {
            yield return ("min", $"must be 0 to {Most}");
        }

        if (Max is < 1 or > Most)
        {
            yield return ("max", $"must be 1 to {Most}");
        }
        else if (Max < Min)
        {
            yield return ("max", "must be at least min");
        }
    }
}
