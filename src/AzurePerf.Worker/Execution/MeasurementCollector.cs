using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>Collects what the clients of a session recorded, after they have ended.</summary>
internal static class MeasurementCollector
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
        var samples = ReadSamples(session.Clients);
        var observation = Common(probe, setUpNanoseconds, environment) with
        {
            Clients = clients,
            Latencies = session.Latencies.Total(),
            Failures = session.Failures.Read(),
            OperationTypes = session.Types?.Read() ?? [],
            FollowUpMessage = session.Failures.FollowUpMessage,
            PlannedWireRequestsPerOperation = probe.PlannedWireRequests,
            WarmUpNanoseconds = session.WarmUpNanoseconds,
            OpenLoop = session.ReadOpenLoop(),
            Precision = session.ReadPrecision(),
            BlockLatencies = BlockLatencies(session.Clients),
            SingleTransfers = load.OperationsPerClient == 1,
            Throughput = (probe as IStreamProbe)?.ReceivedByPeer ?? Throughput(session.Clients),
            OperationBins = session.Counts.Read(),
            VerifiesContent = probe.VerifiesContent,
            CumulativeBins = probe.CumulativeBins,
            FirstOperation = load.ComparesFirstOperation
                ? FirstOperation.Of(samples)
                : null,
            Phases = probe is IPhasedProbe phased ? phased.Phases : null,
            ServiceLimit = ServiceLimits.Of(load),
            SamplesKept = samples.Count,
            SamplesNotKept = clients.Sum(client => client.Completed + client.Failed) - samples.Count,
            Samples = samples,
        };
        return new(
            observation,
            LatencyLog.Write(openedAt, session.Latencies, observation.Failures, clients.Max(client => client.LastEndNanoseconds) ?? 0),
            session.OpenedNanoseconds,
            openedAt);
    }

    /// <summary>What is known of any point, whether it has operations or not.</summary>
    public static PointObservation Common(IProbeSetup probe, long setUpNanoseconds, MeasurementEnvironment environment)
    {
        var values = PointValue.Finite(probe.Values);
        return new()
        {
            Clients = [],
            Latencies = new(),
            Failures = new Dictionary<OperationOutcome, FailedOperations>(),
            PlannedWireRequestsPerOperation = 0,
            SetUpNanoseconds = setUpNanoseconds,
            WarmUpNanoseconds = 0,
            SamplesKept = 0,
            MeasuresWorker = probe.KeepsMachineBusy,
            Values = values.Kept,
            ValuesLeftOut = values.LeftOut.Count == 0 ? null : values.LeftOut,
            Distributions = probe.Distributions,
            ProbeNotes = [.. probe.Notes, .. values.Notes],
            UncachedDirection = probe.UncachedDirection,
            Environment = environment,
        };
    }

    private static ClientMeasurement WithFailures(ClientMeasurement client, IReadOnlyList<FollowUpFailure> failures) =>
        client with { FollowUpFailures = client.FollowUpFailures + failures.Count(failure => failure.Client == client.Client) };

    private static LatencyHistogram? BlockLatencies(IReadOnlyList<LoadClient> clients)
    {
        LatencyHistogram[] blocks = [.. clients.Select(client => client.Recorder?.BlockLatencies).OfType<LatencyHistogram>()];
        return blocks.Length == 0 ? null : LatencyHistogram.Sum(blocks);
    }

    private static ByteBins? Throughput(IReadOnlyList<LoadClient> clients)
    {
        BinTimeline[] series = [.. clients.Select(client => client.Recorder?.Throughput).OfType<BinTimeline>()];
        if (series.Length == 0)
        {
            return null;
        }

        var all = BinTimeline.Coarse();
        Array.ForEach(series, all.Merge);
        return ByteBins.Of(all);
    }

    private static List<Sample> ReadSamples(IReadOnlyList<LoadClient> clients)
    {
        var samples = new List<Sample>(clients.Sum(client => client.SamplesKept));
        foreach (var client in clients)
        {
            samples.AddRange(client.Samples());
        }

        return samples;
    }
}
