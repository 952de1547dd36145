using AzurePerf.Core.Measurements;
using AzurePerf.UnitTests.Measurements;
using AzurePerf.Worker.Execution;

namespace AzurePerf.UnitTests.Experiments.Sql;

/// <summary>A database in virtual time, of which everything is known: clients ask it one transaction after the other, and what they find is
/// summarised as what workers measure.</summary>
internal sealed record FakeDatabase
{
    private const long Millisecond = 1_000_000;

    /// <summary>What a transaction takes on average when so many clients are served, in milliseconds.</summary>
    public required Func<int, double> Milliseconds { get; init; }

    /// <summary>Share of the transactions that fail when so many are served.</summary>
    public Func<int, double> FailedShare { get; init; } = _ => 0;

    /// <summary>Clients that find a connection; the others are refused after a millisecond.</summary>
    public int Connections { get; init; } = int.MaxValue;

    /// <summary>What so many clients measure in a window.</summary>
    public PointResult Measure(int clients, int seconds, int seed)
    {
        var random = new Random(seed);
        var served = Math.Min(clients, Connections);
        var samples = Enumerable.Range(0, clients)
            .Select(client => client < served ? Serve(client, served, seconds, random) : Refuse(client, seconds))
            .ToArray();
        return MemberScene.Merge([MemberScene.Of(samples, 0, 1, 0)], 1).Result;
    }

    private Sample[] Serve(int client, int served, int seconds, Random random)
    {
        var (mean, failed) = (Milliseconds(served), FailedShare(served));
        var samples = new List<Sample>();
        for (var start = 0L; start < seconds * 1_000 * Millisecond;)
        {
            var end = start + (long)(mean * (0.5 + random.NextDouble()) * Millisecond);
            samples.Add(Of(client, start, end, random.NextDouble() < failed));
            start = end;
        }

        return [.. samples];
    }

    private static Sample[] Refuse(int client, int seconds)
    {
        var samples = new List<Sample>();
        for (var start = 0L; start < seconds * 1_000 * Millisecond && samples.Count < FailurePacing.GiveUpAfter;)
        {
            var end = start + Millisecond;
            samples.Add(Of(client, start, end, failed: true));
            start = end + (FailurePacing.PauseAfter(samples.Count, Millisecond).Ticks * TimeSpan.NanosecondsPerTick);
        }

        return [.. samples];
    }

    private static Sample Of(int client, long start, long end, bool failed) =>
        new(client, start, start, end, 0, failed ? OperationOutcome.Throttled : OperationOutcome.Ok, 0);
}
