using AzurePerf.Core.Workers;

namespace AzurePerf.Storage.Workers;

/// <summary>All workers at one look.</summary>
/// <param name="Workers">Every worker with a row, dead ones included.</param>
/// <param name="Commands">The commands that are stored, by worker.</param>
public sealed record WorkerList(IReadOnlyList<WorkerState> Workers, IReadOnlyDictionary<string, WorkerCommands> Commands);
