using AzurePerf.Core.Workers;
using AzurePerf.TaskManager;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>Settings of a TaskManager and its bag workers: those of a deployment where nothing else is said, so a heartbeat of 20 seconds.</summary>
internal sealed record EngineSettings
{
    public const int UsualWorkers = 2;
    public const int UsualSlots = 8;

    public static EngineSettings OneTaskPerMessage { get; } = new() { TaskManager = new() { TasksPerMessage = 1 } };

    /// <summary>Bag workers.</summary>
    public int Workers { get; init; } = UsualWorkers;

    /// <summary>Tasks that each of them executes at once.</summary>
    public int Slots { get; init; } = UsualSlots;

    public TaskManagerOptions TaskManager { get; init; } = new();

    /// <summary>What each worker has instead of its own services or beside them; null for nothing.</summary>
    public Action<IServiceCollection>? WorkerServices { get; init; }

    /// <summary>The pace of all.</summary>
    public EngineOptions Engine { get; init; } = new();
}
