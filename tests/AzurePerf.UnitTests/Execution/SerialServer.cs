using System.Threading.Channels;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.UnitTests.Execution;

/// <summary>
/// A server that does one request after the other. An operation is a request, and what follows it is another. Its clock goes on only when every client waits for it, so
/// that the same happens every time.
/// </summary>
internal sealed class SerialServer(RunnerScene scene, double serviceMilliseconds) : FakeSetup, IProbe
{
    private readonly Channel<TaskCompletionSource> _requests = Channel.CreateUnbounded<TaskCompletionSource>();

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        await AskAsync();
        return new(100, 1);
    }

    public ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken) => new(AskAsync());

    /// <summary>Serves clients that perform so many operations each.</summary>
    public async Task ServeAsync(int clients, int operationsPerClient, CancellationToken cancellationToken)
    {
        var waiting = new Queue<TaskCompletionSource>();
        for (var left = 2 * operationsPerClient * clients; left > 0; left--)
        {
            while (waiting.Count < Math.Min(clients, left))
            {
                waiting.Enqueue(await _requests.Reader.ReadAsync(cancellationToken));
            }

            scene.Advance(serviceMilliseconds);
            waiting.Dequeue().SetResult();
        }
    }

    private Task AskAsync()
    {
        var answer = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _requests.Writer.TryWrite(answer);
        return answer.Task;
    }
}
