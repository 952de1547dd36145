using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Probes;
using AzurePerf.Probes.Disks;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Benchmarks.Disks;

/// <summary>One test in one direction: ours and fio twice, one slice of a second each, in an order that rotates from round to round and is reversed in some. What fio says against itself is the band.</summary>
/// <param name="file">All sides work on it.</param>
/// <param name="fio">The other side.</param>
/// <param name="test">The test.</param>
/// <param name="direction">Read or write.</param>
internal sealed class DiskCell(DiskFile file, FioTwin fio, DiskTest test, DiskDirection direction) : IVersusCell
{
    private const int Slices = 3;
    private const double LatencyTolerance = 0.10;
    private const int Seed = 1;

    private readonly List<DiskReading[]> _rounds = [];
    private readonly ProbeRunner _runner = new(new StorageOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));

    public string Name => FormattableString.Invariant($"{test}.{direction}").ToLowerInvariant();

    /// <summary>How far from 1 the ratio of the rates may lie.</summary>
    public double Tolerance => test == DiskTest.Rnd4KQ32T1 ? 0.05 : 0.07;

    /// <summary>Whether rate and median latency are those of fio, null where fio itself, or ours over fio, differs too much from one round to the next.</summary>
    public bool? Holds => Of(Ratio, Band, Tolerance) & Of(LatencyRatio, LatencyBand, LatencyTolerance);

    private Estimate Ratio => Over(0, 1, reading => reading.BytesPerSecond);

    private Estimate Band => Over(2, 1, reading => reading.BytesPerSecond);

    private Estimate LatencyRatio => Over(0, 1, reading => reading.MedianNanoseconds);

    private Estimate LatencyBand => Over(2, 1, reading => reading.MedianNanoseconds);

    /// <summary>All slices of a round, in an order of its own, forwards or backwards as the seed draws.</summary>
    /// <inheritdoc/>
    public async Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        var round = new DiskReading[Slices];
        for (var slice = 0; slice < Slices; slice++)
        {
            var side = SideOf(turn, oursFirst, slice);
            round[side] = side == 0 ? await MeasureOursAsync(cancellationToken) : fio.Measure(Options());
        }

        if (!turn.IsWarmUp)
        {
            _rounds.Add(round);
        }

        return (round[0].BytesPerSecond, round[1].BytesPerSecond);
    }

    public JsonObject ToJson() => new()
    {
        ["ours"] = VersusJson.Of(Estimate.Of(_rounds.Select(round => round[0].BytesPerSecond))),
        ["theirs"] = VersusJson.Of(Estimate.Of(_rounds.Select(round => round[1].BytesPerSecond))),
        ["ratio"] = VersusJson.Of(Ratio),
        ["band"] = VersusJson.Of(Band),
        ["p50Ratio"] = VersusJson.Of(LatencyRatio),
        ["p50Band"] = VersusJson.Of(LatencyBand),
        ["tolerance"] = Tolerance,
        ["holds"] = Holds,
    };

    /// <summary>Who has a slice: 0 ours, 1 and 2 fio. Each is the middle one in every third round; the seed draws which end is the first.</summary>
    internal static int SideOf(Turn turn, bool forwards, int slice) => (turn.Pair + (forwards ? slice : Slices - 1 - slice)) % Slices;

    private static bool? Of(Estimate ratio, Estimate band, double tolerance) =>
        band.Low < 1 - tolerance || band.High > 1 + tolerance || ratio.IsWiderThan(VersusFigures.WidestShare) ? null : Math.Abs(ratio.Median - 1) <= tolerance;

    private Estimate Over(int side, int other, Func<DiskReading, double> figure) => Estimate.Of(_rounds.Select(round => figure(round[side]) / figure(round[other])));

    private async Task<DiskReading> MeasureOursAsync(CancellationToken cancellationToken)
    {
        var options = Options();
        await using var probe = new SharedFileProbe(file, options, Seed);
        var measurement = await _runner.RunAsync(probe, options, new(), cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        return measurement.Result is { Flags: var flags, Operations.Latency.P50Nanoseconds: { } median } && !flags.Contains(PointFlag.OperationsFailed) && !flags.Contains(PointFlag.CacheSuspect)
            ? new(measurement.Summary.BytesPerSecond.Total, median)
            : throw new InvalidOperationException($"Ours failed: {string.Join(", ", measurement.Result.Flags)} {string.Join(", ", measurement.Summary.FailureMessages.Values)}");
    }

    private DiskBlockOptions Options()
    {
        var shape = DiskTestShape.Of(test);
        return new()
        {
            Pattern = shape.Pattern,
            BlockBytes = shape.BlockBytes,
            Direction = direction,
            FileBytes = file.Bytes,
            Clients = shape.Clients,
            OperationsPerClient = 0,
            DurationSeconds = 1,
            WarmUpOperations = 20,
        };
    }
}
