using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>A comparison under way. Disposal ends every process it started.</summary>
internal interface IVersusSession : IAsyncDisposable
{
    /// <summary>The outside tool with its version; null when ours stands alone.</summary>
    string? Tool { get; }

    MeasureSide Ours { get; }

    /// <summary>The other side, doing the same work; null when ours is held against a bound only.</summary>
    MeasureSide? Theirs { get; }

    /// <summary>Whether the goal is met, null where what was measured does not tell; asked once, after the last pair.</summary>
    bool? MeetsGoal(VersusFigures figures);

    /// <summary>Whether the figures decide the goal. A bound that is far away may be decided by an interval too wide for a ratio.</summary>
    bool IsDecided(VersusFigures figures) => !figures.IsUndecided;

    /// <summary>Whether another pair is worth its time; asked after each pair once they are enough for an interval.</summary>
    bool WantsAnother(VersusFigures figures) => figures.IsUndecided || !IsDecided(figures);

    /// <summary>The entry's own fields of the JSON line, from everything measured but the warm-up; asked once, after the last pair.</summary>
    JsonObject ExtraFields();

    /// <summary>What may have distorted the measurement, one sentence each.</summary>
    IReadOnlyList<string> Flags => [];
}
