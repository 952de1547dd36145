using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports;

/// <summary>Every figure of every point, one line each, with what the run asked for beside the factors (<c>parameters.</c> and its name). Column names are the API's words, and numbers end in their unit.</summary>
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
        var together = points.Repetitions.ToDictionary(one => one.Levels.ToJsonString());
        var csv = new CsvText([.. before.Select(column => column.Name), .. factors, .. figures.Select(column => column.Name), .. RepetitionColumns.Select(column => column.Name), "error"]);
        foreach (var point in points.Points.OrderBy(point => point.Number))
        {
            csv.Add([
                .. before.Select(column => column.Of(point)),
                .. factors.Select(factor => LevelCell.Of(point.Levels[factor] ?? OnlyLevel(run.Spec, factor))),
                .. figures.Select(column => point.Summary is { } summary ? column.Of(summary) : null),
                .. RepetitionColumns.Select(column => together.TryGetValue(point.Levels.ToJsonString(), out var one) ? column.Of(one) : null),
                point.Error]);
        }

        return csv.ToString();
    }

    /// <summary>Of all repetitions of the point's levels together, the same on each of their lines.</summary>
    private static readonly (string Name, Func<RepetitionFigures, object?> Of)[] RepetitionColumns =
    [
        ("repetitionsMetric", one => one.Metric),
        ("repetitionsUnit", one => one.Unit),
        ("repetitions", one => one.Repetitions),
        ("repetitionsLeftOut", one => one.LeftOut.Total),
        ("repetitionsMedian", one => one.Median),
        ("repetitionsMedianLow", one => one.MedianLow),
        ("repetitionsMedianHigh", one => one.MedianHigh),
        ("repetitionsMean", one => one.Mean),
        ("repetitionsMeanLow", one => one.MeanLow),
        ("repetitionsMeanHigh", one => one.MeanHigh),
        ("repetitionsVariation", one => one.Variation),
        ("repetitionsDriftLastOverFirst", one => one.Drift?.LastOverFirst),
        ("repetitionsDriftProbability", one => one.Drift?.Probability),
    ];

    /// <summary>Of a factor that the levels of points do not name.</summary>
    private static JsonNode? OnlyLevel(RunSpec spec, string factor) => spec.Parameters[factor] is JsonArray { Count: 1 } only ? only[0] : null;

    private static (string Name, Func<PointRecord, object?> Of)[] PointColumns(RunResponse run) =>
    [
        ("runId", _ => run.Id),
        ("experiment", _ => run.Spec.Experiment),
        ("scale", _ => run.Spec.Scale),
        ("target", _ => run.Spec.Target),
        ("seed", _ => run.Spec.Seed),
        ("planHash", _ => run.PlanHash),
        ("workers", _ => run.Spec.Workers),
        ("tags", _ => string.Join("; ", run.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}={tag.Value}"))),
        .. run.Spec.Parameters.Where(parameter => parameter.Value is not JsonArray)
            .Select(parameter => ("parameters." + parameter.Key, (Func<PointRecord, object?>)(_ => LevelCell.Of(parameter.Value)))),
        ("emulator", point => point.Emulator),
        ("point", point => point.Number),
        ("repetition", point => point.Repetition),
        ("status", point => CamelCase.Of(point.Status)),
        ("attempt", point => point.Attempt),
        ("workerId", point => point.WorkerId),
        ("hostId", point => point.HostId),
        ("build", point => point.Build),
        ("sdk", point => point.Sdk),
        ("sku", point => point.Sku),
        ("claimedAt", point => point.ClaimedAt),
        ("endedAt", point => point.EndedAt),
        ("detailsBlob", point => point.DetailsBlob),
        ("detailsHash", point => point.DetailsHash),
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
        ("operationsPerSecondLow", summary => summary.OperationsPerSecondLow),
        ("operationsPerSecondHigh", summary => summary.OperationsPerSecondHigh),
        .. RateColumns("bytesPerSecond", summary => summary.BytesPerSecond),
        .. LatencyColumns("latency", summary => summary.Latency),
        .. OpenLoopColumns(),
        ("precisionTargetPercent", summary => summary.Precision?.TargetPercent),
        ("precisionReachedPercent", summary => summary.Precision?.ReachedPercent),
        ("precisionBlocks", summary => summary.Precision?.Blocks),
        ("operationsAtLeast", summary => summary.Precision?.OperationsAtLeast),
        ("firstOperationPerSecond", summary => summary.FirstOperation?.FirstPerSecond),
        ("laterOperationsPerSecond", summary => summary.FirstOperation?.LaterPerSecond),
        ("laterOperations", summary => summary.FirstOperation?.LaterOperations),
        ("laterOperationsGain", summary => summary.FirstOperation?.Gain),
        ("uncachedShare", summary => summary.UncachedShare),
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
        ("followUpFailures", summary => summary.FollowUpFailures),
        ("samplesKept", summary => summary.SamplesKept),
        ("steadyState", summary => CamelCase.Of(summary.SteadyState)),
        ("steadyFromSeconds", summary => summary.SteadyFromSeconds),
        .. GeneratorColumns(),
        ("phases", summary => string.Join("; ", (summary.Phases ?? []).Select(phase => FormattableString.Invariant($"{phase.Name}: {phase.MeanSeconds}")))),
        ("flags", summary => string.Join(' ', summary.Flags.Select(flag => CamelCase.Of(flag)))),
        ("reasons", summary => string.Join("; ", summary.Reasons.Select(reason => $"{CamelCase.Of(reason.Flag)}: {reason.Text}"))),
        ("notes", summary => string.Join("; ", summary.Notes)),
        ("probeFigures", summary => string.Join("; ", summary.Figures.Select(figure => FormattableString.Invariant($"{figure.Name}={figure.Value:R} {figure.Unit}").TrimEnd()))),
        ("failureMessages", summary => string.Join("; ", summary.FailureMessages.Select(failure => $"{CamelCase.Of(failure.Key)}: {failure.Value}"))),
        ("followUpMessage", summary => summary.FollowUpMessage),
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
        ("storageReadBytes", summary => summary.Generator?.StorageReadBytes),
        ("storageWrittenBytes", summary => summary.Generator?.StorageWrittenBytes),
        ("workingSetBytes", summary => summary.Generator?.WorkingSetBytes),
        ("connectionsOpened", summary => summary.Generator?.ConnectionsOpened),
        ("fmaFlopPerSecondBefore", summary => summary.Generator?.Fma?.BeforeFlopPerSecond),
        ("fmaFlopPerSecondAfter", summary => summary.Generator?.Fma?.AfterFlopPerSecond),
        ("runtime", summary => summary.Generator?.Runtime),
        ("operatingSystem", summary => summary.Generator?.OperatingSystem),
        ("kernel", summary => summary.Generator?.Kernel),
        ("processorModel", summary => summary.Generator?.ProcessorModel),
    ];

    private static IEnumerable<(string Name, Func<PointSummary, object?> Of)> RateColumns(string name, Func<PointSummary, RateStatistics> rate) =>
    [
        (name + "SumOfClientMeans", summary => rate(summary).SumOfClientMeans),
        (name + "InOverlap", summary => rate(summary).InOverlap),
        (name + "Total", summary => rate(summary).Total),
        (name + "PerClientMean", summary => rate(summary).PerClientMean),
        (name + "NetOfFollowUps", summary => rate(summary).NetOfFollowUps),
    ];

    private static IEnumerable<(string Name, Func<PointSummary, object?> Of)> LatencyColumns(string name, Func<PointSummary, LatencyStatistics?> of) =>
    [
        (name + "Count", summary => of(summary)?.Count),
        (name + "MeanNanoseconds", summary => of(summary)?.MeanNanoseconds),
        (name + "StandardDeviationNanoseconds", summary => of(summary)?.StandardDeviationNanoseconds),
        (name + "MinimumNanoseconds", summary => of(summary)?.MinimumNanoseconds),
        (name + "MaximumNanoseconds", summary => of(summary)?.MaximumNanoseconds),
        (name + "P50Nanoseconds", summary => of(summary)?.P50Nanoseconds),
        (name + "P90Nanoseconds", summary => of(summary)?.P90Nanoseconds),
        (name + "P95Nanoseconds", summary => of(summary)?.P95Nanoseconds),
        (name + "P99Nanoseconds", summary => of(summary)?.P99Nanoseconds),
        (name + "P999Nanoseconds", summary => of(summary)?.P999Nanoseconds),
    ];

    private static IEnumerable<(string Name, Func<PointSummary, object?> Of)> OpenLoopColumns() =>
    [
        ("offeredPerSecond", summary => summary.OpenLoop?.OfferedPerSecond),
        ("achievedPerSecond", summary => summary.OpenLoop?.AchievedPerSecond),
        ("due", summary => summary.OpenLoop?.Due),
        ("droppedStarts", summary => summary.OpenLoop?.DroppedStarts),
        ("overload", summary => summary.OpenLoop is { } openLoop ? CamelCase.Of(openLoop.Overload) : null),
        .. LatencyColumns("serviceTime", summary => summary.OpenLoop?.ServiceTime),
        .. LatencyColumns("lag", summary => summary.OpenLoop?.Lag),
    ];
}
