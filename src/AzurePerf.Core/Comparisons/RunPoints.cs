using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Comparisons;

/// <summary>Makes of a run's published points what can be compared.</summary>
public static class RunPoints
{
    // The one tells of the generator, not of the target; the other was not measured to its end.
    private static readonly PointFlag[] Excluding = [PointFlag.GeneratorBound, PointFlag.Partial];

    /// <summary>
    /// One point per combination of levels, in the order of measurement, with the value of each repetition that was measured to its end, was not bound by the
    /// generator and has one; a point that nothing is left of has no values and so cannot be compared.
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
        PointRecord[] counted = [.. repetitions.Where(record => Counts(record) && metric.ValueOf(record.Summary!) is not null)];
        var scale = repetitions.Any(record => record.Emulator) ? "emulator" : setting.Scale;
        var own = setting with
        {
            Sdk = DistinctText.Of(counted.Select(record => record.Sdk)),
            Build = DistinctText.Of(counted.Select(record => record.Build)),
            Size = DistinctText.Of(counted.Select(record => record.Sku)),
            Scale = scale,
        };
        return new(repetitions[0].Levels, own, [.. counted.Select(record => metric.ValueOf(record.Summary!)!.Value)])
        {
            GeneratorBound = repetitions.Count(record => record is { Status: PointStatus.Measured, Summary: { } summary } && summary.Flags.Contains(PointFlag.GeneratorBound)),
        };
    }

    private static bool Counts(PointRecord record) =>
        record is { Status: PointStatus.Measured, Summary: { } summary } && !summary.Flags.Intersect(Excluding).Any();
}
