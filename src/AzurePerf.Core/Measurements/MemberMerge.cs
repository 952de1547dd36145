using System.Runtime.InteropServices;
using AzurePerf.Core.Measurements.Logs;

namespace AzurePerf.Core.Measurements;

/// <summary>Puts the details of several members into one document.</summary>
internal static class MemberMerge
{
    public static MeasurementDetails Merge(IReadOnlyList<MemberReading> parts, PointObservations observations) =>
        observations.ToDetails(WriteSamples(parts), parts.Sum(part => part.Details.SamplesNotKept), parts[0].Details.Environment) with
        {
            Origin = parts[0].Details.Origin,
            BlockLatencies = MergeBlocks(parts),
            Throughput = MergeThroughput(parts),
            Members = [.. parts.Select(part => part.ToPart())],
        };

    /// <summary>The members' logs as one on the common clock; null unless every member has one.</summary>
    public static string? MergeLogs(IReadOnlyList<MemberReading> parts, PointObservations observations)
    {
        if (parts.Any(part => part.LatencyLog is null))
        {
            return null;
        }

        var series = new LatencySeries();
        var starts = parts.Select(part => LatencyLog.Add(part.LatencyLog!, series, part.OnCommonClock)).ToArray();
        return LatencyLog.Write(starts[0], series, observations.Failures, observations.Clients.Max(client => client.LastEndNanoseconds) ?? 0);
    }

    public static SortedDictionary<OperationOutcome, FailedOperations> MergeFailures(IReadOnlyList<MemberReading> parts) =>
        new(parts.SelectMany(part => part.Details.FailureLatencies.Select(failure => (
                Outcome: failure.Key,
                Latencies: LatencyHistogramText.Read(failure.Value),
                Message: part.Details.FailureMessages.GetValueOrDefault(failure.Key) ?? "")))
            .GroupBy(failure => failure.Outcome)
            .ToDictionary(
                same => same.Key,
                same => new FailedOperations(LatencyHistogram.Sum(same.Select(failure => failure.Latencies)), same.First().Message)));

    /// <summary>Operations over the common time, in the widest bins of any member. Null unless every member counted.</summary>
    public static OperationBins? MergeOperations(IReadOnlyList<MemberReading> parts)
    {
        if (parts.Any(part => part.Details.OperationBins is null))
        {
            return null;
        }

        var all = BinSeries.OfOperations();
        foreach (var part in parts)
        {
            all.AddBins(part.Details.OperationBins!.BinNanoseconds, part.Details.OperationBins.Operations, part.OnCommonClock);
        }

        return OperationBins.Of(all);
    }

    private static string? MergeBlocks(IReadOnlyList<MemberReading> parts)
    {
        LatencyHistogram[] blocks = [.. parts.Select(part => part.Details.BlockLatencies).OfType<string>().Select(text => LatencyHistogramText.Read(text))];
        return blocks.Length == 0 ? null : LatencyHistogramText.Write(LatencyHistogram.Sum(blocks));
    }

    private static ByteBins? MergeThroughput(IReadOnlyList<MemberReading> parts)
    {
        MemberReading[] moving = [.. parts.Where(part => part.Details.Throughput is not null)];
        if (moving.Length == 0)
        {
            return null;
        }

        var all = BinSeries.Coarse();
        foreach (var part in moving)
        {
            all.AddBins(part.Details.Throughput!.BinNanoseconds, part.Details.Throughput.Bytes, part.OnCommonClock);
        }

        return ByteBins.Of(all);
    }

    private static string WriteSamples(IReadOnlyList<MemberReading> parts)
    {
        var text = new SampleText();
        foreach (var part in parts)
        {
            text.Append(CollectionsMarshal.AsSpan(part.Samples.ToList()));
        }

        return text.ToString();
    }
}
