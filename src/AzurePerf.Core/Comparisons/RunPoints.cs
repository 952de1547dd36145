using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Comparisons;

/// <summary>Makes of a run's published points what can be compared.</summary>
public static class RunPoints
{
    /// <summary>
    /// One point per combination of levels, in the order of measurement, with the value of each repetition of <see cref="ConclusivePoints"/> that has one; the
    /// others are counted. A point that nothing is left of has no values and so cannot be compared.
    /// </summary>
    /// <param name="records">Of one run.</param>
    /// <param name="metric">Where a value is read.</param>
    /// <param name="setting">
    /// Of the whole run; client library, build and size of the machine are those that the points name instead, the scale is "emulator" where the target was one.
    /// </param>
    public static IReadOnlyList<ComparedPoint> Of(IEnumerable<PointRecord> records, ComparedMetric metric, MeasurementSetting setting)
    {
        ArgumentNullException.ThrowIfNull(metric);
        ArgumentNullException.ThrowIfNull(setting);
        var combinations = records.OrderBy(record => record.Number).GroupBy(record => record.Levels.ToJsonString());
        return [.. combinations.Select(repetitions => Merge([.. repetitions], metric, setting))];
    }

    private static ComparedPoint Merge(PointRecord[] repetitions, ComparedMetric metric, MeasurementSetting setting)
    {
        PointRecord[] measured = [.. repetitions.Where(record => record.Status == PointStatus.Measured)];
        PointRecord[] conclusive = [.. repetitions.Where(ConclusivePoints.Contains)];
        PointSummary[] counted = [.. conclusive.Select(record => record.Summary!)];
        PointSummary[] without = [.. counted.Where(summary => metric.ValueOf(summary) is null)];
        var overloaded = without.Count(IsOverloaded);
        var bound = repetitions.Count(record => ConclusivePoints.IsWhole(record) && ConclusivePoints.IsGeneratorBound(record));
        var cached = repetitions.Count(record => ConclusivePoints.IsWhole(record) && !ConclusivePoints.IsGeneratorBound(record) && ConclusivePoints.IsCacheSuspect(record));
        var own = setting with
        {
            Sdk = DistinctText.Of(measured.Select(record => record.Sdk)),
            Build = DistinctText.Of(measured.Select(record => record.Build)),
            Size = DistinctText.Of(measured.Select(record => record.Sku)),
            Path = DistinctText.Of(measured.Select(record => record.Summary?.Flags.Contains(PointFlag.ThroughProxy) == true ? "proxy" : "direct")),
            Scale = repetitions.Any(record => record.Emulator) ? "emulator" : setting.Scale,
        };
        return new(repetitions[0].Levels, own, [.. counted.Select(metric.ValueOf).OfType<double>()])
        {
            Blocks = [.. conclusive.Where(record => metric.ValueOf(record.Summary!) is not null).Select(record => record.Repetition)],
            LeftOut = new(repetitions.Length - counted.Length - bound - cached, bound, overloaded, without.Length - overloaded, cached),
            Operations = new(counted.Sum(summary => summary.Operations), counted.Sum(summary => summary.Operations - summary.Outcomes.GetValueOrDefault(OperationOutcome.Ok))),
            Span = MeasuredSpan.Of([.. conclusive.Where(record => metric.ValueOf(record.Summary!) is not null)]),
            IsOfferedRate = metric.IsRate && counted.Length > 0 && counted.All(summary => summary.OpenLoop is { IsOverloaded: false }),
        };
    }

    private static bool IsOverloaded(PointSummary summary) => summary.OpenLoop is { IsOverloaded: true };
}
