using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>What a reader of a point should know that spoils nothing by itself, in clauses without a full stop.</summary>
internal static class PointNotes
{
    /// <summary>Share of the operations' time above which their verification is worth a note.</summary>
    private const double VerificationShare = 0.02;

    /// <summary>Share of the processors' time that a hypervisor may give to others, and of the window that a collector may stop all
    /// threads, without a note.</summary>
    private const double InterruptionShare = 0.01;

    /// <summary>Of many workers the clocks that are known worst are named.</summary>
    private const int ClocksNamed = 4;

    public static IReadOnlyList<string> Of(PointObservation observations, Steadiness steadiness)
    {
        var figures = GeneratorSummary.Of(observations.Generators);
        return
        [
            .. observations.ProbeNotes,
            .. Clause(figures?.ConnectionsOpened, opened => opened > 0,
                opened =>
                    $"{NumberFormat.Counted(opened, "connection")} opened while it was measured: earlier ones broke, or the warm-up did "
                        + "not open all"),
            .. Clause(figures?.GcPauseShare, share => share > InterruptionShare,
                share => $"the garbage collector stopped the worker for {NumberFormat.Percent(share)} of the time"),
            .. Clause(figures?.StealShare, share => share > InterruptionShare,
                share => $"the hypervisor gave {NumberFormat.Percent(share)} of the processors' time to others"),
            .. Clause(figures?.ThrottledSeconds, seconds => seconds > 0,
                seconds => $"a limit of processor time held the worker back for {NumberFormat.Significant(seconds)} s"),
            .. Clause(Verification(observations), share => share > VerificationShare,
                share => $"verifying the content took about {NumberFormat.Percent(share)} of the operations' time"),
            .. Pace(figures?.Fma),
            .. Phases(PhaseSummary.Of(observations.Phases ?? [], observations.Clients)),
            .. Timeline(steadiness),
            .. observations.Clocks.OrderByDescending(clock => clock.BoundSeconds).Take(ClocksNamed).Select(clock => clock.ToString()),
            .. SlowestOperations.Note(observations.Latencies),
            .. CensoredLatencies.Note(observations),
            .. LongOperations.Note(observations),
            .. LittlesLaw.Check(observations),
        ];
    }

    private static IEnumerable<string> Pace(FmaRates? fma) => fma is { IsNotable: true }
        ? [$"fused multiply-adds ran at {NumberFormat.Significant(fma.BeforeFlopPerSecond / 1e9)} GFLOP/s before it and at "
            + $"{NumberFormat.Significant(fma.AfterFlopPerSecond / 1e9)} after it: the machine changed in between"]
        : [];

    private static IEnumerable<string> Phases(IReadOnlyList<PhaseSummary>? phases) => phases is null
        ? []
        : ["of an operation "
            + string.Join(", ",
                phases.Select(phase =>
                    $"{phase.Name} took {NumberFormat.Milliseconds(phase.MeanSeconds * 1e9)} ms ({NumberFormat.Percent(phase.Share)})"))];

    private static IEnumerable<string> Timeline(Steadiness steadiness) =>
        steadiness is { FromNanoseconds: { } from, Class: SteadyStateClass.WarmUp or SteadyStateClass.Slowdown }
        ? [$"throughput was steady from {NumberFormat.Significant(from / 1e9)} s on; before, it was "
            + (steadiness.Class == SteadyStateClass.WarmUp ? "lower" : "at times higher")
            + (steadiness.Changes.Length > 0 ? $" (it changed {steadiness.Changes})" : "")]
        : [];

    /// <summary>Null where nothing is verified, or nobody measured what that costs.</summary>
    private static double? Verification(PointObservation observations)
    {
        var busy = observations.Clients.Sum(client => client.BusyNanoseconds);
        return observations.VerifiesContent && busy > 0
            ? observations.Generators.Max(load => load.Environment.Calibration?.NanosecondsPerVerifiedByte)
                * observations.Clients.Sum(client => client.Bytes) / busy
            : null;
    }

    private static IEnumerable<string> Clause<T>(T? value, Func<T, bool> worthIt, Func<T, string> describe)
        where T : struct => value is { } present && worthIt(present) ? [describe(present)] : [];
}
