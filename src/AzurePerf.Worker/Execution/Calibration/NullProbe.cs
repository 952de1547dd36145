using System.Threading.Tasks.Sources;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution.Calibration;

/// <summary>Does nothing, but completes later and on another thread, as a real operation does, without allocating anything
/// itself.</summary>
internal sealed class NullProbe(int clients, int lanesPerClient = 1) : IProbe
{
    private readonly Completion[] _completions = [.. Enumerable.Range(0, clients * lanesPerClient).Select(_ => new Completion())];

    public bool Mutates => false;

    public int PlannedWireRequests => 1;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken) =>
        _completions[(operation.Client * lanesPerClient) + operation.Lane].Start();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private sealed class Completion : IValueTaskSource<OperationResult>, IThreadPoolWorkItem
    {
        private ManualResetValueTaskSourceCore<OperationResult> _core;

        public ValueTask<OperationResult> Start()
        {
            _core.Reset();
            var operation = new ValueTask<OperationResult>(this, _core.Version);
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
            return operation;
        }

        public void Execute() => _core.SetResult(new(1, 1));

        public OperationResult GetResult(short token) => _core.GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _core.OnCompleted(continuation, state, token, flags);
    }
}
