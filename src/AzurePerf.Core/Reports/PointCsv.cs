using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports;

/// <summary>Every figure of every point, one line each. Column names are the API's words, and numbers end in their unit.</summary>
public static class PointCsv
{
    private static readonly OperationOutcome[] Outcomes = Enum.GetValues<OperationOutcome>();

    public static string Render(RunResponse run, PointListResponse points)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(points);
        var factors = run.Spec.Parameters.Where(parameter => parameter.Value is JsonArray).Select(parameter => parameter.Key).ToArray();
        var before = PointColumns(run);
        var figures = SummaryColumns().ToArray();
        var csv = new CsvText([.. before.Select(column => column.Name), .. factors, .. figures.Select(column => column.Name), "error"]);
        foreach (var point in points.Points.OrderBy(point => point.Number))
        {
            csv.Add([
                .. before.Select(column => column.Of(point)),
                .. factors.Select(factor => LevelCell.Of(point.Levels[factor])),
                .. figures.Select(column => point.Summary is { } summary ? column.Of(summary) : null),
                point.Error]);
        }

        return csv.ToString();
    }

    private static (string Name, Func<PointRecord, object?> Of)[] PointColumns(RunResponse run) =>
    [
        ("runId", _ => run.Id),
        ("experiment", _ => run.Spec.Experiment),
        ("scale", _ => run.Spec.Scale),
        ("target", _ => run.Spec.Target),
        ("seed", _ => run.Spec.Seed),
        ("emulator", point => point.Emulator),
        ("point", point => point.Number),
        ("repetition", point => point.Repetition),
        ("status", point => ApiWord.Of(point.Status)),
        ("attempt", point => point.Attempt),
        ("workerId", point => point.WorkerId),
        ("hostId", point => point.HostId),
        ("build", point => point.Build),
        ("sdk", point => point.Sdk),
        ("sku", point => point.Sku),
        ("claimedAt", point => point.ClaimedAt),
        ("endedAt", point => point.EndedAt),
        ("detailsBlob", point => point.DetailsBlob),
    ];

    private static IEnumerable<(string Name, Func<PointSummary, object?> Of)> SummaryColumns() =>
    [
        ("clientsFinished", summary => summary.ClientsFinished),
        ("operations", summary => summary.Operations),
        .. Outcomes.Select(outcome => ("outcome" + outcome, (Func<PointSummary, object?>)(summary => summary.Outcomes.GetValueOrDefault(outcome)))),
        ("bytes", summary => summary.Bytes),
        ("wireRequests", summary => summary.WireRequests),
        ("plannedWireRequests", summary => summary.PlannedWireRequests),
        .. RateColumns("operationsPerSecond", summary => summary.OperationsPerSecond),
        .. RateColumns("bytesPerSecond", summary => summary.BytesPerSecond),
        .. LatencyColumns(),
        ("elapsedSeconds", summary => summary.ElapsedSeconds),
        ("startSkewSeconds", summary => summary.StartSkewSeconds),
        ("startSkewBoundSeconds", summary => summary.StartSkewBoundSeconds),
        ("meanActiveClients", summary => summary.MeanActiveClients),
        ("overlapSeconds", summary => summary.OverlapSeconds),
        ("overlapRatio", summary => summary.OverlapRatio),
        ("harnessSeconds", summary => summary.HarnessSeconds),
        ("setUpSeconds", summary => summary.SetUpSeconds),
        ("warmUpSeconds", summary => summary.WarmUpSeconds),
        ("warmUpOperations", summary => summary.WarmUpOperations),
        ("warmUpFailures", summary => summary.WarmUpFailures),
        ("samplesKept", summary => summary.SamplesKept),
        ("steadyState", summary => ApiWord.Of(summary.SteadyState)),
        ("steadyFromSeconds", summary => summary.SteadyFromSeconds),
        .. GeneratorColumns(),
        ("flags", summary => string.Join(' ', summary.Flags.Select(flag => ApiWord.Of(flag)))),
        ("reasons", summary => string.Join("; ", summary.Reasons.Select(reason => $"{ApiWord.Of(reason.Flag)}: {reason.Text}"))),
        ("notes", summary => string.Join("; ", summary.Notes)),
        ("failureMessages", summary => string.Join("; ", summary.FailureMessages.Select(failure => $"{ApiWord.Of(failure.Key)}: {failure.Value}"))),
    ];

    private static IEnumerable<(string Name, Func<PointSummary, object?> Of)> GeneratorColumns() =>
    [
        ("processorShare", summary => summary.Generator?.ProcessorShare),
        ("gcPauseShare", summary => summary.Generator?.GcPauseShare),
        ("hiccupP99Nanoseconds", summary => summary.Generator?.HiccupP99Nanoseconds),
        ("queueDelayMaximumNanoseconds", summary => summary.Generator?.QueueDelayMaximumNanoseconds),
        ("machineBusyShare", summary => summary.Generator?.MachineBusyShare),
        ("stealShare", summary => summary.Generator?.StealShare),
        ("throttledSeconds", summary => summary.Generator?.ThrottledSeconds),
        ("networkBytesPerSecond", summary => summary.Generator?.NetworkBytesPerSecond),
        ("connectionsOpened", summary => summary.Generator?.ConnectionsOpened),
    ];

    private static IEnumerable<(string Name, Func<PointSummary, object?> Of)> RateColumns(string name, Func<PointSummary, RateStatistics> rate) =>
    [
        (name + "SumOfClientMeans", summary => rate(summary).SumOfClientMeans),
        (name + "InOverlap", summary => rate(summary).InOverlap),
        (name + "Total", summary => rate(summary).Total),
        (name + "PerClientMean", summary => rate(summary).PerClientMean),
    ];

    private static IEnumerable<(string Name, Func<PointSummary, object?> Of)> LatencyColumns() =>
    [
        ("latencyCount", summary => summary.Latency.Count),
        ("latencyMeanNanoseconds", summary => summary.Latency.MeanNanoseconds),
        ("latencyStandardDeviationNanoseconds", summary => summary.Latency.StandardDeviationNanoseconds),
        ("latencyMinimumNanoseconds", summary => summary.Latency.MinimumNanoseconds),
        ("latencyMaximumNanoseconds", summary => summary.Latency.MaximumNanoseconds),
        ("latencyP50Nanoseconds", summary => summary.Latency.P50Nanoseconds),
        ("latencyP90Nanoseconds", summary => summary.Latency.P90Nanoseconds),
        ("latencyP95Nanoseconds", summary => summary.Latency.P95Nanoseconds),
        ("latencyP99Nanoseconds", summary => summary.Latency.P99Nanoseconds),
        ("latencyP999Nanoseconds", summary => summary.Latency.P999Nanoseconds),
    ];
}
