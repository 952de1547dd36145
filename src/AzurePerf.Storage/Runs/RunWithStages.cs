using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>A run's header and its stages, as one read found them.</summary>
/// <param name="Run">The header.</param>
/// <param name="Stages">In order; empty before the run is planned.</param>
/// <param name="WatchedUntil">Until when somebody watches the run; null when nobody ever did.</param>
public sealed record RunWithStages(RunState Run, IReadOnlyList<StageState> Stages, DateTimeOffset? WatchedUntil = null);
