using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>A run's header and its stages, as one read found them.</summary>
/// <param name="Run">The header.</param>
/// <param name="Stages">In order; empty before the run is planned.</param>
/// <param name="WatchedUntil">Until when somebody watches the run; null when nobody ever did.</param>
public sealed record RunWithStages(RunState Run, IReadOnlyList<StageState> Stages, DateTimeOffset? WatchedUntil = null)
{
    /// <summary>What was added after its submission.</summary>
    public RunNotes Notes { get; init; } = RunNotes.None;

    /// <summary>Of the row that counts the changes of that; null when there is none.</summary>
    public string? NotesETag { get; init; }
}
