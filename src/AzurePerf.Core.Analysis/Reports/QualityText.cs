using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What may have distorted results, in a few words: of each configuration what sets it apart.</summary>
public static class QualityText
{
    /// <summary>A row without any of these.</summary>
    public const string Good = "good";

    /// <summary>A row whose operations all failed: whatever else is said of it matters less.</summary>
    public const string NoSuccess = "no operation succeeded";

    /// <summary>"good", "clients ended apart (3 of 12)", or "11 of 12 repetitions counted". What every configuration has is left out: it is
    /// one of the run's <see cref="RunCaution"/>s.</summary>
    /// <param name="level">One configuration.</param>
    /// <param name="shared">What every configuration of the run has, see <see cref="Shared"/>.</param>
    public static string Of(LevelResult level, IReadOnlyCollection<PointFlag> shared)
    {
        ArgumentNullException.ThrowIfNull(level);
        ArgumentNullException.ThrowIfNull(shared);
        var (counted, repetitions) = (level.Counted.Count, level.Repetitions.Count);
        string[] parts = [.. level.Flags.Where(flag => !HasColumn(flag) && !shared.Contains(flag)).Select(flag => Of(flag, level))];
        return NothingSucceeded(level) ? NoSuccess
            : parts.Length > 0 ? string.Join("; ", parts)
            : counted < repetitions ? $"{NumberFormat.Count(counted)} of {NumberFormat.Counted(repetitions, "repetition")} counted"
            : Good;
    }

    /// <summary>The flags that every configuration has; none of a run with one configuration.</summary>
    /// <param name="levels">All of the run.</param>
    public static IReadOnlyCollection<PointFlag> Shared(IReadOnlyList<LevelResult> levels)
    {
        ArgumentNullException.ThrowIfNull(levels);
        return levels.Count < 2 ? [] : [.. levels[0].Flags.Where(flag => levels.All(level => level.Flags.Contains(flag)))];
    }

    /// <summary>A flag in words: "clients ended apart".</summary>
    public static string Of(PointFlag flag) => flag switch
    {
        PointFlag.NotConcurrent => "clients did not start together",
        PointFlag.RaggedEnd => "clients ended apart",
        PointFlag.GeneratorBound => "limited by the measuring machine",
        PointFlag.NoSteadyState => "no steady state",
        PointFlag.HiddenRetries => "hidden retries",
        PointFlag.CacheSuspect => "perhaps answered by a cache",
        PointFlag.SampleTooSmall => "too few operations for a percentile",
        PointFlag.ServiceThrottled => "throttled by the service",
        PointFlag.OperationsFailed => "operations failed",
        PointFlag.ThroughProxy => "measured through a proxy",
        PointFlag.SameAccount => "control plane and target are one account",
        PointFlag.NotDurable => "commits may be lost",
        PointFlag.FaultsInjected => "faults injected",
        PointFlag.Overloaded => "overloaded",
        PointFlag.Partial => "cut short",
        _ => throw new ArgumentOutOfRangeException(nameof(flag), flag, "has no words"),
    };

    private static string Of(PointFlag flag, LevelResult level)
    {
        var with = level.Repetitions.Count(point => point.Result?.Flags.Contains(flag) == true);
        return with == level.Repetitions.Count
            ? Of(flag)
            : $"{Of(flag)} ({NumberFormat.Count(with)} of {NumberFormat.Count(level.Repetitions.Count)})";
    }

    private static bool NothingSucceeded(LevelResult level)
    {
        var summaries = level.Repetitions.Select(point => point.Summary).OfType<OperationSummary>().ToArray();
        return summaries.Any(summary => summary.Operations > 0)
            && summaries.All(summary => summary.Outcomes.GetValueOrDefault(OperationOutcome.Ok) == 0);
    }

    /// <summary>True of flags that a table says in other columns: a "-" for a percentile, and the failed operations.</summary>
    private static bool HasColumn(PointFlag flag) => flag is PointFlag.SampleTooSmall or PointFlag.OperationsFailed;
}
