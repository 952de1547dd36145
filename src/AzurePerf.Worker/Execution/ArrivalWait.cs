using System.Threading.Tasks.Sources;

namespace AzurePerf.Worker.Execution;

/// <summary>Where one lane of an open loop waits for an arrival, again and again in the same memory. As a work item of the thread pool it
/// goes on from there.</summary>
internal sealed class ArrivalWait : IValueTaskSource<bool>, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> _core;

    /// <summary>The arrival that the lane was woken for, by its number and when it was to start; null where it was woken for
    /// none.</summary>
    public (long Index, long IntendedNanoseconds)? Handed { get; set; }

    /// <summary>Called by the lane before others can learn that it waits.</summary>
    public void Prepare() => _core.Reset();

    /// <summary>Completes with true when the lane is woken, also if that came first.</summary>
    public ValueTask<bool> WaitAsync() => new(this, _core.Version);

    /// <summary>Called once after each <see cref="Prepare"/>.</summary>
    public void Wake() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

    void IThreadPoolWorkItem.Execute() => _core.SetResult(true);

    bool IValueTaskSource<bool>.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
