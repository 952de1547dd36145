using AzurePerf.Storage;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker;

/// <summary>The queue of this worker's pool.</summary>
internal sealed class TaskQueue(ControlPlane controlPlane, WorkerOptions options)
{
    public IMessageQueue Tasks => controlPlane.TasksOf(options.Pool);

    /// <summary>Where messages go that nobody can read.</summary>
    public IMessageQueue Poison => controlPlane.PoisonOf(options.Pool);

    /// <summary>For logs.</summary>
    public string Name => "tasks-" + options.Pool;
}
