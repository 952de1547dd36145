using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Limits;

/// <summary>What a run is expected to come to, before it begins.</summary>
/// <param name="Points">Points that it measures; 0 for one that executes bags.</param>
/// <param name="Operations">Operations of all points, warm-up included, or tasks of all bags.</param>
/// <param name="Bytes">Payload that these operations move.</param>
/// <param name="Duration">From its begin to its end when the operations are as slow as the planner expects them to be at the worst; most
/// runs end sooner.</param>
/// <param name="Requests">Requests to the measured account by service (blob, queue, table), what is made before the operations included;
/// empty where no account is measured.</param>
/// <param name="IsBound">True where no point ends by time alone, so that operations and bytes are the most there can be.</param>
public sealed record RunEstimate(
    int Points, long Operations, long Bytes, TimeSpan Duration, IReadOnlyDictionary<string, long> Requests, bool IsBound)
{
    /// <summary>About what the data take in the target that are loaded before the operations begin, in bytes; 0 where that is
    /// little.</summary>
    public long DataBytes { get; init; }

    /// <summary>Requests to blobs that only read, which may have a price of their own.</summary>
    public long BlobReads { get; init; }

    /// <summary>Tasks of all stages at most, those included that are planned in its course and that operations and duration leave out; null
    /// where there are none, or nobody can tell.</summary>
    public long? TasksAtMost { get; init; }

    /// <summary>How long these take at most, one after the other; null likewise.</summary>
    public TimeSpan? DurationAtMost { get; init; }

    /// <summary>The longest that it is expected to take, as far as anybody can tell.</summary>
    [JsonIgnore]
    public TimeSpan Longest => DurationAtMost ?? Duration;

    /// <summary>The stage whose tasks work on the target without saying how many requests they send, by name; null for none.</summary>
    public string? SilentStage { get; init; }

    /// <summary>What it counts against limits.</summary>
    public RunCharge Charge(CostEstimate cost) =>
        new(Operations, Bytes, Duration.TotalSeconds, this is { Requests.Count: 0, SilentStage: null } ? 0 : cost.Amount);
}
