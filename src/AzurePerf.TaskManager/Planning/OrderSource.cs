using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.TaskManager.Planning;

/// <summary>
/// The orders of a stage as the experiment makes them, one at a time. The experiment's code may read all products before its first order:
/// it stops at a gate every few hundred rows, and whatever else it waits for goes on behind the turns of other runs. A fault of that code
/// ends the run, not the TaskManager's turn; one of the control account is met by the process that carries the run on.
/// </summary>
/// <param name="plan">Of the stage.</param>
/// <param name="stages">All stages of the run.</param>
/// <param name="tasks">The rows with the products.</param>
/// <param name="turn">How long an order is waited for at once.</param>
/// <param name="time">Measures that.</param>
/// <param name="cancellationToken">Ends the requests.</param>
internal sealed class OrderSource(
    StagePlan plan, IReadOnlyList<StageState> stages, TaskStore tasks, TimeSpan turn, TimeProvider time,
    CancellationToken cancellationToken) : IAsyncDisposable
{
    private readonly Gate _gate = new();
    private bool _isLeft;
    private IAsyncEnumerator<string>? _orders;
    private Task<bool>? _moving;
    private long _characters;

    /// <summary>The order that was read; null at the end.</summary>
    public string? Order { get; private set; }

    /// <summary>Why there is no next one, as the end of a sentence; empty at the end of the orders.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>False when the next order is still being made: others have their turn before it is asked for again.</summary>
    public async Task<bool> TryReadAsync()
    {
        try
        {
            _orders ??= plan.Orders!(new StageProducts(tasks, stages, cancellationToken, PauseAsync)).GetAsyncEnumerator(cancellationToken);
            _gate.Open();
            _moving ??= _orders.MoveNextAsync().AsTask();
            if (!_moving.IsCompleted && !await HasMovedAsync(_moving))
            {
                return false;
            }

            var moved = _moving;
            _moving = null;
            Order = await moved ? _orders.Current : null;
            _characters += Order?.Length ?? 0;
            Fault = Order?.Length > StageOrders.MostCharacters
                ? TooLong($"an order has {NumberFormat.Count(Order.Length)} characters", StageOrders.MostCharacters)
                : _characters > StageOrders.MostCharactersOfPlan
                    ? TooLong("its orders have too many characters together", StageOrders.MostCharactersOfPlan)
                : "";
        }
        catch (Exception exception)
            when (exception is not CorruptRowException && !StorageFailure.Matches(exception)
                && !ProcessFault.Is(exception, cancellationToken))
        {
            Fault = $"cannot be planned: {FailureText.Of(exception)}";
        }

        Order = Fault.Length > 0 ? null : Order;
        return true;
    }

    /// <summary>Code that is still at work ends by itself, at the gate at the latest: nobody waits for it.</summary>
    public ValueTask DisposeAsync()
    {
        _isLeft = true;
        var left = LeaveAsync(_orders, _moving);
        _gate.Open();
        return _moving is null ? new(left) : ValueTask.CompletedTask;
    }

    private async Task PauseAsync()
    {
        await _gate.PassAsync();
        if (_isLeft)
        {
            throw new OperationCanceledException("nobody asks for these orders any more");
        }
    }

    private async Task<bool> HasMovedAsync(Task<bool> moving)
    {
        Task first = Task.WhenAny(moving, _gate.Reached);
        await first.WaitAsync(turn, time, cancellationToken)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        return moving.IsCompleted;
    }

    private static async Task LeaveAsync(IAsyncEnumerator<string>? orders, Task<bool>? moving)
    {
        try
        {
            if (moving is not null)
            {
                await moving;
            }

            await (orders?.DisposeAsync() ?? ValueTask.CompletedTask);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // Nobody asks for these orders any more.
        }
    }

    private static string TooLong(string what, long most) =>
        $"cannot be planned: {what}, and at most {NumberFormat.Count(most)} are stored";

    /// <summary>Holds those who come to it until it is opened; then it closes again.</summary>
    private sealed class Gate
    {
        private readonly Lock _lock = new();
        private TaskCompletionSource _reached = new();
        private TaskCompletionSource _opened = new();

        /// <summary>Ends when somebody waits at the gate.</summary>
        public Task Reached => _reached.Task;

        public Task PassAsync()
        {
            TaskCompletionSource reached, opened;
            lock (_lock)
            {
                (reached, opened) = (_reached, _opened);
            }

            reached.TrySetResult();
            return opened.Task;
        }

        public void Open()
        {
            TaskCompletionSource opened;
            lock (_lock)
            {
                opened = _opened;
                (_reached, _opened) = (new(), new());
            }

            opened.SetResult();
        }
    }
}
