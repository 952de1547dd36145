using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>The one execution of this process: how far it is, and how it is told to stop. Shared by the loop that executes and the heart that beats.</summary>
internal sealed class CurrentExecution(BenchmarkTask task, ReceivedMessage message, long hiddenAt, CancellationToken shutdown) : IDisposable
{
    private readonly CancellationTokenSource _stop = CancellationTokenSource.CreateLinkedTokenSource(shutdown);
    private volatile StopOrder? _order;

    public BenchmarkTask Task { get; } = task;

    /// <summary>The message it came by, with its latest receipt.</summary>
    public ReceivedMessage Message { get; set; } = message;

    /// <summary>Time stamp of the moment from which the message is hidden.</summary>
    public long HiddenAt { get; set; } = hiddenAt;

    /// <summary>Reports how far it is; set by whoever executes.</summary>
    public Func<ExecutionProgress> Progress { get; set; } = () => new("starting", 0, 0);

    /// <summary>Cancelled by an order to stop and by the end of the process.</summary>
    public CancellationToken Stopping => _stop.Token;

    /// <summary>The order that stopped it; null when nothing or the end of the process did.</summary>
    public StopOrder? Order => _order;

    /// <summary>True when an order means this execution.</summary>
    public bool IsMeantBy(StopOrder order) =>
        order.RunId == Task.Key.RunId && order.Stage == (int)Task.Key.Stage && order.Task == Task.Key.Number && order.Attempt == Task.Attempt;

    public void Stop(StopOrder order)
    {
        _order = order;
        _stop.Cancel();
    }

    public RunningTask Describe()
    {
        var progress = Progress();
        return new(
            Task.Key.RunId, (int)Task.Key.Stage, Task.Key.Number, Task.Attempt, Message.Id, Message.PopReceipt,
            progress.Phase, progress.OperationsDone, progress.OperationsPlanned);
    }

    public void Dispose() => _stop.Dispose();
}
