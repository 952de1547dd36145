using System.Globalization;

namespace AzurePerf.Cli.Local;

/// <summary>The worker processes of all pools: starts them, stops them, and replaces those that end by themselves.</summary>
/// <param name="start">Starts the process of a pool under a name.</param>
/// <param name="givenUp">Told of a worker whose end is not made up for, because workers cannot even start.</param>
/// <param name="progress">Told of each that is replaced.</param>
/// <param name="time">The clock.</param>
/// <param name="ended">Told the name of each whose process has ended before all are to end.</param>
internal sealed class WorkerFleet(
    Func<LocalPool, string, HostProcess> start, Action<ChildExit> givenUp, IProgress<string> progress, TimeProvider time,
    Action<string> ended) : IAsyncDisposable
{
    private readonly List<FleetWorker> _workers = [];
    private readonly Dictionary<string, int> _started = [];
    private readonly WorkerReplacements _replacements = new(time);
    private readonly CancellationTokenSource _ending = new();
    private readonly Lock _sync = new();
    private bool _stopping;

    /// <summary>All that run, the oldest first, those that are about to end included.</summary>
    public IReadOnlyList<HostProcess> Hosts
    {
        get
        {
            lock (_sync)
            {
                return [.. _workers.Where(worker => !worker.Ended).Select(worker => worker.Host)];
            }
        }
    }

    /// <summary>Those of a pool that take tasks, or whose successors will, the oldest first.</summary>
    public IReadOnlyList<FleetWorker> Of(LocalPool pool)
    {
        lock (_sync)
        {
            return [.. _workers.Where(worker => worker.Pool == pool && !worker.Leaving)];
        }
    }

    /// <summary>Starts workers; none once the fleet is being ended. Whoever starts them watches them too, at once or when they are
    /// ready.</summary>
    /// <exception cref="LocalStartException">The host's files are missing or cannot be run.</exception>
    public IReadOnlyList<FleetWorker> Start(LocalPool pool, int count)
    {
        lock (_sync)
        {
            return [.. Enumerable.Range(0, _stopping ? 0 : count).Select(_ => StartOne(pool))];
        }
    }

    /// <summary>Starts workers and watches each at once, so that those before one that cannot be started are watched too.</summary>
    /// <inheritdoc cref="Start"/>
    public void StartWatched(LocalPool pool, int count)
    {
        for (var started = 0; started < count; started++)
        {
            foreach (var worker in Start(pool, 1))
            {
                Watch(worker);
            }
        }
    }

    /// <summary>Replaces the worker when it ends by itself: by an order it could not follow, or by force.</summary>
    public void Watch(FleetWorker worker) => _ = FollowAsync(worker);

    /// <summary>
    /// Lets workers end in order, as a signal to terminate does: closing their pipe is the same on every operating system. One that has not
    /// ended after its grace is killed.
    /// </summary>
    public void Stop(IEnumerable<FleetWorker> workers)
    {
        lock (_sync)
        {
            foreach (var worker in _workers.Intersect(workers))
            {
                worker.Leaving = true;
                _ = worker.Ended ? Task.CompletedTask : worker.Host.StopAsync();
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        FleetWorker[] workers;
        lock (_sync)
        {
            _stopping = true;
            workers = [.. _workers.Where(worker => !worker.Ended)];
        }

        await _ending.CancelAsync();
        await Task.WhenAll(workers.Select(EndAsync));
        _ending.Dispose();
    }

    private static async Task EndAsync(FleetWorker worker)
    {
        await worker.Host.StopAsync();
        await worker.Host.DisposeAsync();
    }

    private FleetWorker StartOne(LocalPool pool)
    {
        var number = _started[pool.Name] = _started.GetValueOrDefault(pool.Name) + 1;
        var worker = new FleetWorker(pool, start(pool, string.Create(CultureInfo.InvariantCulture, $"{pool.ChildName}-{number}")));
        _workers.Add(worker);
        return worker;
    }

    /// <summary>One after the other: a worker that waited for the end of its successor would hold all that ended before it.</summary>
    private async Task FollowAsync(FleetWorker? worker)
    {
        while (worker is not null)
        {
            worker = await SuccessorOfAsync(worker);
        }
    }

    /// <summary>Waits until the worker ends; the one that was started in its place, or null where none is.</summary>
    private async Task<FleetWorker?> SuccessorOfAsync(FleetWorker worker)
    {
        var exit = await worker.Host.Process.Exited;
        if (TryNoteEnd(worker) is not { } replacement)
        {
            return null;
        }

        await worker.Host.DisposeAsync();
        while (replacement.Wait is { } wait)
        {
            try
            {
                return await TryReplaceAsync(worker, exit, wait, replacement);
            }
            catch (LocalStartException failure)
            {
                progress.Report($"{failure.Message}; it is tried again");
                replacement = NextAfter(hadStarted: false);
            }
        }

        givenUp(exit);
        return null;
    }

    /// <summary>What follows from the end of a worker; null when it was meant, so that nothing does.</summary>
    private Replacement? TryNoteEnd(FleetWorker worker)
    {
        lock (_sync)
        {
            if (_stopping)
            {
                return null;
            }

            ended(worker.Name);
            if (worker.Leaving)
            {
                _workers.Remove(worker);
                _ = worker.Host.DisposeAsync().AsTask();
                return null;
            }

            worker.Ended = true;
            return NextAfter(worker.Host.HasStarted);
        }
    }

    /// <param name="hadStarted">Whether what ended, or was to start, ever took tasks.</param>
    private Replacement NextAfter(bool hadStarted)
    {
        lock (_sync)
        {
            return _replacements.Next(hadStarted, _workers.Any(other => !other.Ended && other.Host.HasStarted));
        }
    }

    private async Task<FleetWorker?> TryReplaceAsync(FleetWorker worker, ChildExit exit, TimeSpan wait, Replacement replacement)
    {
        if (wait > TimeSpan.Zero)
        {
            progress.Report(replacement.Waiting(exit));
            await Task.Delay(wait, time, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        FleetWorker? successor;
        lock (_sync)
        {
            if (_stopping)
            {
                return null;
            }

            successor = worker.Leaving ? null : StartOne(worker.Pool);
            _workers.Remove(worker);
        }

        if (successor is not null)
        {
            progress.Report(
                wait > TimeSpan.Zero ? $"{successor.Name} takes the place of {worker.Name}" : $"{exit}; {successor.Name} takes its place");
        }

        return successor;
    }
}

/// <summary>A worker process of a pool.</summary>
internal sealed class FleetWorker(LocalPool pool, HostProcess host)
{
    public LocalPool Pool { get; } = pool;

    public HostProcess Host { get; } = host;

    public string Name => Host.Process.Name;

    /// <summary>True once its process has ended by itself. It keeps its place in the pool until its successor starts, so that nobody else
    /// fills it.</summary>
    public bool Ended { get; set; }

    /// <summary>True once it was told to end because its pool needs fewer; nobody takes its place.</summary>
    public bool Leaving { get; set; }
}
