using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>What may have distorted a point, judged from what was observed of it.</summary>
/// <param name="Flags">In the order of <see cref="PointFlag"/>.</param>
/// <param name="Reasons">Of those flags that have some, in the same order.</param>
internal sealed record PointFlags(IReadOnlyList<PointFlag> Flags, IReadOnlyList<FlagReason> Reasons)
{
    /// <summary>The highest percentile that a point is expected to support; higher ones are shown where they exist.</summary>
    private const double UsualQuantile = 0.99;

    /// <summary>Of a point without operations, which has nothing but its generators to judge by.</summary>
    public static PointFlags OfValues(PointObservation observation) => Generator(observation) is { Length: > 0 } reasons
        ? new([PointFlag.GeneratorBound], reasons)
        : new([], []);

    public static PointFlags Of(
        PointObservation observations, ClientSpans spans, Steadiness steadiness, double operationsPerSecond, OpenLoopSummary? openLoop)
    {
        var generator = Generator(observations);
        var clients = observations.Clients;
        var hiddenRetries = clients.Sum(client => client.WireRequests) - observations.PlannedWireRequests;
        var proof = StorageProof.Of(observations);
        (PointFlag Flag, bool Raised)[] checks =
        [
            (PointFlag.NotConcurrent, spans.NotConcurrent),
            (PointFlag.RaggedEnd, spans.RaggedEnd),
            (PointFlag.GeneratorBound, generator.Length > 0),
            (PointFlag.NoSteadyState, steadiness.Class == SteadyStateClass.None),
            (PointFlag.HiddenRetries, hiddenRetries > 0),
            (PointFlag.CacheSuspect, proof is { IsSuspect: true }),
            (PointFlag.SampleTooSmall, !QuantileSupport.Exists(clients.Sum(client => client.Completed), UsualQuantile)),
            (PointFlag.ServiceThrottled, observations.Failures.ContainsKey(OperationOutcome.Throttled)),
            (PointFlag.OperationsFailed, clients.Any(client => client.Failed > 0 || client.FollowUpFailures > 0)),
            (PointFlag.Overloaded, openLoop is { IsOverloaded: true }),
            (PointFlag.Partial, clients.Any(client => client.End is ClientEnd.Stopped or ClientEnd.Limit)),
        ];
        return new(
            [.. checks.Where(check => check.Raised).Select(check => check.Flag)],
            [
                .. generator,
                .. Unsteady(steadiness),
                .. HiddenRetries(hiddenRetries, observations.PlannedWireRequests),
                .. proof is { IsSuspect: true } ? [new FlagReason(PointFlag.CacheSuspect, proof.Reason)] : Array.Empty<FlagReason>(),
                .. Throttling(observations, operationsPerSecond),
                .. HopelessClients.Of(clients),
                .. clients.Any(client => client.End == ClientEnd.Limit)
                    ? [new FlagReason(PointFlag.Partial, "the operator's limits for a run left no more operations or bytes to it")]
                    : Array.Empty<FlagReason>(),
            ]);
    }

    private static FlagReason[] Generator(PointObservation observation) => observation.MeasuresWorker ? []
        : [.. GeneratorHealth.Of(observation.Generators).Select(text => new FlagReason(PointFlag.GeneratorBound, text))];

    private static IEnumerable<FlagReason> Unsteady(Steadiness steadiness) => steadiness.Class == SteadyStateClass.None
        ? [new(PointFlag.NoSteadyState,
            steadiness switch
            {
                { IsWandering: false, Changes.Length: > 0 } => $"throughput changed {steadiness.Changes}",
                { Changes.Length: > 0 } =>
                    $"throughput wandered about no level that could be told, after it had changed {steadiness.Changes}",
                _ => "throughput wandered about no level that could be told",
            })]
        : [];

    private static IEnumerable<FlagReason> HiddenRetries(long retries, long planned) =>
        retries > 0
            ? [new(PointFlag.HiddenRetries,
                $"{Share(retries, planned)}{NumberFormat.Counted(retries, "request")} beyond the planned {NumberFormat.Count(planned)}")]
            : [];

    /// <summary>Of the planned requests, how many were retried; with more retries than requests some were more than once, and there is no
    /// such share.</summary>
    private static string Share(long retries, long planned) => retries <= planned && WilsonInterval.Of(retries, planned) is var interval
        ? $"hidden retries {NumberFormat.Percent((double)retries / planned)} ({NumberFormat.Significant(100 * interval.Low)} to "
            + $"{NumberFormat.Percent(interval.High)}): "
        : "";

    private static IEnumerable<FlagReason> Throttling(PointObservation observations, double operationsPerSecond) =>
        observations.Failures.TryGetValue(OperationOutcome.Throttled, out var throttled) && observations.ServiceLimit is { } limit
            ? [new(PointFlag.ServiceThrottled,
                $"{NumberFormat.Counted(throttled.Latencies.Count, "operation")} throttled at "
                    + $"{NumberFormat.Significant(operationsPerSecond)} successful operations/s; the published limit of {limit.Resource} "
                    + $"is {NumberFormat.Count(limit.PerSecond)} {limit.Unit}")]
            : [];
}
