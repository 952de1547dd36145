using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Collects what the clients of a session recorded, after they have ended.</summary>
internal static class MeasurementReading
{
    public static Measurement Read(
        LoadSession session,
        IProbeSetup probe,
        MeasurementOptions load,
        long setUpNanoseconds,
        MeasurementEnvironment environment,
        DateTimeOffset openedAt,
        IReadOnlyList<FollowUpFailure> failuresAfterwards)
    {
        foreach (var failure in failuresAfterwards)
        {
            session.Failures.AddFollowUp(failure.Cause);
        }

        ClientMeasurement[] clients = [.. session.Clients.Select(client => WithFailures(client.Read(), failuresAfterwards))];
        var latencies = session.Latencies.Total();
        var openLoop = session.ReadOpenLoop();
        var (samples, kept) = ReadSamples(session.Clients);
        var throughput = (probe as IStreamProbe)?.ReceivedByPeer ?? Throughput(session.Clients);
        var first = load.ComparesFirstOperation ? FirstOperation.Of(session.Clients.SelectMany(client => client.Samples().ToArray())) : null;
        var observations = new PointObservations
        {
            Clients = clients,
            Precision = session.ReadPrecision(),
            OpenLoop = openLoop,
            Latencies = latencies,
            Failures = session.Failures.Read(),
            FollowUpMessage = session.Failures.FollowUpMessage,
            PlannedWireRequestsPerOperation = probe.PlannedWireRequests,
            SetUpNanoseconds = setUpNanoseconds,
            WarmUpNanoseconds = session.WarmUpNanoseconds,
            Generators = [GeneratorLoad.Of("", environment, clients, latencies, openLoop)],
            OperationBins = session.Counts.Read(),
            VerifiesContent = probe.VerifiesContent,
            MeasuresWorker = probe.KeepsMachineBusy,
            Figures = [.. probe.Figures, .. TimelineOf(load, clients, throughput), .. SharesOf(latencies, probe.CumulativeBins)],
            ProbeNotes = probe.Notes,
            UncachedDirection = probe.UncachedDirection,
            FirstOperation = first,
            Phases = probe is IPhasedProbe phased ? phased.Phases : null,
            ServiceLimit = ServiceLimits.Of(load),
            SamplesKept = kept,
        };
        return new(
            PointSummariser.Summarise(observations),
            Detail(session, observations, samples, environment, throughput),
            LatencyLog.Write(openedAt, session.Latencies, observations.Failures, observations.Clients.Max(client => client.LastEndNanoseconds) ?? 0),
            session.OpenedNanoseconds,
            openedAt);
    }

    private static ClientMeasurement WithFailures(ClientMeasurement client, IReadOnlyList<FollowUpFailure> failures) =>
        client with { FollowUpFailures = client.FollowUpFailures + failures.Count(failure => failure.Client == client.Client) };

    private static MeasurementDetails Detail(
        LoadSession session, PointObservations observations, string samples, MeasurementEnvironment environment, ByteBins? throughput) =>
        observations.ToDetails(samples, observations.Clients.Sum(client => client.Completed + client.Failed) - observations.SamplesKept, environment) with
        {
            BlockLatencies = BlockLatencies(session.Clients),
            Throughput = throughput,
        };

    /// <summary>Of one transfer per stream: rests between several would look like a network that is shaped.</summary>
    private static IEnumerable<PointValue> TimelineOf(MeasurementOptions load, IEnumerable<ClientMeasurement> clients, ByteBins? throughput) =>
        throughput is not null && load.OperationsPerClient == 1 && clients.All(client => client is { Completed: 1, Failed: 0 }) && TransferTimeline.Of(throughput) is { } course
        ? [new("first second", "B/s", course.FirstBytesPerSecond), new("after the first second", "B/s", course.SteadyBytesPerSecond)]
        : [];

    /// <summary>Up to the first bin that holds all.</summary>
    private static IEnumerable<PointValue> SharesOf(LatencyHistogram latencies, IReadOnlyList<long> bins)
    {
        var count = latencies.Count;
        foreach (var bin in count == 0 ? [] : bins)
        {
            var within = latencies.CountAtOrBelow(bin);
            yield return new(PointValue.NameOfShare(bin / 1e6), "", (double)within / count);
            if (within == count)
            {
                yield break;
            }
        }
    }

    private static string? BlockLatencies(IReadOnlyList<LoadClient> clients)
    {
        LatencyHistogram[] blocks = [.. clients.Select(client => client.Recorder?.BlockLatencies).OfType<LatencyHistogram>()];
        return blocks.Length == 0 ? null : LatencyHistogramText.Write(LatencyHistogram.Sum(blocks));
    }

    private static ByteBins? Throughput(IReadOnlyList<LoadClient> clients)
    {
        BinSeries[] series = [.. clients.Select(client => client.Recorder?.Throughput).OfType<BinSeries>()];
        if (series.Length == 0)
        {
            return null;
        }

        var all = BinSeries.Coarse();
        Array.ForEach(series, all.Merge);
        return ByteBins.Of(all);
    }

    private static (string Text, long Kept) ReadSamples(IReadOnlyList<LoadClient> clients)
    {
        var (text, kept) = (new SampleText(), 0L);
        foreach (var client in clients)
        {
            var samples = client.Samples();
            text.Append(samples);
            kept += samples.Length;
        }

        return (text.ToString(), kept);
    }
}
