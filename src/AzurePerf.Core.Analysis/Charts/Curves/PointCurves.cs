using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Charts.Curves;

/// <summary>What charts need of one point beside its summary: its distribution and its course, small enough to be read for every point of a
/// run.</summary>
public sealed record PointCurves
{
    public const int CurrentVersion = 1;

    public int Version { get; init; } = CurrentVersion;

    /// <summary>Latencies of successful operations: HdrHistogram V2, compressed, base64.</summary>
    public required string Latencies { get; init; }

    /// <summary>See <see cref="IntervalWidth"/>.</summary>
    public required int WidthExponent { get; init; }

    /// <summary>In the order of time; those in which nothing ended are absent.</summary>
    public required IReadOnlyList<CurveInterval> Intervals { get; init; }

    /// <summary>The interval in which the last client ended, also where nothing ended in it that an interval counts; null where an older
    /// build made them.</summary>
    public int? LastInterval { get; init; }

    /// <summary>Failed operations that are in no interval, because only the first operations of each client were kept one by one.</summary>
    public required long ErrorsWithoutTime { get; init; }

    /// <summary>What each of several workers did; empty where one measured alone.</summary>
    public required IReadOnlyList<WorkerRate> Workers { get; init; }

    /// <summary>Makes them from what is kept of a measurement. Single operations are used where all were kept, else the histogram
    /// log.</summary>
    /// <param name="details">Of the measurement.</param>
    /// <param name="latencyLog">Its histogram log; null when there is none.</param>
    /// <exception cref="InvalidDataException">The log makes no sense.</exception>
    public static PointCurves Of(PointObservation details, string? latencyLog)
    {
        ArgumentNullException.ThrowIfNull(details);
        var failed = details.Clients.Sum(client => client.Failed);
        var samples = details.SamplesNotKept == 0 || failed > 0 ? details.Samples : [];

        // An interval ends where the next one begins.
        var end = Math.Max(0, (details.Clients.Max(client => client.WorkedUntilNanoseconds) ?? 0) - 1);
        var cut = details.SamplesNotKept == 0
            ? CurveCut.OfSamples(samples, details.OpenLoop is not null, end)
            : CurveCut.OfLog(latencyLog, end);
        return new()
        {
            Latencies = LatencyHistogramText.Write(details.Latencies),
            WidthExponent = cut.WidthExponent,
            Intervals = cut.WithErrors(samples),
            LastInterval = IntervalWidth.IndexOf(end, cut.WidthExponent),
            ErrorsWithoutTime = failed - samples.Count(sample => sample.Outcome != OperationOutcome.Ok),
            Workers = WorkersOf(details.Clients),
        };
    }

    private static WorkerRate[] WorkersOf(IReadOnlyList<ClientMeasurement> clients)
    {
        var members = clients.GroupBy(client => client.Member).OrderBy(member => member.Key).ToArray();
        return members.Length < 2 ? [] : [.. members.Select(member => new WorkerRate(
            member.Key, member.Count(), member.Sum(client => PerSecond(client, client.Completed)),
            member.Sum(client => PerSecond(client, client.Bytes))))];
    }

    /// <summary>As in the point's own rates, planned rests are left out.</summary>
    private static double PerSecond(ClientMeasurement client, long work) =>
        work / Math.Max(1.0, client.WorkingNanoseconds) * 1e9;
}

/// <summary>What one of several workers did of a point.</summary>
/// <param name="Member">Which, from 0.</param>
/// <param name="Clients">Clients that it ran.</param>
/// <param name="OperationsPerSecond">Their own means, added up.</param>
/// <param name="BytesPerSecond">Likewise.</param>
public sealed record WorkerRate(int Member, int Clients, double OperationsPerSecond, double BytesPerSecond);
