using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Workers;

/// <summary>What the TaskManager tells one worker. Only the TaskManager writes it.</summary>
public sealed record WorkerCommands
{
    /// <summary>Executions to stop; kept until the worker's row lists them no more.</summary>
    public IReadOnlyList<StopCommand> Stops { get; init; } = [];

    /// <summary>True: take no task and say so, because another pool measures on the same host. False: take tasks. Null: as
    /// before.</summary>
    public bool? Hold { get; init; }

    /// <summary>True while somebody watches a run that the worker executes: beat every two seconds.</summary>
    public bool Watched { get; init; }

    /// <summary>ETag of its row; empty for orders that were never stored.</summary>
    public string ETag { get; init; } = "";

    /// <summary>True when the two tell the worker the same.</summary>
    public bool SaysTheSameAs(WorkerCommands other) => Hold == other.Hold && Watched == other.Watched && Stops.SequenceEqual(other.Stops);
}
