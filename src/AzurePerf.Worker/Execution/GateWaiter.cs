using System.Threading.Tasks.Sources;

namespace AzurePerf.Worker.Execution;

/// <summary>Where one client waits at a <see cref="StartGate"/>. As a work item of the thread pool it goes on from there.</summary>
internal sealed class GateWaiter : IValueTaskSource, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> _core;

    public ValueTask WaitAsync() => new(this, _core.Version);

    void IThreadPoolWorkItem.Execute() => _core.SetResult(true);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
