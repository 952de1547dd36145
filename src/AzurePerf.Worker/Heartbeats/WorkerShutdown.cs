using AzurePerf.Core.Workers;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>
/// Why and how this worker leaves. Draining, it takes no more tasks and ends what it has; cut off, it also stops what it has and hands it
/// back. The process ends when nothing is executed any more: what stopped itself is handed back as soon as storage answers, however long
/// that takes.
/// </summary>
internal sealed partial class WorkerShutdown(
    ExecutionSlots slots, WorkerOptions options, IHostApplicationLifetime lifetime, ILogger<WorkerShutdown> logger) : IDisposable
{
    /// <summary>Why a worker leaves that must count as dead.</summary>
    public const string NoAnswer = "the worker had no answer from the control account for too long";

    private readonly CancellationTokenSource _stopExecutions = new();
    private readonly Lock _lock = new();
    private WorkerTimeouts _timeouts = WorkerTimeouts.None(options.Slots);

    /// <summary>Why it leaves, for people; empty while it does not.</summary>
    public string Reason { get; private set; } = "";

    /// <summary>True when no more tasks may be taken.</summary>
    public bool Draining => Reason.Length > 0 || lifetime.ApplicationStopping.IsCancellationRequested;

    /// <summary>Cancelled when what is executed must end too.</summary>
    public CancellationToken StopExecutions => _stopExecutions.Token;

    /// <summary>Takes no more tasks; ends when those it has are done.</summary>
    public void Drain(string reason)
    {
        NoteReason(reason);
        EndIfIdle();
    }

    /// <summary>Stops what is executed too.</summary>
    public void CutOff(string reason)
    {
        NoteReason(reason);
        _stopExecutions.Cancel();
        EndIfIdle();
    }

    /// <summary>Called after each execution, in any slot. A worker that is slow itself leaves, to be replaced by another.</summary>
    public void NoteEnd(EndedExecution ended)
    {
        string? slow;
        lock (_lock)
        {
            _timeouts = _timeouts.Plus(ended);
            slow = _timeouts.Reason;
        }

        if (slow is not null)
        {
            Drain(slow);
        }

        EndIfIdle();
    }

    /// <summary>Called when a slot is free. Ends the process of a worker that leaves once nothing is executed any more.</summary>
    public void EndIfIdle()
    {
        if (Reason.Length > 0 && slots.Current.Count == 0)
        {
            lifetime.StopApplication();
        }
    }

    public void Dispose() => _stopExecutions.Dispose();

    /// <summary>The first reason stands. Its line is what `azureperf up` says of the end: other things went wrong before and mean nothing
    /// for it.</summary>
    private void NoteReason(string reason)
    {
        if (Reason.Length == 0)
        {
            Reason = reason;
            LogLeaves(reason);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "This worker leaves: {Reason}")]
    private partial void LogLeaves(string reason);
}
