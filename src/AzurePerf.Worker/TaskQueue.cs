using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker;

/// <summary>The queue of this worker's pool.</summary>
internal sealed class TaskQueue(ControlPlane controlPlane, WorkerOptions options)
{
    public IMessageQueue Tasks => options.Pool == WorkerPool.Bag ? controlPlane.BagTasks : controlPlane.MeasureTasks;

    /// <summary>Where messages go that nobody can read.</summary>
    public IMessageQueue Poison => options.Pool == WorkerPool.Bag ? controlPlane.BagPoison : controlPlane.MeasurePoison;

    /// <summary>For logs.</summary>
    public string Name => "tasks-" + options.Pool;
}
