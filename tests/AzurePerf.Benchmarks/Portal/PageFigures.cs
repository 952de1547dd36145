using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;

namespace AzurePerf.Benchmarks.Portal;

/// <summary>What was measured of one address.</summary>
/// <param name="name">In the JSON line.</param>
/// <param name="path">Below the host.</param>
/// <param name="mostRequests">Storage requests that it may cost; null where the sum with another one counts.</param>
internal sealed class PageFigures(string name, string path, int mostRequests)
{
    public const double MostMilliseconds = 100;
    public const int MostBytes = 250_000;

    private readonly List<double> _milliseconds = [];

    public string Name => name;

    /// <summary>Storage requests of the last look.</summary>
    public long Requests { get; private set; }

    /// <summary>Size of the answer without any compression.</summary>
    public int Bytes { get; private set; }

    public Estimate Milliseconds => Estimate.Of(_milliseconds);

    /// <summary>API documents are data: only pages have a limit in bytes.</summary>
    private bool IsPage => !path.StartsWith("/api/", StringComparison.Ordinal);

    public bool MeetsGoal => Requests <= mostRequests && Milliseconds.Median < MostMilliseconds && (!IsPage || Bytes <= MostBytes);

    /// <summary>Asks once.</summary>
    /// <returns>Milliseconds until the whole answer was there.</returns>
    public async Task<double> AskAsync(PortalHost portal, bool count, CancellationToken cancellationToken)
    {
        var before = portal.Requests.Total;
        var started = TimeProvider.System.GetTimestamp();
        var answer = await portal.Client.GetByteArrayAsync(new Uri(path, UriKind.Relative), cancellationToken);
        var milliseconds = TimeProvider.System.GetElapsedTime(started).TotalMilliseconds;
        (Requests, Bytes) = (portal.Requests.Total - before, answer.Length);
        if (count)
        {
            _milliseconds.Add(milliseconds);
        }

        return milliseconds;
    }

    public JsonObject ToJson() => new()
    {
        ["path"] = path,
        ["storageRequests"] = Requests,
        ["mostStorageRequests"] = mostRequests,
        ["bytes"] = Bytes,
        ["milliseconds"] = VersusJson.Of(Milliseconds),
        ["holds"] = MeetsGoal,
    };
}
