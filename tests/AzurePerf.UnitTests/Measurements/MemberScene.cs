using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Testing.Measurements;

namespace AzurePerf.UnitTests.Measurements;

/// <summary>What members of a gang would have measured, made from the samples of all clients on one true clock.</summary>
internal static class MemberScene
{
    private const string Clock = "clock";

    /// <summary>The agreed start on the barrier's clock.</summary>
    private const long Go = 50_000_000_000;

    /// <summary>The member's share of the clients.</summary>
    /// <param name="clients">Samples of each client, since the agreed start.</param>
    /// <param name="member">The member.</param>
    /// <param name="members">Members.</param>
    /// <param name="offset">Barrier's clock minus the member's.</param>
    /// <param name="bound">How well the member knows it.</param>
    public static MemberMeasurement Of(Sample[][] clients, int member, int members, long offset, long bound = 0)
    {
        var share = ClientShare.Of(clients.Length, member, members);
        var own = clients.Skip(share.First).Take(share.Count).ToArray();
        var latencies = new LatencyHistogram();
        foreach (var sample in own.SelectMany(samples => samples).Where(sample => sample.Outcome == OperationOutcome.Ok))
        {
            latencies.Record(sample.EndNanoseconds - sample.StartNanoseconds);
        }

        return new(Details(latencies) with
        {
            Clients = [.. own.Select((samples, index) => Client(share.First + index, samples))],
            Failures = Failures(own),
            SamplesKept = own.Sum(samples => samples.Length),
            Samples = [.. own.SelectMany(samples => samples)],
            Timing = Timing(member, offset, bound),
        });
    }

    /// <summary>The members' measurements as one point, as the engine makes it of their blobs.</summary>
    public static GangMeasurement Merge(IReadOnlyCollection<MemberMeasurement> members, int expected)
    {
        var merged = PointObservation.Merge([.. members.Select(member => member.Details)], expected);
        return new(PointSummariser.Summarise(merged), merged, MemberMerge.MergeLogs([.. members.Select(member => (member.Details, member.LatencyLog))], merged));
    }

    /// <summary>A member that has latencies only.</summary>
    public static MemberMeasurement OfLatencies(int member, long[] latencies)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(latencies, histogram.Record);
        return new(Details(histogram) with { Clients = [ClientMeasurements.Client(member, 0, 1)], SamplesNotKept = latencies.Length, Timing = Timing(member, 0, 0) });
    }

    private static PointObservation Details(LatencyHistogram latencies) => new()
    {
        Clients = [],
        PlannedWireRequestsPerOperation = 1,
        SetUpNanoseconds = 5,
        WarmUpNanoseconds = 6,
        Latencies = latencies,
        Failures = new Dictionary<OperationOutcome, FailedOperations>(),
        SamplesKept = 0,
        Environment = SampleEnvironment.Value,
    };

    private static MemberTiming Timing(int member, long offset, long bound) => new()
    {
        Member = member,
        WorkerId = $"worker{member}",
        HostId = $"host{member}",
        Before = new(Clock, offset, bound, Go - offset - 1_000),
        After = new(Clock, offset, bound, Go - offset + 1_000_000_000_000),
        PlannedStartNanoseconds = Go - offset,
        OpenedNanoseconds = Go - offset,
    };

    private static ClientMeasurement Client(int client, Sample[] samples)
    {
        var ok = samples.Where(sample => sample.Outcome == OperationOutcome.Ok).ToArray();
        return ClientMeasurements.Client(client, 0, 0) with
        {
            FirstStartNanoseconds = samples.Length == 0 ? null : samples[0].StartNanoseconds,
            LastEndNanoseconds = samples.Length == 0 ? null : samples[^1].EndNanoseconds,
            Completed = ok.Length,
            Failed = samples.Length - ok.Length,
            Bytes = ok.Sum(sample => sample.Bytes),
            WireRequests = ok.Length,
        };
    }

    private static SortedDictionary<OperationOutcome, FailedOperations> Failures(Sample[][] own)
    {
        var histogram = new LatencyHistogram();
        foreach (var sample in own.SelectMany(samples => samples).Where(sample => sample.Outcome == OperationOutcome.Throttled))
        {
            histogram.Record(sample.EndNanoseconds - sample.StartNanoseconds);
        }

        return histogram.Count == 0 ? [] : new() { [OperationOutcome.Throttled] = new(histogram, "failed") };
    }
}

/// <summary>What one member stored.</summary>
internal sealed record MemberMeasurement(PointObservation Details, string? LatencyLog = null);

/// <summary>What becomes of those of all.</summary>
internal sealed record GangMeasurement(PointResult Result, PointObservation Details, string? LatencyLog);
