using AzurePerf.Storage.Requests;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>The place of one worker: when it leaves, another takes it.</summary>
internal sealed class WorkerPost : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly List<ControlRequests> _requests = [];
    private readonly Func<EngineHost> _hire;
    private Task _kept = Task.CompletedTask;

    private WorkerPost(Func<EngineHost> hire) => _hire = hire;

    /// <summary>Of each that had the place.</summary>
    public IReadOnlyList<ControlRequests> Requests
    {
        get
        {
            lock (_requests)
            {
                return [.. _requests];
            }
        }
    }

    public int Replaced => Requests.Count - 1;

    /// <summary>Starts the first worker.</summary>
    public static async Task<WorkerPost> StartAsync(Func<EngineHost> hire, CancellationToken cancellationToken)
    {
        var post = new WorkerPost(hire);
        var first = post.Hire();
        await first.StartAsync(cancellationToken);
        post._kept = post.KeepAsync(first);
        return post;
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _kept;
        _stop.Dispose();
    }

    private async Task KeepAsync(EngineHost worker)
    {
        while (true)
        {
            await using (worker)
            {
                await worker.LeavesAsync(_stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            if (_stop.IsCancellationRequested)
            {
                return;
            }

            worker = Hire();
            await worker.StartAsync(CancellationToken.None);
        }
    }

    private EngineHost Hire()
    {
        var worker = _hire();
        lock (_requests)
        {
            _requests.Add(worker.Requests);
        }

        return worker;
    }
}
