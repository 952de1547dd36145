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
                .. figures.Select(column => point.Result is { } result ? column.Of(result) : null),
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
        ("state", point => CamelCase.Of(point.Status)),
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

    private static IEnumerable<(string Name, Func<PointResult, object?> Of)> SummaryColumns() =>
    [
        ("clientsFinished", result => result.Operations?.ClientsFinished),
        ("operations", result => result.Operations?.Operations),
        .. Outcomes.Select(outcome => ("outcome" + outcome, (Func<PointResult, object?>)(result => result.Operations?.Outcomes.GetValueOrDefault(outcome)))),
        ("bytes", result => result.Operations?.Bytes),
        ("wireRequests", result => result.Operations?.WireRequests),
        ("plannedWireRequests", result => result.Operations?.PlannedWireRequests),
        .. RateColumns("operationsPerSecond", operations => operations.OperationsPerSecond),
        ("operationsPerSecondLow", result => result.Operations?.OperationsPerSecondLow),
        ("operationsPerSecondHigh", result => result.Operations?.OperationsPerSecondHigh),
        .. RateColumns("bytesPerSecond", operations => operations.BytesPerSecond),
        .. LatencyColumns("latency", operations => operations.Latency),
        .. OpenLoopColumns(),
        ("precisionTargetPercent", result => result.Operations?.Precision?.TargetPercent),
        ("precisionReachedPercent", result => result.Operations?.Precision?.ReachedPercent),
        ("precisionBlocks", result => result.Operations?.Precision?.Blocks),
        ("operationsAtLeast", result => result.Operations?.Precision?.OperationsAtLeast),
        ("firstOperationPerSecond", result => result.Operations?.FirstOperation?.FirstPerSecond),
        ("laterOperationsPerSecond", result => result.Operations?.FirstOperation?.LaterPerSecond),
        ("laterOperations", result => result.Operations?.FirstOperation?.LaterOperations),
        ("laterOperationsGain", result => result.Operations?.FirstOperation?.Gain),
        ("uncachedShare", result => result.Operations?.UncachedShare),
        ("elapsedSeconds", result => result.ElapsedSeconds),
        ("startSkewSeconds", result => result.Operations?.StartSkewSeconds),
        ("startSkewBoundSeconds", result => result.Operations?.StartSkewBoundSeconds),
        ("meanActiveClients", result => result.Operations?.MeanActiveClients),
        ("overlapSeconds", result => result.Operations?.OverlapSeconds),
        ("overlapRatio", result => result.Operations?.OverlapRatio),
        ("harnessSeconds", result => result.Operations?.HarnessSeconds),
        ("setUpSeconds", result => result.SetUpSeconds),
        ("warmUpSeconds", result => result.Operations?.WarmUpSeconds),
        ("warmUpOperations", result => result.Operations?.WarmUpOperations),
        ("warmUpFailures", result => result.Operations?.WarmUpFailures),
        ("followUpFailures", result => result.Operations?.FollowUpFailures),
        ("samplesKept", result => result.Operations?.SamplesKept),
        ("steadyState", result => result.Operations is { } operations ? CamelCase.Of(operations.SteadyState) : null),
        ("steadyFromSeconds", result => result.Operations?.SteadyFromSeconds),
        .. GeneratorColumns(),
        ("phases", result => string.Join("; ", (result.Operations?.Phases ?? []).Select(phase => FormattableString.Invariant($"{phase.Name}: {phase.MeanSeconds}")))),
        ("flags", result => string.Join(' ', result.Flags.Select(flag => CamelCase.Of(flag)))),
        ("reasons", result => string.Join("; ", result.Reasons.Select(reason => $"{CamelCase.Of(reason.Flag)}: {reason.Text}"))),
        ("notes", result => string.Join("; ", result.Notes)),
        ("probeFigures", result => string.Join("; ", result.Values.Select(figure => FormattableString.Invariant($"{figure.Name}={figure.Value:R} {figure.Unit}").TrimEnd()))),
        ("failureMessages", result => string.Join("; ", (result.Operations?.FailureMessages ?? []).Select(failure => $"{CamelCase.Of(failure.Key)}: {failure.Value}"))),
        ("followUpMessage", result => result.Operations?.FollowUpMessage),
    ];

    private static IEnumerable<(string Name, Func<PointResult, object?> Of)> GeneratorColumns() =>
    [
        ("processorShare", result => result.Generator?.ProcessorShare),
        ("gcPauseShare", result => result.Generator?.GcPauseShare),
        ("hiccupP99Nanoseconds", result => result.Generator?.HiccupP99Nanoseconds),
        ("queueDelayMaximumNanoseconds", result => result.Generator?.QueueDelayMaximumNanoseconds),
        ("machineBusyShare", result => result.Generator?.MachineBusyShare),
        ("stealShare", result => result.Generator?.StealShare),
        ("throttledSeconds", result => result.Generator?.ThrottledSeconds),
        ("networkBytesPerSecond", result => result.Generator?.NetworkBytesPerSecond),
        ("storageReadBytes", result => result.Generator?.StorageReadBytes),
        ("storageWrittenBytes", result => result.Generator?.StorageWrittenBytes),
        ("workingSetBytes", result => result.Generator?.WorkingSetBytes),
        ("connectionsOpened", result => result.Generator?.ConnectionsOpened),
        ("fmaFlopPerSecondBefore", result => result.Generator?.Fma?.BeforeFlopPerSecond),
        ("fmaFlopPerSecondAfter", result => result.Generator?.Fma?.AfterFlopPerSecond),
        ("runtime", result => result.Generator?.Runtime),
        ("operatingSystem", result => result.Generator?.OperatingSystem),
        ("kernel", result => result.Generator?.Kernel),
        ("processorModel", result => result.Generator?.ProcessorModel),
    ];

    private static IEnumerable<(string Name, Func<PointResult, object?> Of)> RateColumns(string name, Func<PointSummary, RateStatistics> rate) =>
    [
        (name + "SumOfClientMeans", result => result.Operations is { } operations ? rate(operations).SumOfClientMeans : null),
        (name + "InOverlap", result => result.Operations is { } operations ? rate(operations).InOverlap : null),
        (name + "Total", result => result.Operations is { } operations ? rate(operations).Total : null),
        (name + "PerClientMean", result => result.Operations is { } operations ? rate(operations).PerClientMean : null),
        (name + "NetOfFollowUps", result => result.Operations is { } operations ? rate(operations).NetOfFollowUps : null),
    ];

    private static IEnumerable<(string Name, Func<PointResult, object?> Of)> LatencyColumns(string name, Func<PointSummary, LatencyStatistics?> of) =>
    [
        (name + "Count", result => result.Operations is { } operations ? of(operations)?.Count : null),
        (name + "MeanNanoseconds", result => result.Operations is { } operations ? of(operations)?.MeanNanoseconds : null),
        (name + "StandardDeviationNanoseconds", result => result.Operations is { } operations ? of(operations)?.StandardDeviationNanoseconds : null),
        (name + "MinimumNanoseconds", result => result.Operations is { } operations ? of(operations)?.MinimumNanoseconds : null),
        (name + "MaximumNanoseconds", result => result.Operations is { } operations ? of(operations)?.MaximumNanoseconds : null),
        (name + "P50Nanoseconds", result => result.Operations is { } operations ? of(operations)?.P50Nanoseconds : null),
        (name + "P90Nanoseconds", result => result.Operations is { } operations ? of(operations)?.P90Nanoseconds : null),
        (name + "P95Nanoseconds", result => result.Operations is { } operations ? of(operations)?.P95Nanoseconds : null),
        (name + "P99Nanoseconds", result => result.Operations is { } operations ? of(operations)?.P99Nanoseconds : null),
        (name + "P999Nanoseconds", result => result.Operations is { } operations ? of(operations)?.P999Nanoseconds : null),
    ];

    private static IEnumerable<(string Name, Func<PointResult, object?> Of)> OpenLoopColumns() =>
    [
        ("offeredPerSecond", result => result.Operations?.OpenLoop?.OfferedPerSecond),
        ("achievedPerSecond", result => result.Operations?.OpenLoop?.AchievedPerSecond),
        ("due", result => result.Operations?.OpenLoop?.Due),
        ("droppedStarts", result => result.Operations?.OpenLoop?.DroppedStarts),
        ("overload", result => result.Operations?.OpenLoop is { } openLoop ? CamelCase.Of(openLoop.Overload) : null),
        .. LatencyColumns("serviceTime", operations => operations.OpenLoop?.ServiceTime),
        .. LatencyColumns("lag", operations => operations.OpenLoop?.Lag),
    ];
}
