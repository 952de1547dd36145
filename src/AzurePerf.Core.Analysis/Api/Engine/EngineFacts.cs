using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Api.Engine;

/// <summary>What was read to tell how the engine carries one run.</summary>
public sealed record EngineFacts
{
    public required RunState Run { get; init; }

    /// <summary>Of the run; null where nobody knows it, or where nothing is asked of its configurations.</summary>
    public ExperimentDefinition? Experiment { get; init; }

    /// <summary>Its stages, in order.</summary>
    public required IReadOnlyList<StageState> Stages { get; init; }

    /// <summary>Workers with a row, of all pools; empty where they were not read.</summary>
    public IReadOnlyList<WorkerState> Workers { get; init; } = [];

    /// <summary>True where all of <see cref="Workers"/> are known to live, by their counters.</summary>
    public bool AllLive { get; init; }

    /// <summary>Those of <see cref="Workers"/> that live, or, where that is not known, that are heard.</summary>
    public IEnumerable<WorkerState> Heard => AllLive ? Workers : Workers.Where(worker => WorkerSummary.IsHeard(worker, Now));

    /// <summary>Failed attempts that are on record in the first partition.</summary>
    public IReadOnlyList<AbnormalEnd> Ends { get; init; } = [];

    /// <summary>The queues of pools; those that were not looked at are absent.</summary>
    public IReadOnlyDictionary<string, QueueState> Queues { get; init; } = new Dictionary<string, QueueState>();

    /// <summary>Wall clock of the reader.</summary>
    public required DateTimeOffset Now { get; init; }

    /// <summary>The stage that hands out tasks; null when none does.</summary>
    public StageState? OpenStage => Run.Status.IsTerminal() ? null : Stages.FirstOrDefault(stage => stage is { Open: true, Closed: false });
}
