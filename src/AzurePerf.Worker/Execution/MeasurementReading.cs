using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;

namespace AzurePerf.Worker.Execution;

/// <summary>Collects what the clients of a session recorded, after they have ended.</summary>
internal static class MeasurementReading
{
    public static Measurement Read(
        LoadSession session, int plannedWireRequestsPerOperation, long setUpNanoseconds, MeasurementEnvironment environment, DateTimeOffset openedAt)
    {
        var observations = new PointObservations
        {
            Clients = [.. session.Clients.Select(client => client.Read())],
            Latencies = session.Latencies.Total(),
            Failures = session.Failures.Read(),
            FollowUpMessage = session.Failures.FollowUpMessage,
            PlannedWireRequestsPerOperation = plannedWireRequestsPerOperation,
            SetUpNanoseconds = setUpNanoseconds,
            WarmUpNanoseconds = session.WarmUpNanoseconds,
            SamplesKept = session.Clients.Sum(client => (long)client.Measured.Samples.Length),
        };
        return new(
            PointSummariser.Summarise(observations),
            Detail(session, observations, environment),
            LatencyLog.Write(openedAt, session.Latencies, observations.Failures, observations.Clients.Max(client => client.LastEndNanoseconds) ?? 0),
            session.OpenedNanoseconds);
    }

    private static MeasurementDetails Detail(LoadSession session, PointObservations observations, MeasurementEnvironment environment) => new()
    {
        Clients = observations.Clients,
        PlannedWireRequestsPerOperation = observations.PlannedWireRequestsPerOperation,
        SetUpNanoseconds = observations.SetUpNanoseconds,
        WarmUpNanoseconds = observations.WarmUpNanoseconds,
        Latencies = LatencyHistogramText.Write(observations.Latencies),
        LatencyTotals = LatencyTotals.Of(observations.Latencies),
        FailureLatencies = new(observations.Failures.ToDictionary(failure => failure.Key, failure => LatencyHistogramText.Write(failure.Value.Latencies))),
        FailureMessages = new(observations.Failures.ToDictionary(failure => failure.Key, failure => failure.Value.FirstMessage)),
        FollowUpMessage = observations.FollowUpMessage,
        BlockLatencies = BlockLatencies(session.Clients),
        Throughput = Throughput(session.Clients),
        SamplesKept = observations.SamplesKept,
        SamplesNotKept = observations.Clients.Sum(client => client.Completed + client.Failed) - observations.SamplesKept,
        Samples = WriteSamples(session.Clients),
        Environment = environment,
    };

    private static string? BlockLatencies(IReadOnlyList<LoadClient> clients)
    {
        LatencyHistogram[] blocks = [.. clients.Select(client => client.Recorder.BlockLatencies).OfType<LatencyHistogram>()];
        return blocks.Length == 0 ? null : LatencyHistogramText.Write(Merge(blocks));
    }

    private static ByteBins? Throughput(IReadOnlyList<LoadClient> clients)
    {
        ByteSeries[] series = [.. clients.Select(client => client.Recorder.Throughput).OfType<ByteSeries>()];
        if (series.Length == 0)
        {
            return null;
        }

        var all = new ByteSeries();
        Array.ForEach(series, all.Merge);
        return ByteBins.Of(all);
    }

    private static LatencyHistogram Merge(IEnumerable<LatencyHistogram> histograms)
    {
        var all = new LatencyHistogram();
        foreach (var histogram in histograms)
        {
            all.Merge(histogram);
        }

        return all;
    }

    private static string WriteSamples(IReadOnlyList<LoadClient> clients)
    {
        var text = new SampleText();
        foreach (var client in clients)
        {
            text.Append(client.Measured.Samples);
        }

        return text.ToString();
    }
}
