using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>Lets the arrivals of all clients fall due at their instants, whatever the clients are doing.</summary>
internal sealed class ArrivalPacer
{
    private readonly ArrivalQueue[] _clients;
    private readonly PhasePlan _plan;
    private readonly TimeProvider _time;
    private readonly PriorityQueue<ArrivalQueue, long> _next;

    /// <param name="clients">The clients of this execution.</param>
    /// <param name="plan">The phase that they measure in.</param>
    /// <param name="time">Where its clock comes from.</param>
    public ArrivalPacer(ArrivalQueue[] clients, PhasePlan plan, TimeProvider time)
    {
        _clients = clients;
        _plan = plan;
        _time = time;
        _next = new(clients.Length);
        foreach (var client in clients)
        {
            _next.Enqueue(client, client.NextNanoseconds);
        }
    }

    /// <summary>Called once, before the gate opens; completes when nothing arrives any more.</summary>
    /// <param name="opened">Completes when the gate has opened.</param>
    public async Task RunAsync(Task opened)
    {
        try
        {
            await (ReferenceEquals(_time, TimeProvider.System) ? OnThreadAsync(opened) : OnTimerAsync(opened));
        }
        catch
        {
            // Lanes that wait for an arrival would wait for ever.
            Array.ForEach(_clients, client => client.Finish(ClientEnd.Stopped, 0));
            throw;
        }
    }

    /// <summary>A timer of the runtime comes a millisecond late and costs memory each time: this thread costs neither.</summary>
    private Task OnThreadAsync(Task opened)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() =>
        {
            try
            {
                opened.Wait();
                while (Release() is { } next)
                {
                    ThreadSleep.Until(next, _plan.Clock, _plan.Stop);
                }

                ended.SetResult();
            }
            catch (Exception exception)
            {
                ended.SetException(exception);
            }
        })
        {
            IsBackground = true,
            Name = "arrivals",
        };
        thread.Start();
        return ended.Task;
    }

    /// <summary>Time that somebody else moves has timers that are exact, and does not pass while a thread waits for it.</summary>
    private async Task OnTimerAsync(Task opened)
    {
        await opened;
        while (Release() is { } next)
        {
            var left = TimeSpan.FromTicks(
                (Math.Max(0, next - _plan.Clock.Nanoseconds()) + TimeSpan.NanosecondsPerTick - 1) / TimeSpan.NanosecondsPerTick);
            await Task.Delay(left, _time, _plan.Stop)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        }
    }

    /// <summary>Releases what is due now; returns when to look again, on the clock of the execution, or null when nothing will
    /// come.</summary>
    private long? Release()
    {
        var now = _plan.Clock.Nanoseconds();
        if (_plan.Stop.IsCancellationRequested)
        {
            Finish(now);
            return null;
        }

        while (_next.TryPeek(out var client, out var sinceOpened))
        {
            var at = sinceOpened + _plan.OpenedNanoseconds;
            if (at >= _plan.ClosesNanoseconds && now >= _plan.ClosesNanoseconds)
            {
                Finish(now);
                return null;
            }

            if (at > now)
            {
                return Math.Min(at, _plan.ClosesNanoseconds);
            }

            client.Release();
            Reschedule(client);
        }

        return null;
    }

    private void Finish(long now)
    {
        foreach (var client in _clients)
        {
            client.Finish(_plan.ReasonToClose, Math.Min(now, _plan.ClosesNanoseconds) - _plan.OpenedNanoseconds);
        }
    }

    private void Reschedule(ArrivalQueue client)
    {
        if (client.NextNanoseconds is < long.MaxValue and var next)
        {
            _next.DequeueEnqueue(client, next);
        }
        else
        {
            _next.Dequeue();
        }
    }
}
